import { threadFunction } from '../../../../threads/thread-call.js';
import type { StillShape } from '../../geofences/geofence.js';
import { type CurvedOutline, circleCurves, corridorCurves, polygonCurves } from '../../geometry/outline-curves.js';
import { renderMap } from './render-map.js';
import type { MapScene } from './scene.js';

/**
 * A map whose content can be copied to a thread. Geofences are shapes here, because their curves are functions, which
 * cannot be copied.
 */
export interface SentScene extends Omit<MapScene, 'fences'> {
  fences?: ReadonlyArray<{ label: string; shape: StillShape }>;
}

/** Renders a map; runs in a thread. @returns an SVG document */
export function renderSentMap({ fences, ...scene }: SentScene): Promise<string> {
  return renderMap({
    ...scene,
    ...(fences && { fences: fences.map(({ label, shape }) => ({ label, outline: outlineOf(shape) })) }),
  });
}

export const mapInThread = threadFunction<typeof renderSentMap>(new URL(import.meta.url), 'renderSentMap');

/** Returns the outline of a shape as curves for the map projection. */
export function outlineOf(shape: StillShape): CurvedOutline {
  if (shape.type === 'polygon') return polygonCurves([[shape.coordinates]]);
  if (shape.type === 'Polygon') return polygonCurves([shape.coordinates]);
  if (shape.type === 'MultiPolygon') return polygonCurves(shape.coordinates);
  if (shape.type === 'circle') return circleCurves(shape.center.lat, shape.center.lon, shape.radiusMeters);
  return corridorCurves(shape.line, shape.widthMeters);
}
