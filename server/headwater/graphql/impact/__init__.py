"""What follows from a run or a version, what went in, and which version was seen (docs/point-in-time.md)."""
