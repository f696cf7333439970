import { readFileSync } from 'node:fs';
import { Service } from 'typedi';
import { boxAround, splitBox } from '../box.js';
import { distanceMeters } from '../sphere.js';

/** Very small, small, medium, large: by area, facilities and wharf space, as the World Port Index has it. */
type PortSize = 'V' | 'S' | 'M' | 'L';

export interface Port {
  name: string;
  lat: number;
  lon: number;
}

interface SizedPort extends Port {
  size: PortSize;
}

/** So far (m) around the point of a port ships come and go through its mouth. */
const HARBOUR_METERS: Readonly<Record<PortSize, number>> = { V: 4_000, S: 5_000, M: 7_000, L: 10_000 };

/** Of 1°, so that a search looks at a few of them. */
const cellOf = (lat: number, lon: number): number => (Math.min(179, Math.floor(lat) + 90) * 360 + ((Math.floor(lon) + 540) % 360)) | 0;

/**
 * The ports of the world: reference/ports.tsv, read when it is first needed. From the World Port Index (Pub. 150 of the National Geospatial-Intelligence
 * Agency of the United States, public domain), without those that lie more than 10 km from every coast of the map and are neither at a river or lake
 * nor a terminal at sea (misplaced ones, and those of islets); and from Natural Earth 1:10m (public domain) those that are not within 10 km of them.
 */
@Service()
export class PortTable {
  private cells?: Map<number, SizedPort[]>;

  /** The nearest port within a distance. */
  near(lat: number, lon: number, withinMeters: number): { port: Port; meters: number } | undefined {
    let nearest: { port: Port; meters: number } | undefined;
    this.each(lat, lon, withinMeters, (port, meters) => {
      if (meters < (nearest?.meters ?? Number.POSITIVE_INFINITY)) nearest = { port, meters };
    });
    return nearest;
  }

  /** Whether a place is in a port or before its mouth: nearer the larger it is. */
  isInHarbour(lat: number, lon: number): boolean {
    let isInside = false;
    this.each(lat, lon, HARBOUR_METERS.L, ({ size }, meters) => {
      if (meters <= HARBOUR_METERS[size]) isInside = true;
    });
    return isInside;
  }

  private each(lat: number, lon: number, withinMeters: number, take: (port: SizedPort, meters: number) => void): void {
    this.cells ??= readPorts();
    for (const { west, south, east, north } of splitBox(boxAround(lat, lon, withinMeters))) {
      for (let y = Math.floor(south); y <= Math.floor(north); y += 1) {
        for (let x = Math.floor(west); x <= Math.floor(east); x += 1) {
          for (const port of this.cells.get(cellOf(y, x)) ?? []) {
            // Not nearer than by latitude alone.
            if (port.lat < south || port.lat > north) continue;
            const meters = distanceMeters(lat, lon, port.lat, port.lon);
            if (meters <= withinMeters) take(port, meters);
          }
        }
      }
    }
  }
}

function readPorts(): Map<number, SizedPort[]> {
  const cells = new Map<number, SizedPort[]>();
  const [, ...lines] = readFileSync(new URL('../reference/ports.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  for (const line of lines) {
    const [name, , lat, lon, size] = line.split('\t') as [string, string, string, string, PortSize];
    const cell = cellOf(Number(lat), Number(lon));
    const port = { name, lat: Number(lat), lon: Number(lon), size };
    const there = cells.get(cell);
    if (there === undefined) cells.set(cell, [port]);
    else there.push(port);
  }
  return cells;
}
