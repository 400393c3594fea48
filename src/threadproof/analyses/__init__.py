"""What is found out about a program, and changes nothing."""
