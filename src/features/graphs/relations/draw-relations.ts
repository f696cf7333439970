import { fitted, textWidth } from '../../../charts/draw.js';
import { escapedText, finishSvg, plainText } from '../../../charts/finish-svg.js';
import { type ColorRole, lightColor } from '../../../charts/palette.js';
import { threadFunction } from '../../../threads/thread-call.js';
import { type EdgeType, type NodeKind, nodeKinds, type RelationGraph } from './relation.js';
import { layOut, type Point } from './relation-layout.js';

/** A graph of relations with the texts and the size of its image, in a form that can be sent to a thread. */
export interface RelationPicture extends Pick<RelationGraph, 'nodes' | 'edges'> {
  title: string;
  subtitle: string;
  theme: 'auto' | 'light' | 'dark';
  width: number;
  height: number;
}

const colors: Readonly<Record<NodeKind, ColorRole>> = {
  client: 'line2',
  portfolio: 'line1',
  symbol: 'line3',
  issuer: 'line8',
  country: 'line6',
  port: 'line10',
  strait: 'line4',
  vessel: 'line9',
  event: 'line7',
  alert: 'text',
  article: 'line5',
};
const dashed: ReadonlySet<EdgeType> = new Set(['near', 'about']);
const [SIDE, TOP, ROW, SIZE] = [24, 60, 18, 10.5];

const tenth = (value: number): number => Math.round(value * 10) / 10;

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Draws a graph of relations; runs in a thread. The same graph gives the same bytes. @returns an SVG document */
export function drawRelations({ nodes, edges, title, subtitle, theme, width, height }: RelationPicture): string {
  const kinds = nodeKinds.filter((kind) => nodes.some((node) => node.kind === kind));
  const legend = legendOf(kinds, nodes, width);
  const room = { left: SIDE, top: TOP, right: width - SIDE, bottom: height - legend.rows * ROW - 16 };
  const points = fitInto(layOut({ nodes, edges }), room);
  const lines = edges
    .map(({ from, to, type }) => lineOf(points.get(from) as Point, points.get(to) as Point, type))
    .join('');
  const degrees = new Map<string, number>();
  for (const { from, to } of edges) for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  const radiusOf = (id: string, depth: number) => (depth === 0 ? 11 : Math.min(9, 4 + Math.sqrt(degrees.get(id) ?? 0)));
  const marks = nodes
    .map(({ id, kind, depth, label }) =>
      markOf(points.get(id) as Point, kind, radiusOf(id, depth), depth === 0, `${kind}: ${label}`),
    )
    .join('');
  const labels = labelsOf(
    [...nodes]
      .sort((a, b) => a.depth - b.depth || (degrees.get(b.id) ?? 0) - (degrees.get(a.id) ?? 0))
      .map(({ id, depth, label }) => ({
        ...(points.get(id) as Point),
        label,
        radius: radiusOf(id, depth),
        isBold: depth === 0,
      })),
    room,
  );
  const heading = `${textAt(title, SIDE - 8, 25, 15, 'text', 'start', true)}${textAt(subtitle, SIDE - 8, 43, 12, 'muted', 'start')}`;
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="${lightColor('ground')}"/>${lines}${marks}${labels}${heading}${legend.svg(height)}</svg>`;
  return finishSvg(
    body,
    { title, subtitle, width, height, theme },
    `A graph of ${nodes.length} nodes and ${edges.length} relations.`,
  );
}

export const relationsInThread = threadFunction<typeof drawRelations>(new URL(import.meta.url), 'drawRelations');

function fitInto(points: Map<string, Point>, { left, top, right, bottom }: Area): Map<string, Point> {
  const all = [...points.values()];
  const [minX, maxX] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  const [minY, maxY] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))];
  const margin = 40;
  // Both axes are scaled separately, so that the space is used; only distances along the axes change.
  const place = (value: number, min: number, max: number, from: number, to: number) =>
    max - min < 1e-9 ? (from + to) / 2 : from + ((value - min) / (max - min)) * (to - from);
  return new Map(
    [...points].map(([id, { x, y }]) => [
      id,
      { x: place(x, minX, maxX, left + margin, right - margin), y: place(y, minY, maxY, top + 16, bottom - 24) },
    ]),
  );
}

const lineOf = (a: Point, b: Point, type: EdgeType): string => {
  const role: ColorRole = type === 'own_link' ? 'down' : 'axis';
  const dashes = dashed.has(type) ? ' stroke-dasharray="3 3"' : '';
  return `<path d="M${tenth(a.x)} ${tenth(a.y)}L${tenth(b.x)} ${tenth(b.y)}" fill="none" stroke="${lightColor(role)}" stroke-width="${type === 'own_link' ? 1.6 : 0.9}"${dashes}/>`;
};

const markOf = ({ x, y }: Point, kind: NodeKind, radius: number, isRoot: boolean, text: string): string =>
  `<circle cx="${tenth(x)}" cy="${tenth(y)}" r="${tenth(radius)}" fill="${lightColor(colors[kind])}" stroke="${lightColor(isRoot ? 'text' : 'ground')}" stroke-width="${isRoot ? 2.5 : 1}"><title>${escapedText(text)}</title></circle>`;

function textAt(
  text: string,
  x: number,
  y: number,
  size: number,
  role: ColorRole,
  anchor: 'start' | 'end' | 'middle',
  isBold = false,
): string {
  const weight = isBold ? ' font-weight="bold"' : '';
  return `<text x="${tenth(x)}" y="${tenth(y)}" font-size="${size}" font-family="sans-serif" text-anchor="${anchor}"${weight} stroke="${lightColor('ground')}" stroke-width="2.5" stroke-linejoin="round" paint-order="stroke" fill="${lightColor(role)}">${escapedText(text)}</text>`;
}

/** Places names beside marks, the most important first, where they cover no other name and no mark. */
function labelsOf(
  requests: ReadonlyArray<Point & { label: string; radius: number; isBold: boolean }>,
  room: Area,
): string {
  const covered: Area[] = requests.map(({ x, y, radius }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }));
  const meets = (a: Area, b: Area) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return requests
    .map(({ x, y, label, radius, isBold }) => {
      const text = fitted(plainText(label), SIZE, 170);
      const wide = textWidth(text, SIZE);
      const spots = [
        { left: x + radius + 3, line: y + 3.5 },
        { left: x - radius - 3 - wide, line: y + 3.5 },
        { left: x - wide / 2, line: y - radius - 4 },
        { left: x - wide / 2, line: y + radius + 11 },
      ].map(({ left, line }) => ({ left, right: left + wide, top: line - SIZE, bottom: line + 3, line }));
      const spot = spots.find(
        (one) =>
          one.left >= room.left - 16 && one.right <= room.right + 16 && !covered.some((other) => meets(one, other)),
      );
      if (spot === undefined) return '';
      covered.push(spot);
      return textAt(text, spot.left, spot.line, SIZE, 'text', 'start', isBold);
    })
    .join('');
}

function legendOf(
  kinds: readonly NodeKind[],
  nodes: RelationPicture['nodes'],
  width: number,
): { rows: number; svg(height: number): string } {
  let [x, row] = [SIDE, 0];
  const items = kinds.map((kind) => {
    const text = `${kind}: ${nodes.filter((node) => node.kind === kind).length}`;
    const wide = 16 + textWidth(text, 11.5) + 14;
    if (x > SIDE && x + wide > width - SIDE) [x, row] = [SIDE, row + 1];
    const item = { kind, text, x, row };
    x += wide;
    return item;
  });
  const svg = (height: number) =>
    items
      .map(({ kind, text, x: left, row: line }) => {
        const y = height - (row - line) * ROW - 12;
        return `<circle cx="${tenth(left)}" cy="${tenth(y - 4)}" r="5" fill="${lightColor(colors[kind])}"/>${textAt(text, left + 10, y, 11.5, 'text', 'start')}`;
      })
      .join('');
  return { rows: row + 1, svg };
}
