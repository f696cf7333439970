import { Service } from 'typedi';
import { boxAround, splitBox } from '../box.js';
import { type ListedPort, type PortSize, portList } from '../reference/port-list.js';
import { distanceMeters } from '../sphere.js';

export interface Port {
  name: string;
  lat: number;
  lon: number;
}

/** The radius (m) around the point of a port within which vessels enter and leave its harbor. */
const HARBOR_METERS: Readonly<Record<PortSize, number>> = { V: 4_000, S: 5_000, M: 7_000, L: 10_000 };

/** The cell of 1° that holds a position. */
const cellOf = (lat: number, lon: number): number =>
  (Math.min(179, Math.floor(lat) + 90) * 360 + ((Math.floor(lon) + 540) % 360)) | 0;

/** Finds ports near a position. Reads the list of ports when it is first used. */
@Service()
export class PortTable {
  private cells?: Map<number, ListedPort[]>;

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

  private each(lat: number, lon: number, withinMeters: number, take: (port: ListedPort, meters: number) => void): void {
    this.cells ??= portsByCell();
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

function portsByCell(): Map<number, ListedPort[]> {
  const cells = new Map<number, ListedPort[]>();
  for (const port of portList()) {
    const cell = cellOf(port.lat, port.lon);
    const there = cells.get(cell);
    if (there === undefined) cells.set(cell, [port]);
    else there.push(port);
  }
  return cells;
}
