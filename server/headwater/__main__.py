"""`python -m headwater` is `headwater`."""

from headwater.cli import main

main()
