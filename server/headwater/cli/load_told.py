"""Summaries of loads and dry runs, as text and as JSON."""

import json
from typing import TYPE_CHECKING

from headwater.cli.storage import shown_size
from headwater.cli.table import table

if TYPE_CHECKING:
    from headwater.loader.dry_run import Checked
    from headwater.loader.load import Summary
    from headwater.loader.spark_metrics import SparkMetrics


_NO_FILES = "no files: a load skips those whose names, or whose folders' names, begin with _ or ."


def summary_line(summary: "Summary", seconds: float, database_bytes: int) -> str:
    """Return the summary of a load as one line."""
    if not summary.files and not summary.skipped:
        return _NO_FILES
    codes = ", ".join(f"{count:,} {code}" for code, count in summary.codes.most_common())
    skipped = f", {summary.skipped:,} loaded before (--again takes them)" if summary.skipped else ""
    resumed = f", {summary.resumed:,} begun before" if summary.resumed else ""
    return (
        f"{summary.records:,} events in {summary.files:,} file(s){skipped}{resumed}: {summary.new:,} new,"
        f" {summary.duplicates:,} known before, {summary.quarantined:,} quarantined{f' ({codes})' if codes else ''};"
        f" {seconds:.1f} s, {summary.merges:,} merges in {summary.merge_seconds:.1f} s"
        f" ({summary.waited_seconds:.1f} s waiting for others), {_spark_text(summary.spark)},"
        f" database {shown_size(database_bytes)}, trace {summary.trace_id.hex}"
    )


def _spark_text(spark: "SparkMetrics") -> str:
    failed = f" ({spark.failed_tasks:,} failed)" if spark.failed_tasks else ""
    shuffled = shown_size(spark.shuffled_bytes)
    return f"{spark.tasks:,} Spark tasks{failed} in {spark.task_seconds:.1f} s ({shuffled} between them)"


def summary_as_json(summary: "Summary", seconds: float, database_bytes: int) -> str:
    """Return the summary of a load as a JSON document."""
    return _as_json(
        {
            "files": summary.files,
            "skippedFiles": summary.skipped,
            "resumedFiles": summary.resumed,
            "records": summary.records,
            "new": summary.new,
            "duplicates": summary.duplicates,
            "quarantined": summary.quarantined,
            "codes": dict(summary.codes.most_common()),
            "seconds": round(seconds, 3),
            "merges": summary.merges,
            "mergeSeconds": round(summary.merge_seconds, 3),
            "waitedSeconds": round(summary.waited_seconds, 3),
            "databaseBytes": database_bytes,
            "traceId": summary.trace_id.hex,
            "spark": {
                "tasks": summary.spark.tasks,
                "failedTasks": summary.spark.failed_tasks,
                "taskSeconds": round(summary.spark.task_seconds, 3),
                "garbageSeconds": round(summary.spark.garbage_seconds, 3),
                "shuffledBytes": summary.spark.shuffled_bytes,
            },
        }
    )


def checked_text(checked: "Checked") -> str:
    """Return the result of a dry run as text."""
    if not checked.files:
        return _NO_FILES
    kinds = [(dialect, kind, f"{count:,}") for (dialect, kind), count in checked.kinds.most_common()]
    codes = [(code, f"{count:,}") for code, count in checked.codes.most_common()]
    refused = [(one.source, str(one.line), one.message) for one in checked.refused]
    named = f"{len(refused)} of {checked.codes.total()} refused"
    parts = [
        f"{checked.records:,} records in {checked.files:,} file(s); nothing was written.",
        *([table(("dialect", "kind", "records"), kinds)] if kinds else []),
        *([table(("refused for", "records"), codes)] if codes else []),
        *([table((f"file ({named})", "line", "refused since"), refused)] if refused else []),
    ]
    return "\n\n".join(parts)


def checked_as_json(checked: "Checked") -> str:
    """Return the result of a dry run as a JSON document."""
    return _as_json(
        {
            "files": checked.files,
            "records": checked.records,
            "kinds": [
                {"dialect": dialect, "kind": kind, "records": count}
                for (dialect, kind), count in checked.kinds.most_common()
            ],
            "codes": dict(checked.codes.most_common()),
            "refused": [one._asdict() for one in checked.refused],
        }
    )


def _as_json(document: dict[str, object]) -> str:
    return json.dumps(document, indent=2, ensure_ascii=False)
