import { escapedText } from '../../../../charts/finish-svg.js';
import { severityWords } from '../../../../events/severity-words.js';
import { directionOnMap, isInFrame, type MapView, nearLongitude } from '../projection/map-view.js';
import { pathOf } from '../projection/path-writer.js';
import type { MapPoint } from './scene.js';
import { arrow, drifting, pinShape, placed, plane, resting, type Shape, severities, smallPlane } from './symbols.js';
import type { MapColors, MapRole } from './theme.js';

/** Maximum number of marks with a tooltip; above it, all marks of a kind are drawn as one path. */
const MAX_NAMED = 250;

/** A kind of mark with its entry in the legend. */
export interface MarkKind {
  shape: Shape;
  role: MapRole;
  /** Name in the legend. */
  name: string;
}

export const markKinds = {
  underWay: { shape: arrow, role: 'vessel', name: 'vessels under way' },
  atRest: { shape: resting, role: 'vessel', name: 'vessels at rest' },
  flying: { shape: plane, role: 'aircraft', name: 'aircraft' },
  drifting: { shape: drifting, role: 'aircraft', name: 'aircraft without a track' },
  pin: { shape: pinShape, role: 'pin', name: 'pins' },
} as const satisfies Record<string, MarkKind>;

/** Returns the mark of events of a severity. @param severity 1 to 5 */
export const severityKind = (severity: number): MarkKind => ({
  shape: severities[severity - 1] as Shape,
  role: `severity${severity}` as MapRole,
  name: `${severityWords[severity]} events`,
});

export type MarkLayer = 'vessels' | 'aircraft' | 'events' | 'pins';

function kindOf(layer: MarkLayer, { bearing, severity = 1 }: MapPoint): MarkKind {
  const isTurned = bearing !== undefined && bearing !== null;
  if (layer === 'vessels') return isTurned ? markKinds.underWay : markKinds.atRest;
  if (layer === 'aircraft') return isTurned ? markKinds.flying : markKinds.drifting;
  return layer === 'pins' ? markKinds.pin : severityKind(Math.max(1, Math.min(5, Math.round(severity))));
}

/** A visible mark. */
export interface PlacedMark {
  x: number;
  y: number;
  point: MapPoint;
}

export interface DrawnMarks {
  svg: string;
  /** Number of visible marks of each kind, the most severe events first. */
  counts: Array<{ kind: MarkKind; count: number }>;
  marks: PlacedMark[];
}

/** Draws the marks of one layer by kind, with more severe events above less severe ones. */
export function drawMarks(view: MapView, colors: MapColors, layer: MarkLayer, points: readonly MapPoint[]): DrawnMarks {
  const groups = new Map<string, { kind: MarkKind; marks: PlacedMark[] }>();
  const all: PlacedMark[] = [];
  for (const point of points) {
    const mark = { x: 0, y: 0, point };
    view.project(nearLongitude(view, point.lon), point.lat, mark);
    if (!isInFrame(view, mark)) continue;
    const kind = kindOf(layer, point);
    const group = groups.get(kind.name) ?? { kind, marks: [] };
    groups.set(kind.name, group);
    group.marks.push(mark);
    all.push(mark);
  }
  const ordered = [...groups.values()].sort(
    (a, b) => drawingOrder.indexOf(a.kind.name) - drawingOrder.indexOf(b.kind.name),
  );
  const size = sizeOf(layer, all.length, view);
  const svg = ordered
    .map(({ kind, marks }) => drawKind(view, colors, kind, marks, { size, isNamed: all.length <= MAX_NAMED }))
    .join('');
  const counts = ordered.toReversed().map(({ kind, marks }) => ({ kind, count: marks.length }));
  return { svg, counts, marks: all };
}

/** Names of the kinds in drawing order: later kinds are drawn on top. The legend has the reverse order. */
const drawingOrder = [
  markKinds.atRest,
  markKinds.underWay,
  markKinds.drifting,
  markKinds.flying,
  ...[1, 2, 3, 4, 5].map(severityKind),
].map(({ name }) => name as string);

/** Width in pixels below which a map has small marks and no names of objects. */
export const SMALL_WIDTH = 568;
/**
 * Scale in pixels per degree below which aircraft are drawn smaller; at full size they would be as large as a country.
 */
const AIRCRAFT_SCALE = 8;

/** Returns the size factor of marks; marks are smaller where there are many, and in small images. */
function sizeOf(layer: MarkLayer, count: number, { frame, pixelsPerDegree }: MapView): number {
  const part = frame.width < SMALL_WIDTH ? 0.65 : 1;
  if (layer === 'vessels') return part * (count <= 400 ? 1 : count <= 1_200 ? 0.8 : 0.65);
  if (layer !== 'aircraft') return part < 1 ? 0.8 : 1;
  return part * Math.min(pixelsPerDegree < AIRCRAFT_SCALE ? 0.65 : 1, count <= 200 ? 1 : count <= 600 ? 0.8 : 0.6);
}

function drawKind(
  view: MapView,
  colors: MapColors,
  kind: MarkKind,
  marks: readonly PlacedMark[],
  how: { size: number; isNamed: boolean },
): string {
  const [fresh, stale] = [marks.filter(({ point }) => !point.stale), marks.filter(({ point }) => point.stale)];
  const draw = (group: readonly PlacedMark[], look: string) => {
    if (group.length === 0) return '';
    const outline = (mark: PlacedMark) => {
      const { bearing, lon, lat } = mark.point;
      const turn = typeof bearing === 'number' ? directionOnMap(view, nearLongitude(view, lon), lat, bearing) : 0;
      return placed(how.size < 0.8 && kind.shape === plane ? smallPlane : kind.shape, mark.x, mark.y, turn, how.size);
    };
    if (how.isNamed) {
      const named = group.map((mark) => {
        const title = mark.point.label ? `<title>${escapedText(mark.point.label)}</title>` : '';
        const d = pathOf([outline(mark)]);
        return title === '' ? `<path d="${d}"/>` : `<path d="${d}">${title}</path>`;
      });
      return `<g stroke-linejoin="round"${look}>${named.join('')}</g>`;
    }
    return `<path stroke-linejoin="round"${look} d="${pathOf(group.map(outline))}"/>`;
  };
  const hollow = ` stroke-width="${8 * how.size}"${colors.of({ fill: 'ground', stroke: kind.role })}`;
  // The halo of a path is below all its marks; above them, halos would make a cluster white.
  const solid = ` stroke-width="${12 * how.size}" paint-order="stroke"${colors.of({ fill: kind.role, stroke: 'ground' })}`;
  return draw(stale, hollow) + draw(fresh, solid);
}
