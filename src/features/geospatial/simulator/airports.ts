import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Airport {
  iata: string;
  lat: number;
  lon: number;
}

/** Natural Earth's airports (public domain), by their IATA code. */
export function readAirports(): Map<string, Airport> {
  const lines = readFileSync(join(import.meta.dirname, '..', 'reference', 'airports.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1);
  return new Map(
    lines.map((line) => {
      const [iata, , lat, lon] = line.split('\t') as [string, string, string, string];
      return [iata, { iata, lat: Number(lat), lon: Number(lon) }];
    }),
  );
}
