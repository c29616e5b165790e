"""DataJobRuns: the runs of a job or a flow. As DataHub's, it lists only runs that have an event."""

from headwater.graphql.runs.listed import Owner
from headwater.graphql.runs.page import DataProcessInstanceResult, OwnedRuns, run_page


def data_job_runs(
    template_id: int | None, of: Owner, start: int | None, count: int | None
) -> DataProcessInstanceResult:
    """The runs of a job (of its template) or of a flow as a whole, newest first."""
    return run_page(OwnedRuns(template_id, of), start, count)
