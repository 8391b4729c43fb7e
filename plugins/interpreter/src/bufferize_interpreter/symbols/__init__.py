"""Symbolic execution: programs run on expressions over the elements of their inputs."""
