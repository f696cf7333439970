import type { MapView, Pixel, Window } from '../projection/map-view.js';
import { type Crowd, CrowdCounter, drawCrowd, MAX_MARKS } from './crowds.js';
import type { DrawnFences } from './fences.js';
import { type LabelRequest, placeLabels } from './labels.js';
import type { LegendItem } from './legend.js';
import {
  drawMarks,
  type MarkKind,
  type MarkLayer,
  markKinds,
  type PlacedMark,
  SMALL_WIDTH,
  severityKind,
} from './marks.js';
import { townLabels } from './place-names.js';
import type { MapPoint, MapScene, MapTrack } from './scene.js';
import type { MapColors } from './theme.js';
import { drawTrack, speedRole, trackRole } from './tracks.js';

/**
 * Maximum number of vessels or aircraft with labels; with more objects there are no labels, since they would cover the
 * map.
 */
const MAX_NAMED = 60;
/** Severity below which events have no name in the image; their tooltip has it. */
const MIN_NAMED_SEVERITY = 3;

export interface Overlay {
  /** SVG that is cut at the edge of the map, in tenths of pixels. */
  shapes: string;
  /** SVG that is not cut at the edge, in tenths of pixels. */
  marks: string;
  /** SVG above the map, in pixels: names of marks. */
  labels: string;
  /** SVG above the map, in pixels: towns and ports with their names. */
  towns: string;
  legend: LegendItem[];
}

const kindItem = ({ shape, role, name }: MarkKind, count: number): LegendItem => ({
  mark: shape,
  role,
  text: `${name}: ${count.toLocaleString('en-US')}`,
});
const fenceItem = ({ inView, drawn }: Pick<DrawnFences, 'inView' | 'drawn'>): LegendItem => ({
  mark: 'dashes',
  role: 'fence',
  text: `geofences: ${drawn === inView ? '' : `${drawn} of `}${inView}`,
});
const silentItem = (count: number): LegendItem => ({
  mark: 'ring',
  role: 'muted',
  text: `no recent report (hollow): ${count.toLocaleString('en-US')}`,
});
/** Returns the entries of tracks. A single track with known speeds has the colors of speeds alone. */
const trackItems = (tracks: MapScene['tracks'] = []): LegendItem[] =>
  tracks.flatMap((track, index) => {
    const speeds = speedItems(track);
    const item = (text: string): LegendItem => ({ mark: 'line', role: trackRole(index), text });
    if (tracks.length > 1 || speeds.length === 0) return [item(track.label), ...speeds];
    const isUnknown = track.speeds?.some((speed, at) => at > 0 && Number.isNaN(speed)) === true;
    return isUnknown ? [...speeds, item('unknown speed')] : speeds;
  });
/** Returns the entries of the speed classes that a track has: `speed under 5 kn`, `5–10 kn`, `20 kn or more`. */
function speedItems({ speeds = [], speedLimits: limits = [] }: MapTrack): LegendItem[] {
  const classes = limits.length === 0 ? [] : [...limits, Number.POSITIVE_INFINITY];
  const classed = classes.flatMap((limit, index): LegendItem[] => {
    const from = limits[index - 1];
    // The first point is the end of no line.
    if (!speeds.some((speed, at) => at > 0 && speed < limit && speed >= (from ?? 0))) return [];
    const text =
      from === undefined
        ? `under ${limit} kn`
        : limit === Number.POSITIVE_INFINITY
          ? `${from} kn or more`
          : `${from}–${limit} kn`;
    return [{ mark: 'line', role: speedRole(index, limits), text }];
  });
  return classed.map((item, index) => (index === 0 ? { ...item, text: `speed ${item.text}` } : item));
}

const pointsOf = (layer: MapScene['vessels'] = []) => ('cells' in layer ? undefined : layer);
/** Returns the mark at the end of a single track. */
const endOf = ({ vessels, aircraft }: Partial<MapScene>) =>
  [vessels, aircraft].flatMap((layer) => pointsOf(layer) ?? [])[0];

/** Returns true for the track of one object and nothing else: the name at its end explains the mark. */
function isLoneTrack({ tracks = [], vessels, aircraft, events, pins, fences }: Partial<MapScene>): boolean {
  const points = [vessels, aircraft].map((layer) => pointsOf(layer)?.length ?? Number.POSITIVE_INFINITY);
  const isAlone = events === undefined && pins === undefined && fences === undefined;
  return tracks.length === 1 && isAlone && points.reduce((sum, count) => sum + count, 0) <= 1;
}

/**
 * Returns the longest legend that the layers of a scene may need, because the height of the map is determined before
 * its content.
 */
export function fullLegend(scene: Partial<MapScene>): LegendItem[] {
  const { vessels, aircraft, events, pins, fences, tracks } = scene;
  if (isLoneTrack(scene)) return [...(endOf(scene)?.stale ? [silentItem(1)] : []), ...trackItems(tracks)];
  const many = 88_888;
  const { underWay, atRest, flying, drifting, pin } = markKinds;
  return [
    ...(vessels === undefined ? [] : [kindItem(underWay, many), kindItem(atRest, many)]),
    ...(aircraft === undefined ? [] : [kindItem(flying, many), kindItem(drifting, 888)]),
    ...(events === undefined ? [] : [5, 4, 3, 2, 1].map((severity) => kindItem(severityKind(severity), 888))),
    ...(pins === undefined ? [] : [kindItem(pin, 88)]),
    ...(vessels === undefined && aircraft === undefined ? [] : [silentItem(888)]),
    ...(fences === undefined ? [] : [fenceItem({ inView: 888, drawn: 88 })]),
    ...trackItems(tracks),
  ];
}

const countedLayers = [
  { layer: 'vessels', role: 'vessel', kind: markKinds.underWay },
  { layer: 'aircraft', role: 'aircraft', kind: markKinds.flying },
] as const;

/**
 * Draws tracks and marks, more severe events later, and labels where there is space.
 * @param taken areas that must stay free of labels
 * @param positions positions of all marks, of which labels should cover few
 */
export function drawOverlay(
  scene: MapScene,
  view: MapView,
  colors: MapColors,
  fences: DrawnFences | undefined,
  taken: readonly Window[],
  positions: readonly Pixel[],
): Overlay {
  const { events, pins, tracks = [] } = scene;
  const legend: LegendItem[] = [];
  const requests: LabelRequest[] = [...(fences?.labels ?? [])];
  let [shapes, marks, crowds, silent] = [fences?.svg ?? '', '', '', 0];
  const drawLayer = (layer: MarkLayer, points: readonly MapPoint[], emptyKind: MarkKind | undefined) => {
    const drawn = drawMarks(view, colors, layer, points);
    marks += drawn.svg;
    silent += drawn.marks.filter(({ point }) => point.stale).length;
    if (isLoneTrack(scene)) return;
    for (const { kind, count } of drawn.counts)
      legend.push({ ...kindItem(kind, count), ...(layer === 'events' ? { eventCount: count } : {}) });
    if (drawn.counts.length === 0)
      legend.push(
        emptyKind === undefined
          ? { mark: severityKind(3).shape, role: 'muted', text: 'no events' }
          : kindItem(emptyKind, 0),
      );
    requests.push(...requestsOf(layer, drawn.marks, view));
  };
  for (const [index, track] of tracks.entries()) {
    const { svg, start, end, marks: hours } = drawTrack(view, colors, track, trackRole(index));
    shapes += svg;
    if (end === undefined || start === undefined) continue;
    requests.push({ ...end, text: track.label, reach: 5, weight: 20 });
    if (track.startLabel !== undefined)
      requests.push({ ...start, text: track.startLabel, reach: 5, weight: 15, role: 'muted' });
    requests.push(...hours.map((hour) => ({ ...hour, reach: 4, weight: 12, role: 'muted' as const })));
  }
  const counted = {
    vessels: crowdOf(view, 'vessels', scene.vessels),
    aircraft: crowdOf(view, 'aircraft', scene.aircraft),
  };
  const most = [counted.vessels, counted.aircraft]
    .flatMap((crowd) => crowd?.cells ?? [])
    .reduce((max, { count }) => Math.max(max, count), 1);
  for (const { layer, role, kind } of countedLayers) {
    const crowd = counted[layer];
    if (scene[layer] === undefined) continue;
    if (crowd === undefined) drawLayer(layer, scene[layer] as readonly MapPoint[], kind);
    else {
      crowds += drawCrowd(view, colors, crowd, role, most);
      legend.push({ mark: 'circle', role, text: `${layer}, counted: ${crowd.total.toLocaleString('en-US')}` });
    }
  }
  if (events !== undefined) drawLayer('events', events, undefined);
  if (pins !== undefined) drawLayer('pins', pins, markKinds.pin);
  if (silent > 0) legend.push(silentItem(silent));
  requests.push(...townLabels(view, colors));
  requests.sort((a, b) => b.weight - a.weight);
  const { svg: labels, towns } = placeLabels(colors, requests, view.frame, taken, positions);
  return {
    shapes,
    marks: `${crowds === '' ? '' : `<g transform="scale(10)">${crowds}</g>`}${marks}`,
    labels,
    towns,
    legend: [...legend, ...(fences === undefined ? [] : [fenceItem(fences)]), ...trackItems(tracks)],
  };
}

/** Returns the areas of the map that the scale bar and the source cover. */
export function cornersOf({ frame: { x, y, width, height } }: MapView): Window[] {
  return [
    { left: x, top: y + height - 30, right: x + Math.min(200, width / 2), bottom: y + height },
    { left: x + width - Math.min(160, width / 3), top: y + height - 18, right: x + width, bottom: y + height },
  ];
}

/** Returns counts per cell when there are too many points to draw each; undefined otherwise. */
function crowdOf(
  view: MapView,
  layer: 'vessels' | 'aircraft',
  shown: readonly MapPoint[] | Crowd = [],
): Crowd | undefined {
  if ('cells' in shown) return shown;
  if (shown.length <= MAX_MARKS) return undefined;
  const counter = new CrowdCounter(view, layer);
  for (const { lon, lat } of shown) counter.add(lon, lat);
  return counter.crowd;
}

/**
 * Returns the label requests of a layer. Pins have the highest weight, then severe events, then moving objects. Events
 * of low severity have no label; in small images only pins do.
 */
function requestsOf(layer: MarkLayer, marks: readonly PlacedMark[], view: MapView): LabelRequest[] {
  const isMoving = layer === 'vessels' || layer === 'aircraft';
  if (layer !== 'pins' && view.frame.width < SMALL_WIDTH) return [];
  if (isMoving && marks.length > MAX_NAMED) return [];
  return marks
    .filter(({ point }) => point.label && (layer !== 'events' || (point.severity ?? 1) >= MIN_NAMED_SEVERITY))
    .map(({ x, y, point }) => ({
      x,
      y: layer === 'pins' ? y - 8 : y,
      text: point.label as string,
      reach: 7,
      weight: isMoving ? 0 : layer === 'pins' ? 10 : (point.severity ?? 1),
    }));
}
