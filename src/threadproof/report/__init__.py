"""What a run answered, and how people and scripts are told."""
