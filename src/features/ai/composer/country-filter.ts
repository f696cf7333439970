import { countryShape } from '../../geospatial/land/country-shape.js';
import { fieldsOf, listOf, numberOf } from './answers/template.js';
import { EVENT_METERS, WATERS_METERS } from './question-types/country-waters.js';
import type { PlannedCall } from './question-types/question-type.js';

const METERS_PER_DEGREE = 111_320;
/** Points around a position that are looked for on land: the position is in the waters of the country if one is. */
const DIRECTIONS = 16;
/** Results of the box around a country that are compared with its shape. */
const MAX_LISTED = 100;
const FILTERED: ReadonlySet<string> = new Set(['list_vessels', 'list_aircraft', 'list_geo_events']);

/** True for a position on the land of a country or within a distance of it; undefined without its shape. */
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

/** The call whose results can be filtered by the shape of a country. */
export const withMore = (call: PlannedCall): PlannedCall =>
  FILTERED.has(call.tool) && typeof call.about?.country === 'string'
    ? { ...call, arguments: { limit: MAX_LISTED, ...call.arguments } }
    : call;

/** The answer of a tool without the results outside of the country of the question and its waters. */
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
