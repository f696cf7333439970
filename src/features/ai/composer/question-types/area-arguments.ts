import type { AreaOfPlace } from '../../../../language/place-span.js';
import type { Limit } from '../spans/span.js';
import type { QuestionInput } from './question-type.js';

const METERS_PER_DEGREE = 111_320;
const MAX_RADIUS_METERS = 5_000_000;
const MIN_COSINE = 0.05;

/**
 * Width of territorial waters: 12 nautical miles. `EVENT_METERS` is larger, because natural events occur farther off
 * the coast.
 */
export const WATERS_METERS = 22_224;
export const EVENT_METERS = 100_000;

/** Returns the parameters of a call for an area: its box, or the circle around it. */
export function areaArguments(place: AreaOfPlace | undefined, distance?: number): Record<string, unknown> {
  if (place === undefined) return {};
  if (place.bbox !== undefined && distance === undefined) return { bbox: [...place.bbox] };
  return { near: [place.lat, place.lon], radiusMeters: Math.min(MAX_RADIUS_METERS, distance ?? place.radiusMeters) };
}

/**
 * Returns a box around a place as west, south, east, north in degrees; it may cross the antimeridian.
 * @param distance half of the width of the box (m); default: the extent of the place
 */
export function boxAround({ bbox, lat, lon, radiusMeters }: AreaOfPlace, distance?: number): number[] {
  if (bbox !== undefined && distance === undefined) return [...bbox];
  const height = Math.min(MAX_RADIUS_METERS, distance ?? radiusMeters) / METERS_PER_DEGREE;
  const width = height / Math.max(MIN_COSINE, Math.cos((lat * Math.PI) / 180));
  const rounded = (value: number) => Math.round(value * 10_000) / 10_000;
  const wrapped = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;
  return [wrapped(lon - width), Math.max(-90, lat - height), wrapped(lon + width), Math.min(90, lat + height)].map(
    rounded,
  );
}

/** Fields by which results are ordered, by the words of questions; `-` before a field: the greatest value first. */
export type Orders = Readonly<Record<string, string>>;

/** Returns the order of the results that a question names, for the kinds whose results have the field. */
export const orderOf = ({ slots }: QuestionInput, orders: Orders): { order?: string } => {
  const order = orders[slots.get('order') ?? ''];
  return order === undefined ? {} : { order };
};

/** Returns the words for orders by which the results cannot be ordered. */
export const otherOrders = ({ slots }: QuestionInput, orders: Orders): string[] =>
  slots.all('order').filter((word) => orders[word] === undefined);

/** Whether a question limits no other properties. */
export const areLimits = ({ slots }: QuestionInput, of: readonly string[]): boolean =>
  slots.all('limit').every((limit) => of.includes(limit.of));
/** Properties of the size of a vessel that a question can limit. */
export const SIZES: readonly Limit['of'][] = ['deadweight', 'length', 'draught'];
export const speedOf = ({ slots }: QuestionInput) => slots.all('limit').find(({ of }) => of === 'speed');
/** Deadweights (t) by which the trade names classes of ships. */
const CLASSES: ReadonlyArray<readonly [pattern: RegExp, limit: Omit<Limit, 'of'>]> = [
  [/\bulccs?\b/, { min: 320_000 }],
  [/\bvlccs?\b/, { min: 200_000 }],
  [/\bsupertankers?\b/, { min: 200_000 }],
  [/\bsuezmax(?:es)?\b/, { min: 120_000, max: 200_000 }],
  [/\baframax(?:es)?\b/, { min: 80_000, max: 120_000 }],
  [/\bcapes(?:izes?)?\b/, { min: 100_000 }],
  [/\bpanamax(?:es)?\b/, { min: 60_000, max: 85_000 }],
  [/\bsupramax(?:es)?\b/, { min: 45_000, max: 60_000 }],
  [/\bhandysizes?\b/, { min: 15_000, max: 40_000 }],
];
/** Returns the limits of sizes that a question names, or that a class of ships such as `VLCC` implies. */
export const sizesOf = ({ slots, words }: QuestionInput): Limit[] => {
  const named = slots.all('limit').filter(({ of }) => SIZES.includes(of));
  const implied = CLASSES.find(([pattern]) => pattern.test(words));
  return named.length > 0 || implied === undefined ? named : [{ of: 'deadweight', ...implied[1] }];
};
/** Returns the minimum magnitude of a question. */
export const minMagnitudeOf = ({ slots }: QuestionInput): number | undefined =>
  slots.get('magnitude') ?? slots.all('limit').find(({ of }) => of === 'magnitude')?.min;
/** Whether a question excludes values of no other types. */
export const areExcluded = ({ slots }: QuestionInput, types: readonly string[]): boolean =>
  slots.all('excluded').every(({ type }) => types.includes(type));
