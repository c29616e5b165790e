"""GitLab: parse a snapshot of a pipeline and its jobs, from GitLab's REST API, into changes.

Source: GitLab's documented Pipelines API and Jobs API (`/api/v4`), and the state machine of its pipelines. A pipeline
is read many times while it changes. Times of events are GitLab's own. A state that moves back (a retry, or a skipped
job that runs after all) gets a higher attempt, so that all snapshots together give the newest state.
"""

from headwater.dialects.gitlab.document import pipeline_document
from headwater.dialects.gitlab.parser import DIALECT, parse_again, parse_document
from headwater.dialects.gitlab.states import is_moving

__all__ = ["DIALECT", "is_moving", "parse_again", "parse_document", "pipeline_document"]
