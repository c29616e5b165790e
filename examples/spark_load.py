"""Load files by `spark-submit`: the arguments are those of `headwater` (docs/loading.md)."""

from headwater.cli.main import main

if __name__ == "__main__":
    main()
