FORMATS: dict = {}
