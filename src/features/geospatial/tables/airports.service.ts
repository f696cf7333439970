import { gunzipSync } from 'node:zlib';
import { Service } from 'typedi';
import { type Airport, builtInAirports } from '../reference/airport-list.js';
import { distanceMeters } from '../sphere.js';

/** An airport with its distance (m) from a position. */
export interface NearAirport {
  airport: Airport;
  meters: number;
}

/** Maximum distance of `near` (m): cells of a degree and their neighbors contain all airports within it. */
export const MAX_NEAR_METERS = 30_000;

/** The airports at which flights begin and end: the built-in ones, and those of the configured tables. */
@Service()
export class Airports {
  private byCode = new Map<string, Airport>();
  private cells = new Map<number, Airport[]>();

  constructor() {
    this.use([]);
  }

  /**
   * Uses the airports of tables from now on. An airport of an earlier table, and of the built-in one, yields to them.
   */
  use(tables: ReadonlyArray<readonly Airport[]>): void {
    const byCode = new Map<string, Airport>();
    for (const table of [...tables, builtInAirports()])
      for (const airport of table) if (!byCode.has(airport.icao)) byCode.set(airport.icao, airport);
    const cells = new Map<number, Airport[]>();
    for (const airport of byCode.values()) {
      const cell = cellOf(Math.floor(airport.lat), Math.floor(airport.lon));
      const others = cells.get(cell);
      if (others === undefined) cells.set(cell, [airport]);
      else others.push(airport);
    }
    this.byCode = byCode;
    this.cells = cells;
  }

  get size(): number {
    return this.byCode.size;
  }

  /** @param icao case-insensitive */
  find(icao: string): Airport | undefined {
    return this.byCode.get(icao.toUpperCase());
  }

  /** Returns the airports within a distance (m, at most `MAX_NEAR_METERS`), nearest first. */
  near(lat: number, lon: number, meters: number): NearAirport[] {
    const found: NearAirport[] = [];
    // Degrees of longitude are shorter than the distance near the poles, where there are no airports.
    const width = Math.min(180, Math.ceil(0.3 / Math.max(0.01, Math.cos((lat * Math.PI) / 180))));
    for (let y = Math.floor(lat) - 1; y <= Math.floor(lat) + 1; y += 1) {
      for (let x = Math.floor(lon) - width; x <= Math.floor(lon) + width; x += 1) {
        for (const airport of this.cells.get(cellOf(y, x)) ?? []) {
          const distance = distanceMeters(lat, lon, airport.lat, airport.lon);
          if (distance <= meters) found.push({ airport, meters: distance });
        }
      }
    }
    return found.sort((one, other) => one.meters - other.meters);
  }
}

const cellOf = (y: number, x: number): number => (y + 90) * 360 + ((((x + 180) % 360) + 360) % 360);

/** Returns the airports of a stored table. @param content as `readTable` writes it */
export function airportsOf(content: Uint8Array, source: string): Airport[] {
  return gunzipSync(content)
    .toString('utf8')
    .split('\n')
    .map((line) => {
      const [icao = '', iata = '', name = '', country = '', lat, lon, feet = ''] = line.split('\t');
      const elevationFeet = feet === '' ? null : Number(feet);
      const codes = { icao, iata: iata === '' ? null : iata, country: country === '' ? null : country };
      return { ...codes, name, lat: Number(lat), lon: Number(lon), elevationFeet, source };
    });
}
