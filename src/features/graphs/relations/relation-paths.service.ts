import { Service } from 'typedi';
import { nodeKinds, type RelationEdge, type RelationNode } from './relation.js';
import { RelationGraphs } from './relation-graphs.service.js';
import { RelationWorlds } from './relation-world.service.js';

/** Edges from each end: paths of up to twice as many edges are found. */
const DEPTH = 3;
const BOUNDS = { depth: DEPTH, limit: 400, fanOut: 50, kinds: nodeKinds };

/** A step of a path, with the relations between its two nodes. */
export interface PathStep {
  from: RelationNode;
  to: RelationNode;
  relations: RelationEdge[];
}

export interface RelationPath {
  from: RelationNode;
  to: RelationNode;
  /** Null: no path within the bounds. */
  steps: PathStep[] | null;
}

/** Finds how two nodes are related. */
@Service()
export class RelationPaths {
  constructor(
    private readonly worlds: RelationWorlds,
    private readonly graphs: RelationGraphs,
  ) {}

  /** @throws Problem `not_found` for an unknown node */
  async between(accountId: string, from: string, to: string): Promise<RelationPath> {
    const world = await this.worlds.read(accountId);
    const [start, end] = [await this.graphs.around(world, from, BOUNDS), await this.graphs.around(world, to, BOUNDS)];
    const nodes = new Map([...start.nodes, ...end.nodes].map(({ depth: _, ...node }) => [node.id, node]));
    const edges = [...start.edges, ...end.edges];
    const { shortestPath } = await import('./shortest-path.js');
    const path = shortestPath(edges, from, to);
    const ends = { from: nodes.get(from) as RelationNode, to: nodes.get(to) as RelationNode };
    if (path === null) return { ...ends, steps: null };
    const steps = path.slice(1).map((id, index): PathStep => {
      const before = path[index] as string;
      return { from: nodes.get(before) as RelationNode, to: nodes.get(id) as RelationNode, relations: between(edges, before, id) };
    });
    return { ...ends, steps };
  }
}

/** The different relations between two nodes, in either direction. */
function between(edges: readonly RelationEdge[], a: string, b: string): RelationEdge[] {
  const found = edges.filter(({ from, to }) => (from === a && to === b) || (from === b && to === a));
  return [...new Map(found.map((edge) => [JSON.stringify([edge.from, edge.type, edge.reason]), edge])).values()];
}
