import Graph from 'graphology';
import { bidirectional } from 'graphology-shortest-path/unweighted.js';
import type { RelationEdge } from './relation.js';

/** The nodes of a shortest path, both ends included; null without a path. Edges lead both ways. */
export function shortestPath(edges: readonly RelationEdge[], from: string, to: string): string[] | null {
  const graph = new Graph.UndirectedGraph();
  graph.mergeNode(from);
  graph.mergeNode(to);
  for (const edge of edges) if (edge.from !== edge.to) graph.mergeEdge(edge.from, edge.to);
  return bidirectional(graph, from, to);
}
