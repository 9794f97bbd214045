"""What happens when something breaks, is large, hostile or slow to start."""
