const RADIANS = Math.PI / 180;

/** A position on the unit sphere: x points to 0° 0°, y to 0° 90°E, z to the north pole. */
export type Vector = readonly [x: number, y: number, z: number];

export function vectorOf(lat: number, lon: number): Vector {
  const cosine = Math.cos(lat * RADIANS);
  return [cosine * Math.cos(lon * RADIANS), cosine * Math.sin(lon * RADIANS), Math.sin(lat * RADIANS)];
}

let lastLat = Number.NaN;
let lastLon = Number.NaN;
let last: Vector = [0, 0, 0];

/**
 * Returns the vector of a position; the last result is cached, for callers that test many shapes against one position.
 */
export function cachedVectorOf(lat: number, lon: number): Vector {
  if (lat !== lastLat || lon !== lastLon) {
    last = vectorOf(lat, lon);
    lastLat = lat;
    lastLon = lon;
  }
  return last;
}
