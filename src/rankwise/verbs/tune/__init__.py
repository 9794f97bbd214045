"""`tune`: candidates raced beside what is in use, and what wins proven on fresh launches."""
