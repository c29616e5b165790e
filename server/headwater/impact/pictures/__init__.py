"""Pictures of answers: a small model of the picture, and its renderings."""

from headwater.impact.pictures.links import links
from headwater.impact.pictures.mermaid import mermaid
from headwater.impact.pictures.node import Folding, Node, printable
from headwater.impact.pictures.picture import Picture, picture
from headwater.impact.pictures.row import Group, Role, Row, State
from headwater.impact.pictures.svg import svg
from headwater.impact.pictures.text import text

__all__ = [
    "Folding",
    "Group",
    "Node",
    "Picture",
    "Role",
    "Row",
    "State",
    "links",
    "mermaid",
    "picture",
    "printable",
    "svg",
    "text",
]
