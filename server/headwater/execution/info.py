"""The info of resolvers; its parts are made on request."""

from typing import Any

from strawberry.types.info import Info

from headwater.execution.nodes import Answer, Node
from headwater.execution.plan import Selected, Step
from headwater.execution.request import Request


class PlannedInfo(Info[Any, Any]):
    """Strawberry's info. graphql-core's info is made only if a resolver asks for it."""

    def __init__(self, request: Request, answer: Answer, step: Step, node: Node) -> None:
        self._request = request
        self._answer = answer
        self._step = step
        self._node = node
        self._raw: Any = None

    @property
    def _field(self) -> Any:  # type: ignore[override]
        return self._step.resolver.declared

    @property
    def _raw_info(self) -> Any:  # type: ignore[override]
        if self._raw is None:
            self._raw = raw_info(self._request, self._step, self._node)
        return self._raw

    @property
    def context(self) -> Any:
        """The context of the request."""
        return self._request.context_value

    @property
    def variable_values(self) -> dict[str, Any]:
        """The coerced values of variables."""
        return self._request.variable_values.coerced

    @property
    def selected(self) -> dict[tuple[str, ...], Selected]:
        """The fields below this one that resolvers have looked for in the query, by the paths of their names."""
        return self._step.selected

    @property
    def places(self) -> int:
        """The number of places of the object in the answer."""
        return self._answer.count_places(self._node)


def places_of(info: Info[Any, Any]) -> int:
    """The number of places in the answer at which the object of a resolver stands, for limits on its size."""
    return info.places if isinstance(info, PlannedInfo) else 1


def raw_info(request: Request, step: Step, node: Node) -> Any:
    """The info that graphql-core would give to a resolver."""
    return request.executor.build_resolve_info(step.definition, step.nodes, step.parent, node.path(step))
