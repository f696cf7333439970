import { type AnyColumn, or, type SQL } from '../../database/drizzle.js';
import { pointWithin } from '../../database/point-within.js';
import type { Area } from './area.js';

/** Whether a place in a table is in one of the boxes of an area. A longitude of 180 is kept as -180, which `boxContains` knows, too. */
export function withinArea(lon: AnyColumn, lat: AnyColumn, { boxes }: Area): SQL | undefined {
  const edges = boxes.filter(({ east }) => east === 180).map((box) => ({ ...box, west: -180, east: -180 }));
  return or(...[...boxes, ...edges].map((box) => pointWithin(lon, lat, box)));
}
