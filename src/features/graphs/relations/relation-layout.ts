import Graph from 'graphology';
import * as layouts from 'graphology-layout-forceatlas2';
import type { RelationGraph } from './relation.js';

export interface Point {
  x: number;
  y: number;
}

// The package is CommonJS, so the declared default export is a property of the namespace's default.
const forceAtlas2 = layouts.default as unknown as typeof layouts.default.default;
const ITERATIONS = 400;
/** The golden angle, which spreads points evenly over a disc. */
const ANGLE = Math.PI * (3 - Math.sqrt(5));

/**
 * Places nodes so that related ones are near each other, with ForceAtlas2. It starts from a spiral in the order of the
 * nodes and has no random part, so that the same graph always has the same layout.
 */
export function layOut({ nodes, edges }: Pick<RelationGraph, 'nodes' | 'edges'>): Map<string, Point> {
  const graph = new Graph.UndirectedGraph();
  for (const [index, { id, depth }] of nodes.entries()) {
    const radius = 20 * depth + Math.sqrt(index);
    graph.addNode(id, { x: radius * Math.cos(index * ANGLE), y: radius * Math.sin(index * ANGLE) });
  }
  for (const { from, to } of edges) if (from !== to) graph.mergeEdge(from, to);
  const settings = {
    ...forceAtlas2.inferSettings(graph),
    linLogMode: false,
    adjustSizes: false,
    barnesHutOptimize: nodes.length > 150,
    scalingRatio: 12,
    gravity: 1.2,
  };
  const placed = forceAtlas2(graph, { iterations: ITERATIONS, settings });
  return new Map(Object.entries(placed));
}
