import { UUID } from '../../../api/rules.js';

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
  /** Id of the node, such as `client:{id}`, `symbol:AAPL.US` or `strait:strait-of-hormuz`. */
  id: string;
  kind: NodeKind;
  label: string;
  /** Path of the record in the API; null without one. */
  href: string | null;
  /** True for a simulated record, of those kinds whose records say so: vessels, events and articles. */
  isSimulated?: boolean;
}

export interface RelationEdge {
  from: string;
  to: string;
  type: EdgeType;
  /** Sentence that explains the relation. */
  reason: string;
  /** Weight of a holding, or exposed fraction of the value; null for other relations. */
  weight: number | null;
}

/** A node that is related to another one, with the edge between them. */
export interface Neighbor {
  node: RelationNode;
  edge: RelationEdge;
  /** Weight of `edge`, available without creating the edge. */
  weight: number | null;
}

/**
 * One of thousands of neighbors, each a different node, of which few are shown. Its edge is therefore created only when
 * it is read.
 */
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

/** The number of neighbors of one kind that a graph omits. */
export interface OmittedNeighbors {
  nodeId: string;
  kind: NodeKind;
  /** Number of omitted neighbors, which is a lower bound; null when they were not read. */
  count: number | null;
}

export interface RelationGraph {
  root: string;
  /** Nodes by their distance from the root, which is the first one. */
  nodes: Array<RelationNode & { depth: number }>;
  edges: RelationEdge[];
  omitted: OmittedNeighbors[];
}

/** The format of the ids of all kinds of nodes. */
export const NODE_ID = new RegExp(
  `^(?:(?:client|portfolio|event|alert|article):${UUID}|symbol:[A-Z0-9][A-Z0-9_&-]{0,23}\\.[A-Z]{1,8}|issuer:[a-z0-9-]{1,100}|country:[A-Z]{2}|(?:port|strait):[a-z0-9-]{1,100}|vessel:[0-9]{9})$`,
);
export const MAX_NODE_ID = 120;

/** Returns the kind of a node from its id, which must match `NODE_ID`. */
export const kindOf = (id: string): NodeKind => id.slice(0, id.indexOf(':')) as NodeKind;
export const keyOf = (id: string): string => id.slice(id.indexOf(':') + 1);

/** Orders by the absolute value of the weight, largest first. */
export const byWeight = (a: Pick<Neighbor, 'weight'>, b: Pick<Neighbor, 'weight'>): number =>
  Math.abs(b.weight ?? 0) - Math.abs(a.weight ?? 0);
