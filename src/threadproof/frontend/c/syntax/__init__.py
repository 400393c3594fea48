"""Facts about C text that need no lowering: types, attributes, statements with their places."""
