"""Programs in other languages."""
