"""What the ops of the core's own dialects compute."""
