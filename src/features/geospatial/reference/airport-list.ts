import { readFileSync } from 'node:fs';
import { lazy } from '../../../async/lazy.js';

/** An airport of the built-in table or of a configured one. */
export interface Airport {
  /** ICAO code. */
  icao: string;
  /** IATA code; null without one. */
  iata: string | null;
  name: string;
  /** Country code (ISO 3166-1 alpha-2); null if unknown. */
  country: string | null;
  lat: number;
  lon: number;
  /** Null if unknown. */
  elevationFeet: number | null;
  /** The table: `natural_earth` for the built-in one, or as in `sourceOfTable`. */
  source: string;
}

/**
 * The airports of reference/airports.tsv: names and positions from Natural Earth (public domain), codes, countries and
 * elevations from vradarserver/standing-data (CC0).
 */
export const builtInAirports = lazy((): readonly Airport[] => {
  const file = readFileSync(new URL('airports.tsv', import.meta.url), 'utf8');
  const [, ...lines] = file.trimEnd().split('\n');
  return lines.map((line) => {
    const [iata = '', name = '', lat, lon, icao = '', country = '', feet] = line.split('\t');
    const place = { lat: Number(lat), lon: Number(lon), elevationFeet: Number(feet) };
    return { icao, iata, name, country, ...place, source: 'natural_earth' };
  });
});
