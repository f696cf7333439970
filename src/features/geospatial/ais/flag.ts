import { readFileSync } from 'node:fs';
import { formOf, midOf } from './mmsi.js';

let countries: ReadonlyMap<number, string> | undefined;

/** Returns the flag state (ISO 3166-1 alpha-2), derived from the MMSI; null when the MMSI has no country code. */
export function flagOf(mmsi: number): string | null {
  if (formOf(mmsi) === undefined) return null;
  countries ??= read();
  return countries.get(midOf(mmsi)) ?? null;
}

/** Reads the countries by MID from mmsi-countries.tsv. */
function read(): ReadonlyMap<number, string> {
  const lines = readFileSync(new URL('../reference/mmsi-countries.tsv', import.meta.url), 'utf8').split('\n');
  return new Map(
    lines
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line): [number, string] => {
        const [mid, country] = line.split('\t');
        return [Number(mid), country as string];
      }),
  );
}
