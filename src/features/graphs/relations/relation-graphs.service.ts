import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { type AccountGraph, AccountGraphs } from './account-graphs.service.js';
import {
  byWeight,
  ManyNeighbor,
  type Neighbor,
  type NodeKind,
  nodeKinds,
  type RelationGraph,
  type RelationNode,
} from './relation.js';
import { RelationNeighbors } from './relation-neighbors.service.js';
import { RelationNodes } from './relation-nodes.service.js';

/** Maximum number of nodes whose neighbors are read for one graph, because each takes queries. */
const MAX_EXPANDED = 150;
/** Number of nodes that are expanded concurrently; each may have thousands of neighbors. */
const AT_ONCE = 4;
const MAX_OMITTED = 500;

export interface GraphBounds {
  /** Maximum number of edges between the root and a node. */
  depth: number;
  /** Maximum number of nodes of the graph. */
  limit: number;
  /** Maximum number of neighbors of each kind that are added for a node. */
  fanOut: number;
  /** Kinds of nodes in addition to the root. */
  kinds: readonly NodeKind[];
}

/** Builds the graph around a node by expanding its neighbors level by level. */
@Service()
export class RelationGraphs {
  constructor(
    private readonly worlds: AccountGraphs,
    private readonly nodes: RelationNodes,
    private readonly neighbors: RelationNeighbors,
  ) {}

  /** Reads the graph around a node. @throws Problem `not_found` for an unknown root */
  async read(accountId: string, root: string, bounds: GraphBounds): Promise<RelationGraph> {
    return this.around(await this.worlds.read(accountId), root, bounds);
  }

  /** Builds the graph around a node of an account's graph. @throws Problem `not_found` for an unknown root */
  async around(
    world: AccountGraph,
    root: string,
    { depth, limit, fanOut, kinds }: GraphBounds,
  ): Promise<RelationGraph> {
    const first = await this.nodes.find(world, root);
    if (first === undefined) throw new Problem('not_found', { detail: 'There is no node with this id.' });
    const wanted = new Set(kinds);
    const growth = new GraphGrowth(first, limit, fanOut);
    let frontier: RelationNode[] = [first];
    let expanded = 0;
    const slices = new YieldTimer();
    for (let level = 1; level <= depth && frontier.length > 0; level += 1) {
      const next: RelationNode[] = [];
      for (let at = 0; at < frontier.length; at += AT_ONCE) {
        const some = frontier.slice(at, at + Math.min(AT_ONCE, MAX_EXPANDED - expanded));
        expanded += some.length;
        const found = await Promise.all(some.map((node) => this.neighbors.of(world, node, wanted, fanOut)));
        for (const [index, node] of some.entries()) next.push(...growth.add(node, found[index] as Neighbor[], level));
        for (const node of frontier.slice(at + some.length, at + AT_ONCE)) growth.skip(node, wanted);
        if (slices.isOver) await slices.next();
      }
      frontier = next;
    }
    return growth.graph;
  }
}

/** A graph that grows by the neighbors of its nodes, within its limits. */
class GraphGrowth {
  readonly graph: RelationGraph;
  private readonly ids: Set<string>;
  private readonly edges = new Set<string>();

  constructor(
    root: RelationNode,
    private readonly limit: number,
    private readonly fanOut: number,
  ) {
    this.graph = { root: root.id, nodes: [{ ...root, depth: 0 }], edges: [], omitted: [] };
    this.ids = new Set([root.id]);
  }

  /**
   * Adds the neighbors of a node, the largest weights first, and counts the neighbors beyond the limits as omitted.
   * @returns the new nodes
   */
  add(node: RelationNode, neighbors: readonly Neighbor[], depth: number): RelationNode[] {
    const added: RelationNode[] = [];
    const counts = new Map<NodeKind, { kept: Set<string>; cut: Set<string>; many: number }>();
    for (const one of [...neighbors].sort(byWeight)) {
      const other = one.node;
      const count = counts.get(other.kind) ?? { kept: new Set(), cut: new Set(), many: 0 };
      counts.set(other.kind, count);
      const isNew = !this.ids.has(other.id);
      if (isNew && (count.kept.size >= this.fanOut || this.ids.size >= this.limit)) {
        // Each `ManyNeighbor` is a different node, so that counting them needs no set of ids.
        if (one instanceof ManyNeighbor) count.many += 1;
        else count.cut.add(other.id);
        continue;
      }
      if (isNew) {
        this.ids.add(other.id);
        this.graph.nodes.push({ ...other, depth });
        added.push(other);
        count.kept.add(other.id);
      }
      const { edge } = one;
      const key = JSON.stringify([edge.from, edge.to, edge.type, edge.reason]);
      if (!this.edges.has(key)) this.graph.edges.push(edge);
      this.edges.add(key);
    }
    for (const kind of nodeKinds) {
      const { cut, many } = counts.get(kind) ?? { cut: new Set(), many: 0 };
      if (cut.size + many > 0) this.omit(node, kind, cut.size + many);
    }
    return added;
  }

  /** Records that the neighbors of a node were not read. */
  skip(node: RelationNode, kinds: ReadonlySet<NodeKind>): void {
    for (const kind of kinds) this.omit(node, kind, null);
  }

  private omit({ id: nodeId }: RelationNode, kind: NodeKind, count: number | null): void {
    if (this.graph.omitted.length < MAX_OMITTED) this.graph.omitted.push({ nodeId, kind, count });
  }
}
