"""Users and groups: owners and actors, with DataHub's names and nullability."""

from typing import Any

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.cost.price import price
from headwater.graphql.entities.entity import Entity, OtherEntity
from headwater.graphql.entities.entity_type import EntityType, type_of
from headwater.graphql.entities.properties import CustomPropertiesEntry, custom_properties
from headwater.graphql.scalars import Long
from headwater.model.loose_json import member, text, texts, whole_number

_USER = "urn:li:corpuser:"
_GROUP = "urn:li:corpGroup:"


@strawberry.type
class _UserProperties:
    """The fields of corpUserInfo."""

    manager_urn: strawberry.Private[str | None]
    active: bool = strawberry.field(description="True if the account is active.")
    display_name: str | None = strawberry.field(description="The name to show.")
    email: str | None = strawberry.field(description="The email address.")
    title: str | None = strawberry.field(description="The job title, such as Data engineer.")
    department_id: Long | None = strawberry.field(description="The number of the department.")
    department_name: str | None = strawberry.field(description="The name of the department.")
    first_name: str | None = strawberry.field(description="The given name.")
    last_name: str | None = strawberry.field(description="The family name.")
    full_name: str | None = strawberry.field(description="The given name and the family name.")
    country_code: str | None = strawberry.field(description="The country code, two letters.")
    custom_properties: list[CustomPropertiesEntry] | None = strawberry.field(
        description="Other properties, sorted by key."
    )

    @strawberry.field(description="The user's manager.")
    def manager(self) -> "CorpUser | None":
        return None if self.manager_urn is None else user_of(self.manager_urn)


@strawberry.type(description="Properties of a user (corpUserInfo).")
class CorpUserProperties(_UserProperties):
    pass


@strawberry.type(description="Properties of a user (corpUserInfo), under DataHub's earlier name.")
class CorpUserInfo(_UserProperties):
    pass


@strawberry.type(description="A user's own words (corpUserEditableInfo), under DataHub's earlier name.")
class CorpUserEditableInfo:
    display_name: str | None = strawberry.field(description="The name to show; overrides `properties`.")
    title: str | None = strawberry.field(description="The job title; overrides `properties`.")
    about_me: str | None = strawberry.field(description="A text about the user.")
    teams: list[str] | None = strawberry.field(description="The teams, in the order of the aspect.")
    skills: list[str] | None = strawberry.field(description="The skills, in the order of the aspect.")
    picture_link: str | None = strawberry.field(description="The address of a picture.")


@strawberry.type(description="A user's own words in DataHub's own UI (corpUserEditableInfo).")
class CorpUserEditableProperties(CorpUserEditableInfo):
    slack: str | None = strawberry.field(description="The name on Slack.")
    phone: str | None = strawberry.field(description="The phone number.")
    email: str | None = strawberry.field(description="The email address; overrides `properties`.")


@strawberry.type
class _Person(Entity):
    """A user or a group."""

    @strawberry.field(description="True if the store knows the user or group.")
    async def exists(self, info: Info) -> bool | None:
        return await self.stored_id(info.context) is not None


@strawberry.type(description="A user.")
class CorpUser(_Person):
    username: str = strawberry.field(description="The name in the URN.")

    @strawberry.field(description="Name, address and position; null without the aspect corpUserInfo.")
    async def properties(self, info: Info) -> CorpUserProperties | None:
        value = await self.value_of(info, "corpUserInfo")
        return None if value is None else CorpUserProperties(**_user_properties(self.urn, value))

    @strawberry.field(description="The same as `properties`.", deprecation_reason="Use `properties`.")
    async def info(self, info: Info) -> CorpUserInfo | None:
        value = await self.value_of(info, "corpUserInfo")
        return None if value is None else CorpUserInfo(**_user_properties(self.urn, value))

    @strawberry.field(description="The user's own words; null without the aspect corpUserEditableInfo.")
    async def editable_properties(self, info: Info) -> CorpUserEditableProperties | None:
        value = await self.value_of(info, "corpUserEditableInfo")
        if value is None:
            return None
        return CorpUserEditableProperties(
            **_editable(value), slack=text(value, "slack"), phone=text(value, "phone"), email=text(value, "email")
        )

    @strawberry.field(description="The same as `editableProperties`.", deprecation_reason="Use `editableProperties`.")
    async def editable_info(self, info: Info) -> CorpUserEditableInfo | None:
        value = await self.value_of(info, "corpUserEditableInfo")
        return None if value is None else CorpUserEditableInfo(**_editable(value))


@strawberry.type
class _GroupProperties:
    """The fields of corpGroupInfo."""

    display_name: str | None = strawberry.field(description="The name to show.")
    description: str | None = strawberry.field(description="The description.")
    email: str | None = strawberry.field(description="The email address.")


@strawberry.type(description="Properties of a group (corpGroupInfo).")
class CorpGroupProperties(_GroupProperties):
    slack: str | None = strawberry.field(description="The name on Slack.")


@strawberry.type(description="Properties of a group (corpGroupInfo), under DataHub's earlier name.")
class CorpGroupInfo(_GroupProperties):
    admins: list[CorpUser] | None = strawberry.field(
        description="The administrators, in the order of the aspect.",
        deprecation_reason="No longer used by DataHub.",
        metadata=price(length=2),  # users' aspects are read together
    )
    members: list[CorpUser] | None = strawberry.field(
        description="The members, in the order of the aspect.",
        deprecation_reason="Use `relationships` of the type IsMemberOfGroup.",
        metadata=price(length=5),
    )
    groups: list[str] | None = strawberry.field(
        description="URNs of groups in the group, in the order of the aspect.",
        deprecation_reason="No longer used by DataHub.",
    )


@strawberry.type(description="Changes of a group in DataHub's own UI (corpGroupEditableInfo).")
class CorpGroupEditableProperties:
    description: str | None = strawberry.field(description="The description; overrides `properties`.")
    slack: str | None = strawberry.field(description="The name on Slack; overrides `properties`.")
    email: str | None = strawberry.field(description="The email address; overrides `properties`.")
    picture_link: str | None = strawberry.field(description="The address of a picture.")


@strawberry.type(description="A group of users. For its members, see `relationships` of the type IsMemberOfGroup.")
class CorpGroup(_Person):
    name: str = strawberry.field(description="The name in the URN.")

    @strawberry.field(description="Name, description and addresses; null without the aspect corpGroupInfo.")
    async def properties(self, info: Info) -> CorpGroupProperties | None:
        value = await self.value_of(info, "corpGroupInfo")
        return None if value is None else CorpGroupProperties(**_group_properties(value), slack=text(value, "slack"))

    @strawberry.field(description="The same as `properties`.", deprecation_reason="Use `properties`.")
    async def info(self, info: Info) -> CorpGroupInfo | None:
        value = await self.value_of(info, "corpGroupInfo")
        if value is None:
            return None
        return CorpGroupInfo(
            **_group_properties(value),
            admins=[user_of(urn) for urn in texts(value, "admins") or []],
            members=[user_of(urn) for urn in texts(value, "members") or []],
            groups=texts(value, "groups"),
        )

    @strawberry.field(description="Changes made in DataHub's own UI; null without the aspect corpGroupEditableInfo.")
    async def editable_properties(self, info: Info) -> CorpGroupEditableProperties | None:
        value = await self.value_of(info, "corpGroupEditableInfo")
        if value is None:
            return None
        return CorpGroupEditableProperties(
            description=text(value, "description"),
            slack=text(value, "slack"),
            email=text(value, "email"),
            picture_link=text(value, "pictureLink"),
        )


def user_of(urn: str) -> CorpUser:
    """The user with a URN."""
    return CorpUser(urn=urn, type=EntityType.CORP_USER, username=urn.rpartition(":")[2])


def owner_of(urn: str) -> CorpUser | CorpGroup:
    """The user or the group with a URN."""
    if urn.startswith(_GROUP):
        return CorpGroup(urn=urn, type=EntityType.CORP_GROUP, name=urn.removeprefix(_GROUP))
    return user_of(urn)


def actor_of(urn: str) -> Entity:
    """The actor with a URN: a user, a group, or an entity of any other type."""
    if urn.startswith((_USER, _GROUP)):
        return owner_of(urn)
    return OtherEntity(urn=urn, type=type_of(urn.removeprefix("urn:li:").partition(":")[0]))


def _user_properties(urn: str, value: dict[str, Any]) -> dict[str, Any]:
    department = whole_number(value, "departmentId")
    return {
        "manager_urn": text(value, "managerUrn"),
        "active": member(value, "active") is True,
        "display_name": text(value, "displayName"),
        "email": text(value, "email"),
        "title": text(value, "title"),
        "department_id": None if department is None else Long(department),
        "department_name": text(value, "departmentName"),
        "first_name": text(value, "firstName"),
        "last_name": text(value, "lastName"),
        "full_name": text(value, "fullName"),
        "country_code": text(value, "countryCode"),
        "custom_properties": custom_properties(urn, value),
    }


def _editable(value: dict[str, Any]) -> dict[str, Any]:
    return {
        "display_name": text(value, "displayName"),
        "title": text(value, "title"),
        "about_me": text(value, "aboutMe"),
        "teams": texts(value, "teams"),
        "skills": texts(value, "skills"),
        "picture_link": text(value, "pictureLink"),
    }


def _group_properties(value: dict[str, Any]) -> dict[str, Any]:
    return {
        "display_name": text(value, "displayName"),
        "description": text(value, "description"),
        "email": text(value, "email"),
    }
