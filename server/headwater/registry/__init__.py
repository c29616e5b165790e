"""The run registry, pure: the evidence of a run, the gate over it, and checks of it. No files, no database."""
