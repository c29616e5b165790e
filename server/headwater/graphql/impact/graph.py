"""`Impact.graph`: the answer as nodes and edges to draw, by a few statements, for an answer of any size."""

from datetime import datetime
from typing import Annotated

import strawberry

from headwater.graphql.context import Info
from headwater.graphql.cost.price import price
from headwater.graphql.enums import Certainty, Folding, Kind, Role, State
from headwater.graphql.impact.answered import OUT_OF_TIME, Answered
from headwater.impact.pictures import Node, Picture
from headwater.lineage.diagram import MAX_DRAWN, checked_max_nodes
from headwater.lineage.drawing import MAX_ROWS
from headwater.lineage.graph import DEFAULT_NODES, EDGES_PER_NODE, MAX_UNFOLDED, graph


@strawberry.type(description="The number of runs in one state.")
class ImpactNodeStateTotal:
    state: State = strawberry.field(description="The state, at the question's asOf and knownAt.")
    total: int = strawberry.field(description="The number of runs.")


@strawberry.type(description="A kind of effect on the runs or versions of a node.")
class ImpactNodeKind:
    kind: Kind = strawberry.field(description="CONTAMINATED or STALE.")
    certainty: Certainty = strawberry.field(description="CERTAIN or POSSIBLE.")


@strawberry.type(
    description="A run, a version or a job at risk, or a group of them. All in a node have the same role and the same"
    " kinds of effect."
)
class ImpactGraphNode:
    key: str = strawberry.field(
        description="A short name that no other node of the graph has. The same run, version, job or flow has the same"
        " key in other answers of this server."
    )
    role: Role = strawberry.field(description="The role in the answer.")
    folding: Folding = strawberry.field(description="NONE: one run, version or job. JOB and FLOW: a group.")
    name: str = strawberry.field(
        description="The name of the job, the asset or the flow. For versions grouped by flow: `data of` and the"
        " flow's name. U+FFFD stands for each invisible sign."
    )
    urn: str = strawberry.field(
        description="The URN of the run, or of the version's asset. For a group, of the job, asset or flow: `unfold`"
        " takes it."
    )
    template: str | None = strawberry.field(
        description="The URN of the job or flow of the runs. Null for versions, runs without a job, and a group of"
        " several jobs."
    )
    made_by: str | None = strawberry.field(
        description="The URN of the run that wrote the version. Null for runs, groups, and an unknown writer."
    )
    count: int = strawberry.field(description="The number of runs, versions or jobs at risk.")
    members: int = strawberry.field(description="The number of distinct jobs or assets. 1 unless the group is a flow.")
    states: list[ImpactNodeStateTotal] = strawberry.field(
        description="The runs by state, in the order of the enum; without zeros. Empty for versions."
    )
    kinds: list[ImpactNodeKind] = strawberry.field(
        description="The kinds of effect, the surest first. Empty upstream, for a start and for jobs at risk."
    )
    certainty: Certainty = strawberry.field(description="CERTAIN if a path of certain hops leads here, else POSSIBLE.")
    depth: int = strawberry.field(description="The number of runs on the shortest path from the start.")
    has_run_since: bool | None = strawberry.field(
        description="For a job at risk: true if it has read the version already, and will again. Null for others."
    )
    from_: datetime | None = strawberry.field(
        name="from", description="The first start of a run, or the first write. UTC. Null: unknown."
    )
    until: datetime | None = strawberry.field(
        description="The last end of a run, or the last write. UTC. Null: unknown, or the only run goes on."
    )


@strawberry.type(description="Links in the direction of time: from writers to versions, and from versions to readers.")
class ImpactGraphEdge:
    from_: str = strawberry.field(name="from", description="The key of the earlier node.")
    to: str = strawberry.field(description="The key of the later node.")
    count: int = strawberry.field(description="The number of links between runs and versions of the two nodes.")
    certainty: Certainty = strawberry.field(description="POSSIBLE if one of the two nodes is, else CERTAIN.")


@strawberry.type(description="An answer as nodes and edges to draw.")
class ImpactGraph:
    nodes: list[ImpactGraphNode] = strawberry.field(
        description="The nodes in the order of time, ties by URN; jobs at risk last. The cost counts"
        f" {DEFAULT_NODES} nodes.",
        metadata=price(length=DEFAULT_NODES),
    )
    edges: list[ImpactGraphEdge] = strawberry.field(
        description="The edges, sorted by their nodes. No edge leads from a node to itself. At most"
        f" {EDGES_PER_NODE} times maxNodes: beyond it, the graph leaves out the farthest. The cost counts"
        f" {DEFAULT_NODES} edges.",
        metadata=price(length=DEFAULT_NODES),
    )
    omitted_edges: int = strawberry.field(
        description="The number of edges between nodes of the graph that it leaves out."
    )
    folding: Folding = strawberry.field(description="The widest group of a node.")
    total: int = strawberry.field(description="The number of runs, versions and jobs at risk, all nodes together.")
    omitted: int = strawberry.field(
        description="The number of them beyond maxNodes nodes, the farthest from the start. The graph leaves them out."
    )


@strawberry.type
class ImpactNodesAndEdges(Answered):
    """The answer as nodes and edges."""

    @strawberry.field(
        description="The answer as nodes and edges to draw. Beyond maxNodes, runs of a job share a node, and versions"
        " of an asset; then all of a flow. If too many remain, the graph leaves out the farthest. Default of maxNodes:"
        f" {DEFAULT_NODES}; at most {MAX_DRAWN}. Null beyond {MAX_ROWS} runs and versions. {OUT_OF_TIME}"
    )
    async def graph(
        self,
        info: Info,
        max_nodes: Annotated[
            int | None,
            strawberry.argument(
                description=f"The maximum number of nodes. Default: {DEFAULT_NODES}; at most {MAX_DRAWN}."
            ),
        ] = None,
        unfold: Annotated[
            list[str] | None,
            strawberry.argument(
                description="URNs of groups to open, as far as maxNodes allows. A flow shows its jobs. A job or an"
                " asset shows its nearest runs or versions beside a group of the others. Default: none; at most"
                f" {MAX_UNFOLDED}."
            ),
        ] = None,
        folding: Annotated[
            Folding,
            strawberry.argument(
                description="The least grouping, also if all nodes would fit. Default: NONE, which groups only beyond"
                " maxNodes."
            ),
        ] = Folding.NONE,
    ) -> ImpactGraph | None:
        max_nodes = checked_max_nodes(max_nodes, DEFAULT_NODES)
        drawn = await graph(info.context.reader, self.whole, max_nodes, unfold or [], folding)
        return None if drawn is None else _graph(drawn, EDGES_PER_NODE * max_nodes)


def _graph(drawn: Picture, most_edges: int) -> ImpactGraph:
    edges = [_edge(drawn, edge, count) for edge, count in drawn.nearest_edges(most_edges)]
    omitted = sum(len(node.rows) for node in drawn.omitted)
    return ImpactGraph(
        nodes=[_node(node) for node in drawn.nodes],
        edges=edges,
        omitted_edges=len(drawn.edges) - len(edges),
        folding=drawn.folding,
        total=omitted + sum(len(node.rows) for node in drawn.nodes),
        omitted=omitted,
    )


def _node(node: Node) -> ImpactGraphNode:
    head = node.head
    is_version, is_single = head.role is Role.VERSION, node.folding is Folding.NONE
    is_open = is_single and head.ended is None
    states = {} if is_version else node.states
    return ImpactGraphNode(
        key=node.key,
        role=head.role,
        folding=node.folding,
        name=node.name,
        urn=node.urn,
        template=None if is_version or node.folding is Folding.FLOW else node.job,
        made_by=head.made_by if is_single else None,
        count=len(node.rows),
        members=node.members,
        states=[ImpactNodeStateTotal(state=state, total=states[state]) for state in State if state in states],
        kinds=[ImpactNodeKind(kind=kind, certainty=certainty) for kind, certainty in head.kinds],
        certainty=head.certainty,
        depth=node.depth,
        has_run_since=head.is_again if head.role is Role.NEXT else None,
        from_=node.first,
        until=None if is_open else node.last,
    )


def _edge(drawn: Picture, edge: tuple[int, int], count: int) -> ImpactGraphEdge:
    tail, head = (drawn.nodes[number] for number in edge)
    is_possible = Certainty.POSSIBLE in (tail.head.certainty, head.head.certainty)
    return ImpactGraphEdge(
        from_=tail.key,
        to=head.key,
        count=count,
        certainty=Certainty.POSSIBLE if is_possible else Certainty.CERTAIN,
    )
