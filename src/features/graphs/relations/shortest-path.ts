import Graph from 'graphology';
import { bidirectional } from 'graphology-shortest-path/unweighted.js';
import type { RelationEdge } from './relation.js';

/**
 * Returns the nodes of a shortest path including both ends; null without a path. Edges are followed in both directions.
 */
export function shortestPath(edges: readonly RelationEdge[], from: string, to: string): string[] | null {
  const graph = new Graph.UndirectedGraph();
  graph.mergeNode(from);
  graph.mergeNode(to);
  for (const edge of edges) if (edge.from !== edge.to) graph.mergeEdge(edge.from, edge.to);
  return bidirectional(graph, from, to);
}
