import { Service } from 'typedi';
import { boxAround, splitBox } from '../box.js';
import { type ListedPort, type PortSize, portList } from '../reference/port-list.js';
import { distanceMeters } from '../sphere.js';

export interface Port {
  name: string;
  lat: number;
  lon: number;
}

/**
 * Distances (m) of a vessel from the position of a port within which it arrives, and beyond which it has departed.
 * Ports are stored as points, although large ones are kilometers long.
 */
export const PORT_CALL_METERS = { arrival: 6_000, moored: 8_500, departure: 9_000 } as const;

/**
 * Returns the greatest distance (m) from a port at which a stopped vessel has arrived. Docks are kilometers from the
 * position of their port; a vessel that is moored is at one of them.
 */
export const arrivalMeters = (isMoored: boolean): number => PORT_CALL_METERS[isMoored ? 'moored' : 'arrival'];

/** Radius (m) of the harbor around the position of a port, by the size of the port (very small to large). */
export const HARBOR_METERS: Readonly<Record<PortSize, number>> = { V: 4_000, S: 5_000, M: 7_000, L: 10_000 };

/** Returns the cell of 1° that contains a position. */
const cellOf = (lat: number, lon: number): number =>
  (Math.min(179, Math.floor(lat) + 90) * 360 + ((Math.floor(lon) + 540) % 360)) | 0;

/** Finds ports near a position. The list of ports is read at first use. */
@Service()
export class PortTable {
  private cells?: Map<number, ListedPort[]>;

  /** Returns the nearest port within a distance; undefined if no port is that near. */
  near(lat: number, lon: number, withinMeters: number): { port: Port; meters: number } | undefined {
    let nearest: { port: Port; meters: number } | undefined;
    this.each(lat, lon, withinMeters, (port, meters) => {
      if (meters < (nearest?.meters ?? Number.POSITIVE_INFINITY)) nearest = { port, meters };
    });
    return nearest;
  }

  /** True if a position is in a harbor or its approach. The radius depends on the size of the port. */
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
            // The difference in latitude alone exceeds the distance.
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
