"""The programs that ship with rankwise: right answers, speed, what they decide, and a published figure's shape."""
