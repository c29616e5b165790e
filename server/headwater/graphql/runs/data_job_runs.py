"""DataJobRuns: the runs of a job or a flow. Like DataHub, this lists only runs with an event."""

from headwater.graphql.context import Info
from headwater.graphql.runs.listed import Owner
from headwater.graphql.runs.page import DataProcessInstanceResult, OwnedRuns, run_page


def data_job_runs(
    info: Info, template_id: int | None, of: Owner, start: int | None, count: int | None
) -> DataProcessInstanceResult:
    """The runs of a job, or of a flow as a whole, newest first."""
    return run_page(info, OwnedRuns(template_id, of), start, count)
