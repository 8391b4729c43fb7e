"""The example dialect `image`."""
