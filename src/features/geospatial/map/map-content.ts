import type { Window } from './clip.js';
import { type Crowd, CrowdCounter, drawCrowd, MAX_MARKS } from './crowds.js';
import { type DrawnDensity, fullDensityLegend } from './density-on-map.js';
import type { DrawnFences } from './fences-on-map.js';
import type { LegendItem } from './legend.js';
import type { MapColours } from './map-colours.js';
import type { MapDrawing, MapPoint } from './map-drawing.js';
import type { MapView } from './map-view.js';
import { drawMarks, type MarkKind, type MarkLayer, markKinds, type PlacedMark, severityKind } from './marks.js';
import { type Area, type LabelRequest, placeLabels } from './place-labels.js';
import { drawTrack, trackRole } from './tracks-on-map.js';

/** Maximum number of named vessels and aircraft; more names would cover the map. */
const MAX_NAMED = 60;

export interface MapContent {
  /** Inside the map, in tenths of pixels. */
  marks: string;
  /** Over it, in pixels. */
  labels: string;
  legend: LegendItem[];
}

const crowdItem = (role: 'vessel' | 'aircraft', name: string, total: number): LegendItem => ({
  mark: 'circle',
  role,
  text: `${name}, counted: ${total.toLocaleString('en-US')}`,
});
const kindItem = ({ shape, role, name }: MarkKind, count: number): LegendItem => ({ mark: shape, role, text: `${name}: ${count.toLocaleString('en-US')}` });

/** As much legend as the layers of a drawing can need: how high the map is must be known before what is on it. */
export function fullLegend({ vessels, aircraft, events, pins, fences, tracks, density }: Partial<MapDrawing>): LegendItem[] {
  const many = 88_888;
  const { underWay, atRest, flying, drifting, pin } = markKinds;
  return [
    ...(density === undefined ? [] : fullDensityLegend(density.layer)),
    ...(vessels === undefined ? [] : [kindItem(underWay, many), kindItem(atRest, many)]),
    ...(aircraft === undefined ? [] : [kindItem(flying, many), kindItem(drifting, 888)]),
    ...(events === undefined ? [] : [5, 4, 3, 2, 1].map((severity) => kindItem(severityKind(severity), 888))),
    ...(pins === undefined ? [] : [kindItem(pin, 88)]),
    ...(vessels === undefined && aircraft === undefined ? [] : [silentItem(888)]),
    ...(fences === undefined ? [] : [fenceItem({ inView: 888, drawn: 88 })]),
    ...trackItems(tracks),
  ];
}

const fenceItem = ({ inView, drawn }: Pick<DrawnFences, 'inView' | 'drawn'>): LegendItem => ({
  mark: 'dashes',
  role: 'fence',
  text: `geofences: ${drawn === inView ? '' : `${drawn} of `}${inView}`,
});
const silentItem = (count: number): LegendItem => ({ mark: 'ring', role: 'muted', text: `hollow: silent lately, ${count.toLocaleString('en-US')}` });
const trackItems = (tracks: MapDrawing['tracks'] = []): LegendItem[] =>
  tracks.map(({ label }, index) => ({ mark: 'line', role: trackRole(index), text: label }));

/** What takes a while to draw, drawn already. */
export interface DrawnAreas {
  density?: DrawnDensity;
  fences?: DrawnFences;
}

/** Overlay content, drawn in ascending severity. */
export function drawContent(drawing: MapDrawing, view: MapView, colours: MapColours, window: Window, areas: DrawnAreas, taken: readonly Area[]): MapContent {
  const { events, pins, tracks = [] } = drawing;
  const { density, fences } = areas;
  const legend: LegendItem[] = [...(density?.legend ?? [])];
  const wishes: LabelRequest[] = [...(fences?.wishes ?? [])];
  let [marks, crowds, silent] = ['', '', 0];
  const drawLayer = (layer: MarkLayer, points: readonly MapPoint[], emptyKind: MarkKind | undefined) => {
    const drawn = drawMarks(view, colours, layer, points);
    marks += drawn.svg;
    silent += drawn.marks.filter(({ point }) => point.stale).length;
    for (const { kind, count } of drawn.counts) legend.push(kindItem(kind, count));
    if (drawn.counts.length === 0)
      legend.push(emptyKind === undefined ? { mark: severityKind(3).shape, role: 'muted', text: 'no events' } : kindItem(emptyKind, 0));
    wishes.push(...wishesOf(layer, drawn.marks));
  };
  for (const [index, track] of tracks.entries()) {
    const { svg, end } = drawTrack(view, colours, track, trackRole(index), window);
    marks += svg;
    if (end !== undefined) wishes.push({ ...end, text: track.label, reach: 5, weight: 20 });
  }
  const counted = { vessels: crowdOf(view, 'vessels', drawing.vessels), aircraft: crowdOf(view, 'aircraft', drawing.aircraft) };
  const most = [counted.vessels, counted.aircraft].flatMap((crowd) => crowd?.cells ?? []).reduce((max, { count }) => Math.max(max, count), 1);
  for (const [layer, role, name, kind] of [
    ['vessels', 'vessel', 'vessels', markKinds.underWay],
    ['aircraft', 'aircraft', 'aircraft', markKinds.flying],
  ] as const) {
    const crowd = counted[layer];
    if (drawing[layer] === undefined) continue;
    if (crowd === undefined) drawLayer(layer, drawing[layer] as readonly MapPoint[], kind);
    else {
      crowds += drawCrowd(view, colours, crowd, role, most);
      legend.push(crowdItem(role, name, crowd.total));
    }
  }
  if (events !== undefined) drawLayer('events', events, undefined);
  if (pins !== undefined) drawLayer('pins', pins, markKinds.pin);
  if (silent > 0) legend.push(silentItem(silent));
  wishes.sort((a, b) => b.weight - a.weight);
  const { x, y, width, height } = view.frame;
  const bar = { left: x, top: y + height - 30, right: x + Math.min(200, width / 2), bottom: y + height };
  const source = { left: x + width - 80, top: y + height - 18, right: x + width, bottom: y + height };
  return {
    marks: `${fences?.svg ?? ''}${crowds === '' ? '' : `<g transform="scale(10)">${crowds}</g>`}${marks}`,
    labels: placeLabels(colours, wishes, view.frame, [bar, source, ...taken]),
    legend: [...legend, ...(fences === undefined ? [] : [fenceItem(fences)]), ...trackItems(tracks)],
  };
}

/** Counted where there are too many to draw each; undefined where there are not. */
function crowdOf(view: MapView, layer: 'vessels' | 'aircraft', shown: readonly MapPoint[] | Crowd = []): Crowd | undefined {
  if ('cells' in shown) return shown;
  if (shown.length <= MAX_MARKS) return undefined;
  const counter = new CrowdCounter(view, layer);
  for (const { lon, lat } of shown) counter.add(lon, lat);
  return counter.crowd;
}

/** Pins before events, the graver before the slighter, all before what moves. */
function wishesOf(layer: MarkLayer, marks: readonly PlacedMark[]): LabelRequest[] {
  const isMoving = layer === 'vessels' || layer === 'aircraft';
  if (isMoving && marks.length > MAX_NAMED) return [];
  return marks
    .filter(({ point }) => point.label)
    .map(({ x, y, point }) => ({
      x,
      y: layer === 'pins' ? y - 8 : y,
      text: point.label as string,
      reach: 7,
      weight: isMoving ? 0 : layer === 'pins' ? 10 : (point.severity ?? 1),
    }));
}
