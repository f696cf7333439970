/** The kinds of nodes, in the order of the legend. */
export const nodeKinds = [
  'client',
  'portfolio',
  'symbol',
  'issuer',
  'country',
  'port',
  'strait',
  'vessel',
  'event',
  'alert',
  'article',
] as const;
export type NodeKind = (typeof nodeKinds)[number];

export const edgeTypes = [
  'holds',
  'issued_by',
  'based_in',
  'located_in',
  'depends_on',
  'exposed_to',
  'near',
  'about',
  'own_link',
] as const;
export type EdgeType = (typeof edgeTypes)[number];

export interface RelationNode {
  /** `client:{id}`, `symbol:AAPL.US`, `strait:strait-of-hormuz`. */
  id: string;
  kind: NodeKind;
  label: string;
  /** Path of the record in the API; null without one. */
  href: string | null;
}

export interface RelationEdge {
  from: string;
  to: string;
  type: EdgeType;
  /** Why the two are related, as a sentence. */
  reason: string;
  /** The share it stands for: weight of a holding, or exposed share; null without one. */
  weight: number | null;
}

/** A node beside another one. */
export interface Neighbor {
  node: RelationNode;
  edge: RelationEdge;
  /** Returns the weight of the edge, without making it. */
  weight: number | null;
}

/** One of thousands of neighbors, each another node, of which few are shown: the edge is made when it is read. */
export class ManyNeighbor implements Neighbor {
  constructor(
    readonly node: RelationNode,
    readonly weight: number | null,
    private readonly makeEdge: () => RelationEdge,
  ) {}

  get edge(): RelationEdge {
    return this.makeEdge();
  }
}

/** Neighbors of a kind that are not in a graph. */
export interface OmittedNeighbors {
  nodeId: string;
  kind: NodeKind;
  /** At least this many; null when they were not looked up. */
  count: number | null;
}

export interface RelationGraph {
  root: string;
  /** The root first, then by distance from it. */
  nodes: Array<RelationNode & { depth: number }>;
  edges: RelationEdge[];
  omitted: OmittedNeighbors[];
}

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}';

/** The form of the id of every kind of node. */
export const NODE_ID = new RegExp(
  `^(?:(?:client|portfolio|event|alert|article):${UUID}|symbol:[A-Z0-9][A-Z0-9_&-]{0,23}\\.[A-Z]{1,8}|issuer:[a-z0-9-]{1,100}|country:[A-Z]{2}|(?:port|strait):[a-z0-9-]{1,100}|vessel:[0-9]{9})$`,
);
export const MAX_NODE_ID = 120;

/** The kind of a node by its id. Expects an id that `NODE_ID` matches. */
export const kindOf = (id: string): NodeKind => id.slice(0, id.indexOf(':')) as NodeKind;
export const keyOf = (id: string): string => id.slice(id.indexOf(':') + 1);

/** The largest weight first, whatever its sign. */
export const byWeight = (a: Pick<Neighbor, 'weight'>, b: Pick<Neighbor, 'weight'>): number =>
  Math.abs(b.weight ?? 0) - Math.abs(a.weight ?? 0);
