import { Service } from 'typedi';
import { type AccountGraph, AccountGraphs } from './account-graphs.service.js';
import { nodeKinds, type RelationEdge, type RelationNode } from './relation.js';
import { RelationGraphs } from './relation-graphs.service.js';

/** Maximum number of edges from each end; paths of up to twice as many edges are found. */
const DEPTH = 3;
const BOUNDS = { limit: 400, fanOut: 50, kinds: nodeKinds };

/** A step of a path, with the relations between its two nodes. */
export interface PathStep {
  from: RelationNode;
  to: RelationNode;
  relations: RelationEdge[];
}

export interface RelationPath {
  from: RelationNode;
  to: RelationNode;
  /** Steps of a shortest path; null if there is no path within the limits. */
  steps: PathStep[] | null;
}

/** Finds paths between two nodes. */
@Service()
export class RelationPaths {
  constructor(
    private readonly worlds: AccountGraphs,
    private readonly graphs: RelationGraphs,
  ) {}

  /** Finds a shortest path. @throws Problem `not_found` for an unknown node */
  async between(accountId: string, from: string, to: string): Promise<RelationPath> {
    const world = await this.worlds.read(accountId);
    let found = await this.within(world, from, to, 1);
    // Small depths are tried first, since most paths are short, and each further edge multiplies the number of nodes to
    // visit.
    for (let depth = 2; found.steps === null && depth <= DEPTH; depth += 1)
      found = await this.within(world, from, to, depth);
    return found;
  }

  /**
   * Finds a path within a depth. The path is a shortest one if smaller depths had no path.
   * @param depth maximum number of edges from each end
   */
  private async within(world: AccountGraph, from: string, to: string, depth: number): Promise<RelationPath> {
    const bounds = { ...BOUNDS, depth };
    const [start, end] = [await this.graphs.around(world, from, bounds), await this.graphs.around(world, to, bounds)];
    const nodes = new Map([...start.nodes, ...end.nodes].map(({ depth: _, ...node }) => [node.id, node]));
    const edges = [...start.edges, ...end.edges];
    const { shortestPath } = await import('./shortest-path.js');
    const path = shortestPath(edges, from, to);
    const ends = { from: nodes.get(from) as RelationNode, to: nodes.get(to) as RelationNode };
    if (path === null) return { ...ends, steps: null };
    const steps = path.slice(1).map((id, index): PathStep => {
      const before = path[index] as string;
      return {
        from: nodes.get(before) as RelationNode,
        to: nodes.get(id) as RelationNode,
        relations: between(edges, before, id),
      };
    });
    return { ...ends, steps };
  }
}

/** Returns the distinct relations between two nodes, in either direction. */
function between(edges: readonly RelationEdge[], a: string, b: string): RelationEdge[] {
  const found = edges.filter(({ from, to }) => (from === a && to === b) || (from === b && to === a));
  return [...new Map(found.map((edge) => [JSON.stringify([edge.from, edge.type, edge.reason]), edge])).values()];
}
