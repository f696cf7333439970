import { deadweightOfHull } from '../../geospatial/deadweight.js';
import type { CountryAreas } from '../../geospatial/land/country-areas.js';
import { type Fields, fieldsOf, listOf, numberOf, valueAt } from './answers/template.js';
import { EVENT_METERS, WATERS_METERS } from './question-types/area-arguments.js';
import type { PlannedCall } from './question-types/question-type.js';
import type { Limit } from './spans/span.js';

const METERS_PER_DEGREE = 111_320;
/**
 * Number of points around a position that are tested: the position is in the waters of the country if one of the points
 * is on its land.
 */
const DIRECTIONS = 16;
/** Number of results that are requested to be filtered; a limit in the question takes precedence. */
const MAX_LISTED = 100;
const FILTERED: ReadonlySet<string> = new Set(['list_vessels', 'list_aircraft', 'list_geo_events']);

/** Distances of the points that are tested, as fractions of the distance to which the waters of a country reach. */
const STEPS = [0.1, 0.25, 0.5, 0.75, 1];

/**
 * Returns true for a position on the land of a country, and for one within a distance of its land whose nearest land is
 * not another country's: an earthquake off Taiwan is not one of Japan, whose islands are 110 km away. Undefined if the
 * shape of the country is unknown.
 */
export function isInCountry(
  areas: CountryAreas,
  code: string,
  lat: number,
  lon: number,
  meters: number,
): boolean | undefined {
  const area = areas.areaOf(code);
  if (area === undefined) return undefined;
  if (area.contains(lat, lon)) return true;
  if (areas.codeAt(lat, lon) !== undefined) return false;
  for (const step of STEPS) {
    const height = (meters * step) / METERS_PER_DEGREE;
    const width = height / Math.max(0.05, Math.cos((lat * Math.PI) / 180));
    const points = Array.from({ length: DIRECTIONS }, (_, index) => (index * 2 * Math.PI) / DIRECTIONS).map(
      (angle) => [lat + height * Math.sin(angle), lon + width * Math.cos(angle)] as const,
    );
    if (points.some((point) => area.contains(...point))) return true;
    if (points.some((point) => areas.codeAt(...point) !== undefined)) return false;
  }
  return false;
}

/** Whether the results of a call are filtered by values that its tool does not accept as arguments. */
const isFiltered = ({ tool, about }: PlannedCall): boolean =>
  FILTERED.has(tool) &&
  ['country', 'maxSpeedKnots', 'minMagnitude', 'limits', 'excluded', 'registeredIn', 'order'].some(
    (name) => about?.[name] !== undefined,
  );

/**
 * Returns a call with a higher limit, and with the whole of its country, if its results are filtered; otherwise the
 * call itself.
 */
export const withMore = (call: PlannedCall, areas: CountryAreas): PlannedCall =>
  isFiltered(call)
    ? { ...call, arguments: { limit: MAX_LISTED, ...call.arguments, ...wholeCountry(call, areas) } }
    : call;

/**
 * Returns a box that also contains the largest part of the land of the call's country with the sea around it: the box
 * of a question contains its cities, and Iceland has one. Empty if the call has no country or no box.
 */
function wholeCountry({ arguments: { bbox }, about = {} }: PlannedCall, areas: CountryAreas): { bbox?: number[] } {
  const land = typeof about.country === 'string' ? areas.boxOf(about.country) : undefined;
  if (!Array.isArray(bbox) || land === undefined) return {};
  const [west, south, east, north] = bbox as [number, number, number, number];
  const height = EVENT_METERS / METERS_PER_DEGREE;
  const width = height / Math.max(0.05, Math.cos((((land.south + land.north) / 2) * Math.PI) / 180));
  return {
    bbox: [
      Math.max(-180, Math.min(west, land.west - width)),
      Math.max(-90, Math.min(south, land.south - height)),
      Math.min(180, Math.max(east, land.east + width)),
      Math.min(90, Math.max(north, land.north + height)),
    ].map((degrees) => Math.round(degrees * 10_000) / 10_000),
  };
}

/**
 * Returns the result of a call without items that do not fit the question: items outside of its country and the
 * country's waters, vessels that are faster or of unknown speed, earthquakes that are weaker or of unknown magnitude,
 * items beyond other limits, and excluded types and flags. Items without a position stay, and all items if the shape of
 * the country is unknown.
 */
export function fitting(value: unknown, call: PlannedCall, areas: CountryAreas): unknown {
  if (!isFiltered(call)) return value;
  const { tool, about = {} } = call;
  const { country } = about;
  const [maxSpeed, minMagnitude] = [numberOf(about.maxSpeedKnots), numberOf(about.minMagnitude)];
  const fields = fieldsOf(value);
  const meters = tool === 'list_geo_events' ? EVENT_METERS : WATERS_METERS;
  const isInside = (item: Fields) => {
    const { lat, lon } = fieldsOf(item.position ?? item);
    const [known, side] = [numberOf(lat), numberOf(lon)];
    if (typeof country !== 'string' || known === undefined || side === undefined) return true;
    return isInCountry(areas, country, known, side, meters) !== false;
  };
  const isSlow = (item: Fields) =>
    maxSpeed === undefined || (numberOf(item.speedKnots) ?? Number.POSITIVE_INFINITY) <= maxSpeed;
  const isStrong = (item: Fields) =>
    minMagnitude === undefined || (numberOf(fieldsOf(item.magnitude).value) ?? 0) >= minMagnitude;
  const limits = (about.limits ?? []) as readonly Limit[];
  const excluded = (about.excluded ?? []) as ReadonlyArray<{ type: string; value: string }>;
  const isWithin = (item: Fields) => limits.every((limit) => isIn(limit, item));
  const isKept = ({ country: state }: Fields) => about.registeredIn === undefined || state === about.registeredIn;
  const isExcluded = (item: Fields) =>
    excluded.some(({ type, value: out }) => out === (type === 'shipType' ? item.shipType : item.flag));
  const kept = listOf(fields.items).filter(
    (item) => isInside(item) && isSlow(item) && isStrong(item) && isWithin(item) && isKept(item) && !isExcluded(item),
  );
  return { ...fields, items: typeof about.order === 'string' ? ordered(kept, about.order) : kept };
}

/** Returns items by the value of a field, those without a value last. @param order `-` before the field: descending */
function ordered(items: readonly Fields[], order: string): Fields[] {
  const [field, sign] = order.startsWith('-') ? [order.slice(1), -1] : [order, 1];
  const known = (item: Fields) => numberOf(valueAt(item, field));
  const [withValue, without] = [
    items.filter((item) => known(item) !== undefined),
    items.filter((item) => known(item) === undefined),
  ];
  return [...withValue.sort((one, other) => sign * ((known(one) ?? 0) - (known(other) ?? 0))), ...without];
}

/** Returns the estimated deadweight (t) of a cargo ship or tanker; null for other types and unknown sizes. */
function deadweightOf({ shipType, lengthMeters, beamMeters, draughtMeters }: Fields): number | null {
  const size = {
    lengthMeters: numberOf(lengthMeters),
    beamMeters: numberOf(beamMeters),
    draughtMeters: numberOf(draughtMeters),
  };
  return shipType === 'cargo' || shipType === 'tanker' ? deadweightOfHull(size) : null;
}

/** Whether an item is within a limit; false if its property is unknown. */
function isIn({ of, min = Number.NEGATIVE_INFINITY, max = Number.POSITIVE_INFINITY }: Limit, item: Fields): boolean {
  const values = {
    speed: item.speedKnots,
    altitude: item.altitudeFeet,
    depth: item.depthKm,
    deadweight: deadweightOf(item),
    length: item.lengthMeters,
    draught: item.draughtMeters,
    severity: item.severity,
    magnitude: fieldsOf(item.magnitude).value,
  };
  const value = numberOf(values[of]);
  return value !== undefined && value >= min && value <= max;
}
