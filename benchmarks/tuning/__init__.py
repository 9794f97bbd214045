"""What tunings, orders, schedules and improvements find on one machine, and how near the best that is."""
