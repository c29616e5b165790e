"""GitLab: a pipeline with its jobs, as GitLab's REST API shows them at one moment, to changes.

Source: GitLab's documented Pipelines API and Jobs API (`/api/v4`), and the state machine of its pipelines. A pipeline
is read many times while it changes. Times of events are GitLab's own, and what may move back (a retry, a skipped job
that runs after all) gets a higher attempt, so that all snapshots together say what the newest says.
"""

from headwater.dialects.gitlab.document import pipeline_document
from headwater.dialects.gitlab.parser import DIALECT, parse_again, parse_document
from headwater.dialects.gitlab.states import is_moving

__all__ = ["DIALECT", "is_moving", "parse_again", "parse_document", "pipeline_document"]
