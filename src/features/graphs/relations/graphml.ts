import { escapedXml } from '../../../text/plain-text.js';
import type { RelationGraph } from './relation.js';

export const graphMlType = 'application/graphml+xml';

const keys = [
  ['type', 'node', 'string'],
  ['label', 'node', 'string'],
  ['depth', 'node', 'int'],
  ['type', 'edge', 'string'],
  ['reason', 'edge', 'string'],
  ['weight', 'edge', 'double'],
] as const;

const data = (key: string, value: string | number | null): string =>
  value === null ? '' : `<data key="${key}">${escapedXml(String(value))}</data>`;

/**
 * Formats a graph as GraphML (http://graphml.graphdrawing.org/specification.html), which Gephi, yEd and Cytoscape read.
 */
export function graphMlOf({ nodes, edges }: Pick<RelationGraph, 'nodes' | 'edges'>): string {
  const head = keys
    .map(([id, owner, type]) => `<key id="${id}" for="${owner}" attr.name="${id}" attr.type="${type}"/>`)
    .join('\n');
  const nodeLines = nodes.map(
    ({ id, kind, label, depth }) =>
      `<node id="${escapedXml(id)}">${data('type', kind)}${data('label', label)}${data('depth', depth)}</node>`,
  );
  const edgeLines = edges.map(
    ({ from, to, type, reason, weight }, index) =>
      `<edge id="e${index}" source="${escapedXml(from)}" target="${escapedXml(to)}">${data('type', type)}${data('reason', reason)}${data('weight', weight)}</edge>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
${head}
<graph edgedefault="directed">
${[...nodeLines, ...edgeLines].join('\n')}
</graph>
</graphml>
`;
}

/** Example for the API description. */
export const graphMlExample = graphMlOf({
  nodes: [{ id: 'client:019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e', kind: 'client', label: 'Miller', href: null, depth: 0 }],
  edges: [],
});
