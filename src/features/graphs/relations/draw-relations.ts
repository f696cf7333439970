import { BOLD, fitted, textWidth } from '../../../charts/draw.js';
import { escapedText, finishSvg, plainText } from '../../../charts/finish-svg.js';
import { type ColorRole, lightColor } from '../../../charts/palette.js';
import { formatNumber } from '../../../charts/scale.js';
import { threadFunction } from '../../../threads/thread-call.js';
import { type EdgeType, type NodeKind, nodeKinds, type RelationEdge, type RelationGraph } from './relation.js';
import { layOut, type Point } from './relation-layout.js';

/** A graph of relations with the texts and the size of its image, in a form that can be sent to a thread. */
export interface RelationPicture extends Pick<RelationGraph, 'nodes' | 'edges'> {
  title: string;
  subtitle: string;
  /** Label such as `Partly simulated data`; undefined if all data are real. */
  notice?: string;
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
/** Names of kinds in the legend: singular and plural. */
const kindNames: Readonly<Record<NodeKind, readonly [one: string, several: string]>> = {
  client: ['client', 'clients'],
  portfolio: ['portfolio', 'portfolios'],
  symbol: ['instrument', 'instruments'],
  issuer: ['issuer', 'issuers'],
  country: ['country', 'countries'],
  port: ['port', 'ports'],
  strait: ['strait', 'straits'],
  vessel: ['vessel', 'vessels'],
  event: ['event', 'events'],
  alert: ['alert', 'alerts'],
  article: ['article', 'articles'],
};
const dashed: ReadonlySet<EdgeType> = new Set(['near', 'about']);
const [SIDE, TOP, ROW, SIZE] = [24, 60, 18, 10.5];
/** Width below which the notice has a line of its own, and marks are smaller (px). */
const NARROW = 600;
/** Height of the notice, and top of the graph if the notice has its own line (px). */
const NOTICE_HEIGHT = 20;
const NARROW_TOP = 78;
/** Width of a line without a fraction, and of one whose fraction is 1 (px). */
const MIN_LINE = 0.9;
const MAX_LINE = 7;
/** Maximum width of the name of the root, and of other names (px). */
const MAX_ROOT_LABEL = 300;
const MAX_LABEL = 170;
const LEGEND_SIZE = 11;
/** Minimum fraction of a line that has a percentage beside the name of its node. */
const MIN_SHOWN = 0.001;

const tenth = (value: number): number => Math.round(value * 10) / 10;

interface Area {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/**
 * Draws a graph of relations; runs in a thread. The width of a line shows the fraction of a holding or exposure.
 * Neighbors of the root also have this fraction, as a percentage, beside their names. The same graph gives the same
 * bytes.
 * @returns an SVG document
 */
export function drawRelations(picture: RelationPicture): string {
  const { nodes, edges, title, subtitle, notice, theme, width, height } = picture;
  const isNarrow = width < NARROW;
  const legend = legendOf(itemsOf(picture), width);
  const top = isNarrow && notice !== undefined ? NARROW_TOP : TOP;
  const room = { left: SIDE, top, right: width - SIDE, bottom: height - legend.rows * ROW - 16 };
  const points = fitInto(layOut({ nodes, edges }), room);
  const lines = edges
    .map((edge) => lineOf(points.get(edge.from) as Point, points.get(edge.to) as Point, edge))
    .join('');
  const degrees = new Map<string, number>();
  for (const { from, to } of edges) for (const id of [from, to]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  const radiusOf = (id: string, depth: number) =>
    (depth === 0 ? 11 : Math.min(9, 4 + Math.sqrt(degrees.get(id) ?? 0))) * (isNarrow ? 0.7 : 1);
  const marks = nodes
    .map(({ id, kind, depth, label }) => {
      const text = `${kindNames[kind][0]}: ${label}`;
      return markOf(points.get(id) as Point, kind, radiusOf(id, depth), depth === 0, text);
    })
    .join('');
  const fractions = fractionsOf(picture);
  const labels = labelsOf(
    [...nodes]
      .sort((a, b) => a.depth - b.depth || (degrees.get(b.id) ?? 0) - (degrees.get(a.id) ?? 0))
      .map(({ id, depth, label }) => ({
        ...(points.get(id) as Point),
        label,
        note: fractions.get(id) ?? '',
        radius: radiusOf(id, depth),
        isRoot: depth === 0,
      })),
    room,
  );
  const noticeWidth = notice === undefined ? 0 : textWidth(notice, 12) + 16;
  const titleRoom = width - 2 * (SIDE - 8) - (isNarrow || notice === undefined ? 0 : noticeWidth + 12);
  const heading = [
    textAt(fitted(plainText(title), 15 * BOLD, titleRoom), SIDE - 8, 25, 15, 'text', 'start', true),
    textAt(fitted(plainText(subtitle), 12, width - 2 * (SIDE - 8)), SIDE - 8, 43, 12, 'muted', 'start'),
    notice === undefined
      ? ''
      : noticeAt(notice, isNarrow ? SIDE - 8 : width - SIDE + 8 - noticeWidth, isNarrow ? 51 : 10),
  ].join('');
  const ground = `<rect width="${width}" height="${height}" fill="${lightColor('ground')}"/>`;
  const body = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${ground}${lines}${marks}${labels}${heading}${legend.svg(height)}</svg>`;
  const said = notice === undefined ? '' : ` ${notice}.`;
  return finishSvg(
    body,
    { title, subtitle, width, height, theme },
    `A graph of ${nodes.length} nodes and ${edges.length} relations.${said}`,
  );
}

export const relationsInThread = threadFunction<typeof drawRelations>(new URL(import.meta.url), 'drawRelations');

function fitInto(points: Map<string, Point>, { left, top, right, bottom }: Area): Map<string, Point> {
  const all = [...points.values()];
  const [minX, maxX] = [Math.min(...all.map(({ x }) => x)), Math.max(...all.map(({ x }) => x))];
  const [minY, maxY] = [Math.min(...all.map(({ y }) => y)), Math.max(...all.map(({ y }) => y))];
  const margin = 40;
  // Each axis is scaled separately to fill the area, so the proportions of the layout are not kept.
  const place = (value: number, min: number, max: number, from: number, to: number) =>
    max - min < 1e-9 ? (from + to) / 2 : from + ((value - min) / (max - min)) * (to - from);
  return new Map(
    [...points].map(([id, { x, y }]) => [
      id,
      { x: place(x, minX, maxX, left + margin, right - margin), y: place(y, minY, maxY, top + 16, bottom - 24) },
    ]),
  );
}

/** Returns the fractions of lines at the root as text, by the node at their other end. */
function fractionsOf({ nodes, edges }: RelationPicture): Map<string, string> {
  const root = nodes[0]?.id;
  const fractions = new Map<string, string>();
  for (const { from, to, weight } of edges) {
    if (weight === null || weight < MIN_SHOWN || (from !== root && to !== root)) continue;
    fractions.set(from === root ? to : from, `${formatNumber(100 * weight, weight < 0.1 ? 1 : 0)}%`);
  }
  return fractions;
}

const strokeOf = ({ type, weight }: Pick<RelationEdge, 'type' | 'weight'>): string => {
  const wide = type === 'own_link' ? 1.6 : MIN_LINE + (MAX_LINE - MIN_LINE) * Math.min(1, Math.max(0, weight ?? 0));
  const dashes = dashed.has(type) ? ' stroke-dasharray="3 3"' : '';
  return `fill="none" stroke="${lightColor(type === 'own_link' ? 'down' : 'axis')}" stroke-width="${tenth(wide)}"${dashes}`;
};

const lineOf = (a: Point, b: Point, edge: RelationEdge): string =>
  `<path d="M${tenth(a.x)} ${tenth(a.y)}L${tenth(b.x)} ${tenth(b.y)}" ${strokeOf(edge)}/>`;

function noticeAt(text: string, x: number, y: number): string {
  const wide = textWidth(text, 12) + 16;
  const shape = `<rect x="${tenth(x)}" y="${y}" width="${tenth(wide)}" height="${NOTICE_HEIGHT}" rx="4" fill="${lightColor('noticeGround')}"/>`;
  return `${shape}<text x="${tenth(x + wide / 2)}" y="${y + 14}" font-size="12" font-weight="bold" text-anchor="middle" fill="${lightColor('notice')}">${escapedText(text)}</text>`;
}

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
  return `<text x="${tenth(x)}" y="${tenth(y)}" font-size="${size}" text-anchor="${anchor}"${weight} stroke="${lightColor('ground')}" stroke-width="2.5" stroke-linejoin="round" paint-order="stroke" fill="${lightColor(role)}">${escapedText(text)}</text>`;
}

/**
 * Places names beside marks, the most important first, where they cover no other name and no mark. In a wide image the
 * root is always labeled. In a narrow one its label may be omitted, because the title names it.
 */
function labelsOf(
  requests: ReadonlyArray<Point & { label: string; note: string; radius: number; isRoot: boolean }>,
  room: Area,
): string {
  const covered: Area[] = requests.map(({ x, y, radius }) => ({
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
  }));
  const hasRoom = room.right - room.left >= NARROW - 2 * SIDE;
  const meets = (a: Area, b: Area) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  return requests
    .map(({ x, y, label, note, radius, isRoot }) => {
      const name = fitted(plainText(label), SIZE, isRoot ? MAX_ROOT_LABEL : MAX_LABEL);
      const text = note === '' ? name : `${name} ${note}`;
      const wide = textWidth(text, SIZE);
      const spots = [
        { left: x + radius + 3, line: y + 3.5 },
        { left: x - radius - 3 - wide, line: y + 3.5 },
        { left: x - wide / 2, line: y - radius - 4 },
        { left: x - wide / 2, line: y + radius + 11 },
      ].map(({ left, line }) => ({ left, right: left + wide, top: line - SIZE, bottom: line + 3, line }));
      const inside = spots.filter(({ left, right }) => left >= room.left - 16 && right <= room.right + 16);
      const spot =
        inside.find((one) => !covered.some((other) => meets(one, other))) ??
        (isRoot && hasRoom ? inside[0] : undefined);
      if (spot === undefined) return '';
      covered.push(spot);
      return textAt(text, spot.left, spot.line, SIZE, 'text', 'start', isRoot);
    })
    .join('');
}

interface LegendItem {
  text: string;
  /** Width of the mark (px). */
  mark: number;
  /** Draws the mark in the middle of a line at a position. */
  draw(x: number, y: number): string;
}

/** Returns the kinds of nodes, and the meaning of lines that the graph has. */
function itemsOf({ nodes, edges }: RelationPicture): LegendItem[] {
  const kinds = nodeKinds.flatMap((kind): LegendItem[] => {
    const count = nodes.filter((node) => node.kind === kind).length;
    if (count === 0) return [];
    const draw = (x: number, y: number) =>
      `<circle cx="${tenth(x + 5)}" cy="${tenth(y)}" r="5" fill="${lightColor(colors[kind])}"/>`;
    return [{ text: `${count} ${kindNames[kind][count === 1 ? 0 : 1]}`, mark: 10, draw }];
  });
  const line = (text: string, edge: Pick<RelationEdge, 'type' | 'weight'>): LegendItem => ({
    text,
    mark: 22,
    draw: (x, y) => `<path d="M${tenth(x)} ${tenth(y)}h22" ${strokeOf(edge)}/>`,
  });
  const has = (wanted: (edge: RelationEdge) => boolean) => edges.some(wanted);
  return [
    ...kinds,
    ...(has(({ weight }) => weight !== null)
      ? [line('width: fraction held or exposed', { type: 'holds', weight: 0.5 })]
      : []),
    ...(has(({ type }) => dashed.has(type)) ? [line('near or about', { type: 'near', weight: null })] : []),
    ...(has(({ type }) => type === 'own_link') ? [line('your links', { type: 'own_link', weight: null })] : []),
  ];
}

function legendOf(items: readonly LegendItem[], width: number): { rows: number; svg(height: number): string } {
  let [x, row] = [SIDE - 8, 0];
  const placed = items.map((item) => {
    const wide = item.mark + 5 + textWidth(item.text, LEGEND_SIZE) + 12;
    if (x > SIDE - 8 && x + wide > width - 8) [x, row] = [SIDE - 8, row + 1];
    const place = { ...item, x, row };
    x += wide;
    return place;
  });
  const svg = (height: number) =>
    placed
      .map(({ text, mark, draw, x: left, row: line }) => {
        const y = height - (row - line) * ROW - 12;
        return draw(left, y - 4) + textAt(text, left + mark + 5, y, LEGEND_SIZE, 'text', 'start');
      })
      .join('');
  return { rows: row + 1, svg };
}
