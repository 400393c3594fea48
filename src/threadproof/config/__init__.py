"""What users choose: options, engines, properties as they write them, and what makes no sense."""
