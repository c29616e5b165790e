"""Pictures of answers: a small model of the picture, and its renderings."""

from headwater.impact.pictures.links import links
from headwater.impact.pictures.mermaid import mermaid
from headwater.impact.pictures.picture import Picture, Role, Row, State, picture
from headwater.impact.pictures.svg import svg
from headwater.impact.pictures.text import text

__all__ = ["Picture", "Role", "Row", "State", "links", "mermaid", "picture", "svg", "text"]
