import { type Box, splitBox, WORLD } from '../box.js';

/** Adds a value to the parameters of a statement. @returns its placeholder, such as `$1` */
export type Bind = (value: unknown) => string;

/** Returns an SQL condition that `lat` and `lon` are in a box, edges inclusive. */
export function boxCondition(box: Box, bind: Bind): string {
  if (box === WORLD) return 'true';
  const parts = splitBox(box).map(({ west, south, east, north }) => {
    const between = `lon between ${bind(west)}::float8 and ${bind(east)}::float8`;
    // Positions with a longitude of 180 are stored with -180.
    return `lat between ${bind(south)}::float8 and ${bind(north)}::float8 and ${east === 180 ? `(${between} or lon = -180)` : between}`;
  });
  return `(${parts.join(' or ')})`;
}

/** Returns the box enlarged by at least `meters` on every side. */
export function widened({ west, south, east, north }: Box, meters: number): Box {
  const degrees = meters / 111_000;
  const [low, high] = [Math.max(-90, south - degrees), Math.min(90, north + degrees)];
  const across = degrees / Math.max(0.001, Math.cos((Math.max(Math.abs(low), Math.abs(high)) * Math.PI) / 180));
  const width = west <= east ? east - west : east - west + 360;
  if (width + 2 * across >= 360) return { west: -180, south: low, east: 180, north: high };
  const [left, right] = [west - across, east + across];
  return { west: left < -180 ? left + 360 : left, south: low, east: right > 180 ? right - 360 : right, north: high };
}
