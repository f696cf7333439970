/** Scales of coastlines: Natural Earth's 1:110, 1:50 and 1:10 million. */
export const scales = ['110m', '50m', '10m'] as const;
export type Scale = (typeof scales)[number];

/** Many lines in a few typed arrays, which a thread can transfer without copying. */
export interface AtlasLines {
  /**
   * Coordinates as longitude, latitude, longitude, …; within a line the longitudes are continuous across the
   * antimeridian.
   */
  points: Float32Array;
  /** Index of the first point of each line, followed by the total number of points. */
  starts: Uint32Array;
  /** West, south, east and north of each line. */
  boxes: Float32Array;
  /**
   * For each line, the number of times it goes around the globe before it closes: ±1 around Antarctica, otherwise 0.
   */
  turns: Int8Array;
}

export interface Atlas {
  /** Closed rings: coasts, and the shores of the Caspian Sea. */
  land: AtlasLines;
  borders: AtlasLines;
  /** Closed rings: shores of lakes, and of islands in them. */
  lakes: AtlasLines;
}

type Coordinates = ReadonlyArray<readonly number[]>;

/** Packs lines into typed arrays. @param lines positions as longitudes in [-180, 180] and latitudes */
export function packLines(lines: readonly Coordinates[]): AtlasLines {
  const count = lines.reduce((sum, line) => sum + line.length, 0);
  const packed = {
    points: new Float32Array(2 * count),
    starts: new Uint32Array(lines.length + 1),
    boxes: new Float32Array(4 * lines.length),
    turns: new Int8Array(lines.length),
  };
  let at = 0;
  for (const [index, line] of lines.entries()) {
    packed.starts[index] = at;
    const box = [
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ] as [number, number, number, number];
    let [turn, last] = [0, line[0]?.[0] ?? 0];
    for (const [lon = 0, lat = 0] of line) {
      if (Math.abs(lon - last) > 180) turn += lon < last ? 1 : -1;
      last = lon;
      const along = lon + 360 * turn;
      packed.points[2 * at] = along;
      packed.points[2 * at + 1] = lat;
      box[0] = Math.min(box[0], along);
      box[1] = Math.min(box[1], lat);
      box[2] = Math.max(box[2], along);
      box[3] = Math.max(box[3], lat);
      at += 1;
    }
    packed.boxes.set(box, 4 * index);
    packed.turns[index] = turn;
  }
  packed.starts[lines.length] = at;
  return packed;
}
