import { readFileSync } from 'node:fs';
import { Service } from 'typedi';
import { boxAround, splitBox } from '../box.js';
import { distanceMeters } from '../sphere.js';

export interface Port {
  name: string;
  lat: number;
  lon: number;
}

/** Of 1°, so that a search looks at a few of them. */
const cellOf = (lat: number, lon: number): number => (Math.min(179, Math.floor(lat) + 90) * 360 + ((Math.floor(lon) + 540) % 360)) | 0;

/** The ports of the world: reference/ports.tsv, from Natural Earth 1:10m (public domain). Read when it is first needed. */
@Service()
export class PortTable {
  private cells?: Map<number, Port[]>;

  /** The nearest port within a distance. */
  near(lat: number, lon: number, withinMeters: number): { port: Port; meters: number } | undefined {
    this.cells ??= readPorts();
    let nearest: { port: Port; meters: number } | undefined;
    for (const { west, south, east, north } of splitBox(boxAround(lat, lon, withinMeters))) {
      for (let y = Math.floor(south); y <= Math.floor(north); y += 1) {
        for (let x = Math.floor(west); x <= Math.floor(east); x += 1) {
          for (const port of this.cells.get(cellOf(y, x)) ?? []) {
            const meters = distanceMeters(lat, lon, port.lat, port.lon);
            if (meters <= withinMeters && meters < (nearest?.meters ?? Number.POSITIVE_INFINITY)) nearest = { port, meters };
          }
        }
      }
    }
    return nearest;
  }
}

function readPorts(): Map<number, Port[]> {
  const cells = new Map<number, Port[]>();
  const [, ...lines] = readFileSync(new URL('../reference/ports.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  for (const line of lines) {
    const [name, lat, lon] = line.split('\t') as [string, string, string];
    const cell = cellOf(Number(lat), Number(lon));
    cells.set(cell, [...(cells.get(cell) ?? []), { name, lat: Number(lat), lon: Number(lon) }]);
  }
  return cells;
}
