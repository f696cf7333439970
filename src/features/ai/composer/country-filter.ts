import { countryShape } from '../../geospatial/land/country-shape.js';
import { fieldsOf, listOf, numberOf } from './answers/template.js';
import { EVENT_METERS, WATERS_METERS } from './question-types/country-waters.js';
import type { PlannedCall } from './question-types/question-type.js';

const METERS_PER_DEGREE = 111_320;
/**
 * Number of points around a position that are tested: the position is in the waters of the country if one of the points
 * is on its land.
 */
const DIRECTIONS = 16;
/**
 * Number of results that are requested for the bounding box of a country, to be compared with its shape; a limit in the
 * question takes precedence.
 */
const MAX_LISTED = 100;
const FILTERED: ReadonlySet<string> = new Set(['list_vessels', 'list_aircraft', 'list_geo_events']);

/**
 * Returns true for a position on the land of a country or within a distance of its land; undefined if its shape is
 * unknown.
 */
export function isInCountry(code: string, lat: number, lon: number, meters: number): boolean | undefined {
  const area = countryShape(code)?.area;
  if (area === undefined) return undefined;
  if (area.contains(lat, lon)) return true;
  const height = meters / METERS_PER_DEGREE;
  const width = height / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
  return Array.from({ length: DIRECTIONS }, (_, index) => (index * 2 * Math.PI) / DIRECTIONS).some((angle) =>
    area.contains(lat + height * Math.sin(angle), lon + width * Math.cos(angle)),
  );
}

/**
 * Returns a call with a higher limit if its results can be filtered by the shape of a country; otherwise the call
 * itself.
 */
export const withMore = (call: PlannedCall): PlannedCall =>
  FILTERED.has(call.tool) && typeof call.about?.country === 'string'
    ? { ...call, arguments: { limit: MAX_LISTED, ...call.arguments } }
    : call;

/**
 * Returns the result of a call without items outside the country of the question and its waters. Items without a
 * position stay, and all items if the shape of the country is unknown.
 */
export function withinCountry(value: unknown, { tool, about }: PlannedCall): unknown {
  const country = about?.country;
  if (!FILTERED.has(tool) || typeof country !== 'string') return value;
  const fields = fieldsOf(value);
  const meters = tool === 'list_geo_events' ? EVENT_METERS : WATERS_METERS;
  const items = listOf(fields.items).filter((item) => {
    const { lat, lon } = fieldsOf(item.position ?? item);
    const [known, side] = [numberOf(lat), numberOf(lon)];
    return known === undefined || side === undefined || isInCountry(country, known, side, meters) !== false;
  });
  return { ...fields, items };
}
