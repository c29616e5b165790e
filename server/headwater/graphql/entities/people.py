"""Users and groups, with DataHub's names and nullability: by name, of whom the store keeps no more."""

import strawberry

from headwater.graphql.entities.entity import Entity
from headwater.graphql.entities.entity_type import EntityType

_GROUP = "urn:li:corpGroup:"


@strawberry.type(description="A user, by name, of whom Headwater shows no more.")
class CorpUser(Entity):
    username: str = strawberry.field(description="The name in the URN.")


@strawberry.type(description="A group of users, by name, of which Headwater shows no more.")
class CorpGroup(Entity):
    name: str = strawberry.field(description="The name in the URN.")


def user_of(urn: str) -> CorpUser:
    """The user with a URN."""
    return CorpUser(urn=urn, type=EntityType.CORP_USER, username=urn.rpartition(":")[2])


def owner_of(urn: str) -> CorpUser | CorpGroup:
    """The user or the group with a URN."""
    if urn.startswith(_GROUP):
        return CorpGroup(urn=urn, type=EntityType.CORP_GROUP, name=urn.removeprefix(_GROUP))
    return user_of(urn)
