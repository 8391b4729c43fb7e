"""Pictures of plans: time from left to right, the bytes of the arena from bottom to top."""
