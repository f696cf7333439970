import { normalLongitude, type Position } from '../../position.js';

// Compact Position Reporting (CPR) of ADS-B: a position is sent as 17 bits within a zone of latitude and longitude, by
// turns in an even and an odd grid. Formulas: RTCA DO-260B, A.1.7; J. Sun, The 1090 Megahertz Riddle, chapter 5.

/** An encoded position. */
export interface CompactPosition {
  isOdd: boolean;
  /** Fractions of a zone, from 0 to before 1. */
  lat: number;
  lon: number;
}

/** Number of zones of latitude between the equator and a pole. */
const ZONES = 15;
const SCALE = 131_072;

/** Returns a compact position of its two numbers of 17 bits. */
export const compact = (isOdd: boolean, lat: number, lon: number): CompactPosition => ({
  isOdd,
  lat: lat / SCALE,
  lon: lon / SCALE,
});

/** Latitudes (degrees) at which the number of zones of longitude decreases, from 59 at the equator to 1. */
const transitions = Float64Array.from({ length: 58 }, (_, index) => {
  const zones = 59 - index;
  const part = (1 - Math.cos(Math.PI / (2 * ZONES))) / (1 - Math.cos((2 * Math.PI) / zones));
  return (180 / Math.PI) * Math.acos(Math.sqrt(part));
});

/** Returns the number of zones of longitude at a latitude. */
export function longitudeZones(lat: number): number {
  const latitude = Math.abs(lat);
  let [low, high] = [0, transitions.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((transitions[middle] as number) <= latitude) low = middle + 1;
    else high = middle;
  }
  return 59 - low;
}

const positiveModulo = (value: number, length: number): number => value - length * Math.floor(value / length);

/**
 * Returns the position of an aircraft in flight from an even and an odd message.
 * @param later the message whose position is returned
 * @returns undefined if the messages are of different zones, or do not give a position
 */
export function positionOfPair(
  even: CompactPosition,
  odd: CompactPosition,
  later: 'even' | 'odd',
): Position | undefined {
  const index = Math.floor(59 * even.lat - 60 * odd.lat + 0.5);
  const southern = (lat: number) => (lat >= 270 ? lat - 360 : lat);
  const evenLat = southern((360 / 60) * (positiveModulo(index, 60) + even.lat));
  const oddLat = southern((360 / 59) * (positiveModulo(index, 59) + odd.lat));
  if (Math.abs(evenLat) > 90 || Math.abs(oddLat) > 90) return undefined;
  const zones = longitudeZones(evenLat);
  if (zones !== longitudeZones(oddLat)) return undefined;
  const [lat, count, own] = later === 'even' ? [evenLat, zones, even] : [oddLat, zones - 1, odd];
  const parts = Math.max(1, count);
  const column = Math.floor(even.lon * (zones - 1) - odd.lon * zones + 0.5);
  return { lat, lon: normalLongitude((360 / parts) * (positiveModulo(column, parts) + own.lon)) };
}

/**
 * Returns the position nearest to a reference.
 * @param degrees size of the grid: 360 in flight, where the reference must be within 180 NM, and 90 on the ground,
 * where it must be within 45 NM
 */
export function positionNear(
  { isOdd, lat, lon }: CompactPosition,
  reference: Position,
  degrees: 360 | 90,
): Position | undefined {
  const height = degrees / (isOdd ? 59 : 60);
  const row =
    Math.floor(reference.lat / height) + Math.floor(0.5 + positiveModulo(reference.lat, height) / height - lat);
  const latitude = height * (row + lat);
  if (Math.abs(latitude) > 90) return undefined;
  const width = degrees / Math.max(1, longitudeZones(latitude) - (isOdd ? 1 : 0));
  const column =
    Math.floor(reference.lon / width) + Math.floor(0.5 + positiveModulo(reference.lon, width) / width - lon);
  return { lat: latitude, lon: normalLongitude(width * (column + lon)) };
}
