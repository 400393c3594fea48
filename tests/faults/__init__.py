"""What happens when something goes wrong at a bad moment: signals, killed engines, full memory, outputs that nobody can write."""
