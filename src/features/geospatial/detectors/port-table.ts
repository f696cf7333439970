import { readFileSync } from 'node:fs';
import { Service } from 'typedi';
import { boxAround, splitBox } from '../box.js';
import { distanceMeters } from '../sphere.js';

/** Very small, small, medium or large, from the World Port Index: by area, facilities and wharf space. */
type PortSize = 'V' | 'S' | 'M' | 'L';

export interface Port {
  name: string;
  lat: number;
  lon: number;
}

interface SizedPort extends Port {
  size: PortSize;
}

/** The radius (m) around the point of a port within which vessels enter and leave its harbor. */
const HARBOR_METERS: Readonly<Record<PortSize, number>> = { V: 4_000, S: 5_000, M: 7_000, L: 10_000 };

/** The cell of 1° that holds a position. */
const cellOf = (lat: number, lon: number): number => (Math.min(179, Math.floor(lat) + 90) * 360 + ((Math.floor(lon) + 540) % 360)) | 0;

/**
 * Finds ports near a position. Reads reference/ports.tsv when it is first used.
 *
 * Sources: the World Port Index (Pub. 150 of the US National Geospatial-Intelligence Agency, public domain) without misplaced ports and ports of islets,
 * which are more than 10 km from every coast of the map and neither at a river or lake nor a terminal at sea; and the ports of Natural Earth 1:10m
 * (public domain) that are more than 10 km from all of these.
 */
@Service()
export class PortTable {
  private cells?: Map<number, SizedPort[]>;

  /** The nearest port within a distance; undefined if there is none. */
  near(lat: number, lon: number, withinMeters: number): { port: Port; meters: number } | undefined {
    let nearest: { port: Port; meters: number } | undefined;
    this.each(lat, lon, withinMeters, (port, meters) => {
      if (meters < (nearest?.meters ?? Number.POSITIVE_INFINITY)) nearest = { port, meters };
    });
    return nearest;
  }

  /** Whether a position is in a harbor or its approach. The radius depends on the size of the port. */
  isInHarbor(lat: number, lon: number): boolean {
    let isInside = false;
    this.each(lat, lon, HARBOR_METERS.L, ({ size }, meters) => {
      if (meters <= HARBOR_METERS[size]) isInside = true;
    });
    return isInside;
  }

  private each(lat: number, lon: number, withinMeters: number, take: (port: SizedPort, meters: number) => void): void {
    this.cells ??= readPorts();
    for (const { west, south, east, north } of splitBox(boxAround(lat, lon, withinMeters))) {
      for (let y = Math.floor(south); y <= Math.floor(north); y += 1) {
        for (let x = Math.floor(west); x <= Math.floor(east); x += 1) {
          for (const port of this.cells.get(cellOf(y, x)) ?? []) {
            // The latitude alone is already too far away.
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
