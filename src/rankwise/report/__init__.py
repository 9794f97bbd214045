"""Terminal, HTML, JSON, CSV: records in, text out."""
