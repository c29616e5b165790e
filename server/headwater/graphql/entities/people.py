"""Users and groups, with DataHub's names and nullability: who owns something, or said it."""

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
    """What corpUserInfo says."""

    manager_urn: strawberry.Private[str | None]
    active: bool = strawberry.field(description="Whether the account is in use.")
    display_name: str | None = strawberry.field(description="The name to show.")
    email: str | None = strawberry.field(description="The address.")
    title: str | None = strawberry.field(description="What the user does, such as Data engineer.")
    department_id: Long | None = strawberry.field(description="The number of the department.")
    department_name: str | None = strawberry.field(description="The name of the department.")
    first_name: str | None = strawberry.field(description="The given name.")
    last_name: str | None = strawberry.field(description="The family name.")
    full_name: str | None = strawberry.field(description="Both names.")
    country_code: str | None = strawberry.field(description="The country, by two letters.")
    custom_properties: list[CustomPropertiesEntry] | None = strawberry.field(
        description="Other properties, in the order of their keys."
    )

    @strawberry.field(description="Whom the user reports to.")
    def manager(self) -> "CorpUser | None":
        return None if self.manager_urn is None else user_of(self.manager_urn)


@strawberry.type(description="What is said of a user (corpUserInfo).")
class CorpUserProperties(_UserProperties):
    pass


@strawberry.type(description="What is said of a user, as DataHub once called it (corpUserInfo).")
class CorpUserInfo(_UserProperties):
    pass


@strawberry.type(description="What users say of themselves, as DataHub once called it (corpUserEditableInfo).")
class CorpUserEditableInfo:
    display_name: str | None = strawberry.field(description="Goes before the one in `properties`.")
    title: str | None = strawberry.field(description="Goes before the one in `properties`.")
    about_me: str | None = strawberry.field(description="Who they are.")
    teams: list[str] | None = strawberry.field(description="In the order of the aspect.")
    skills: list[str] | None = strawberry.field(description="In the order of the aspect.")
    picture_link: str | None = strawberry.field(description="Where a picture is.")


@strawberry.type(description="What users say of themselves in DataHub's own UI (corpUserEditableInfo).")
class CorpUserEditableProperties(CorpUserEditableInfo):
    slack: str | None = strawberry.field(description="The name on Slack.")
    phone: str | None = strawberry.field(description="The number.")
    email: str | None = strawberry.field(description="Goes before the one in `properties`.")


@strawberry.type
class _Person(Entity):
    """A user or a group."""

    @strawberry.field(description="Whether the store knows it.")
    async def exists(self, info: Info) -> bool | None:
        return await self.stored_id(info.context) is not None


@strawberry.type(description="A user.")
class CorpUser(_Person):
    username: str = strawberry.field(description="The name in the URN.")

    @strawberry.field(description="Null where no corpUserInfo was given.")
    async def properties(self, info: Info) -> CorpUserProperties | None:
        value = await self.value_of(info, "corpUserInfo")
        return None if value is None else CorpUserProperties(**_user_properties(self.urn, value))

    @strawberry.field(description="The same as `properties`.", deprecation_reason="`properties` has it.")
    async def info(self, info: Info) -> CorpUserInfo | None:
        value = await self.value_of(info, "corpUserInfo")
        return None if value is None else CorpUserInfo(**_user_properties(self.urn, value))

    @strawberry.field(description="Null where no corpUserEditableInfo was given.")
    async def editable_properties(self, info: Info) -> CorpUserEditableProperties | None:
        value = await self.value_of(info, "corpUserEditableInfo")
        if value is None:
            return None
        return CorpUserEditableProperties(
            **_editable(value), slack=text(value, "slack"), phone=text(value, "phone"), email=text(value, "email")
        )

    @strawberry.field(
        description="The same as `editableProperties`.", deprecation_reason="`editableProperties` has it."
    )
    async def editable_info(self, info: Info) -> CorpUserEditableInfo | None:
        value = await self.value_of(info, "corpUserEditableInfo")
        return None if value is None else CorpUserEditableInfo(**_editable(value))


@strawberry.type
class _GroupProperties:
    """What corpGroupInfo says."""

    display_name: str | None = strawberry.field(description="The name to show.")
    description: str | None = strawberry.field(description="What it is.")
    email: str | None = strawberry.field(description="The address.")


@strawberry.type(description="What is said of a group (corpGroupInfo).")
class CorpGroupProperties(_GroupProperties):
    slack: str | None = strawberry.field(description="The name on Slack.")


@strawberry.type(description="What is said of a group, as DataHub once called it (corpGroupInfo).")
class CorpGroupInfo(_GroupProperties):
    admins: list[CorpUser] | None = strawberry.field(
        description="In the order of the aspect.",
        deprecation_reason="DataHub does not use it any more.",
        metadata=price(length=2),  # each is one user, whose aspects are read together with all others'
    )
    members: list[CorpUser] | None = strawberry.field(
        description="In the order of the aspect.",
        deprecation_reason="`relationships` of the type IsMemberOfGroup.",
        metadata=price(length=5),
    )
    groups: list[str] | None = strawberry.field(
        description="URNs of groups in it, in the order of the aspect.",
        deprecation_reason="DataHub does not use it any more.",
    )


@strawberry.type(description="What was changed of a group in DataHub's own UI (corpGroupEditableInfo).")
class CorpGroupEditableProperties:
    description: str | None = strawberry.field(description="Goes before the one in `properties`.")
    slack: str | None = strawberry.field(description="Goes before the one in `properties`.")
    email: str | None = strawberry.field(description="Goes before the one in `properties`.")
    picture_link: str | None = strawberry.field(description="Where a picture is.")


@strawberry.type(description="A group of users; who is in it say `relationships` of the type IsMemberOfGroup.")
class CorpGroup(_Person):
    name: str = strawberry.field(description="The name in the URN.")

    @strawberry.field(description="Null where no corpGroupInfo was given.")
    async def properties(self, info: Info) -> CorpGroupProperties | None:
        value = await self.value_of(info, "corpGroupInfo")
        return None if value is None else CorpGroupProperties(**_group_properties(value), slack=text(value, "slack"))

    @strawberry.field(description="The same as `properties`.", deprecation_reason="`properties` has it.")
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

    @strawberry.field(description="Null where no corpGroupEditableInfo was given.")
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
    """Who did something: a user, a group, or whatever else the URN names."""
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
