import { threadFunction } from '../../../threads/thread-call.js';
import type { StillShape } from '../geofences/geofence.js';
import { type CurvedOutline, circleCurves, corridorCurves, polygonCurves } from '../geometry/outline-curves.js';
import type { Corner } from '../geometry/ring.js';
import { drawMap, type MapDrawing } from './map-drawing.js';

/** A map whose content can be copied to a thread: fences are shapes here, since their curves are functions. */
export interface SentMap extends Omit<MapDrawing, 'fences'> {
  fences?: ReadonlyArray<{ label: string; shape: StillShape }>;
}

/** Draws a map: what runs in the thread. @returns an SVG document */
export function drawSentMap({ fences, ...drawing }: SentMap): Promise<string> {
  return drawMap({ ...drawing, ...(fences && { fences: fences.map(({ label, shape }) => ({ label, outline: outlineOf(shape) })) }) });
}

export const mapInThread = threadFunction<typeof drawSentMap>(new URL(import.meta.url), 'drawSentMap');

/** Rings of polygons that do not overlap: what is in an even number of them is a hole. */
const ringsCurves = (rings: readonly (readonly Corner[])[]): CurvedOutline => ({ rings: rings.flatMap((ring) => polygonCurves(ring).rings) });

/** The edge of a fence. */
export function outlineOf(shape: StillShape): CurvedOutline {
  if (shape.type === 'polygon') return polygonCurves(shape.coordinates);
  if (shape.type === 'Polygon') return ringsCurves(shape.coordinates);
  if (shape.type === 'MultiPolygon') return ringsCurves(shape.coordinates.flat());
  if (shape.type === 'circle') return circleCurves(shape.center.lat, shape.center.lon, shape.radiusMeters);
  return corridorCurves(shape.line, shape.widthMeters);
}
