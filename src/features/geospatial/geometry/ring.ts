/** `[longitude, latitude]` in degrees, the order of GeoJSON. */
export type Corner = readonly [lon: number, lat: number];

/**
 * A closed ring (the last corner is the first) in a plane: each longitude is within 180° of the previous one, so that
 * longitudes may exceed ±180.
 */
export interface FlatRing {
  lons: Float64Array;
  lats: Float64Array;
  west: number;
  south: number;
  east: number;
  north: number;
  /** True if the ring goes around a pole, and so contains it. */
  isPolar: boolean;
}

/**
 * Converts corners to a flat ring. Two corners more than 180° apart are joined across the antimeridian; longitudes
 * exactly 360° apart are kept, since GeoJSON writes a polar cap with them. A ring that goes around the Earth once
 * contains a pole: the northern one if the mean of its latitudes is at least 0. Such a ring is closed along the
 * meridian of its first corner and at the pole.
 */
export function flatRing(corners: readonly Corner[]): FlatRing {
  const open = isClosed(corners) ? corners.slice(0, -1) : corners;
  const lons = [open[0]?.[0] ?? 0];
  const lats = [open[0]?.[1] ?? 0];
  for (let i = 1; i <= open.length; i += 1) {
    const [lon, lat] = open[i % open.length] as Corner;
    const before = open[i - 1] as Corner;
    lons.push((lons[i - 1] as number) + shortWay(lon - before[0]));
    lats.push(lat);
  }
  const turned = (lons.at(-1) as number) - (lons[0] as number);
  if (Math.abs(turned) > 180) {
    const pole = open.reduce((sum, [, lat]) => sum + lat, 0) >= 0 ? 90 : -90;
    lons.push(lons.at(-1) as number, lons[0] as number, lons[0] as number);
    lats.push(pole, pole, lats[0] as number);
  } else {
    lons[lons.length - 1] = lons[0] as number;
  }
  return settled(lons, lats, Math.abs(turned) > 180);
}

const isClosed = (corners: readonly Corner[]) =>
  corners.length > 1 && corners[0]?.[0] === corners.at(-1)?.[0] && corners[0]?.[1] === corners.at(-1)?.[1];

/** Returns the equivalent difference of longitude of at most 180° in either direction; exactly ±360 is kept. */
export function shortWay(degrees: number): number {
  if (Math.abs(degrees) <= 180 || Math.abs(degrees) === 360) return degrees;
  return degrees - 360 * Math.round(degrees / 360);
}

/** Shifts a ring by full turns so that its western end is in [-180, 180). */
function settled(lons: number[], lats: number[], isPolar: boolean): FlatRing {
  let [west, south, east, north] = [
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ];
  for (let i = 0; i < lons.length; i += 1) {
    west = Math.min(west, lons[i] as number);
    east = Math.max(east, lons[i] as number);
    south = Math.min(south, lats[i] as number);
    north = Math.max(north, lats[i] as number);
  }
  const shift = -360 * Math.floor((west + 180) / 360);
  const placed = shift === 0 ? Float64Array.from(lons) : Float64Array.from(lons, (lon) => lon + shift);
  return { lons: placed, lats: Float64Array.from(lats), west: west + shift, south, east: east + shift, north, isPolar };
}
