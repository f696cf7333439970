import { readFileSync } from 'node:fs';
import { lazy } from '../../../../async/lazy.js';
import type { Box } from '../../box.js';

export type AreaType = 'ocean' | 'sea' | 'gulf' | 'bay' | 'strait' | 'canal' | 'lake' | 'country' | 'region';

/** A country or a part of the sea, whose name is drawn in its middle; or a region, which is only used in titles. */
export interface AreaName {
  type: AreaType;
  name: string;
  /** Box of the area; for a country, of its largest part. */
  box: Box;
  /** Position at which the name is centered. */
  lat: number;
  lon: number;
}

/** A city or port, whose name is drawn beside its position. */
export interface TownName {
  type: 'capital' | 'city' | 'port';
  name: string;
  /** Country code (ISO 3166-1 alpha-2). */
  country: string;
  /** Number of inhabitants; 0 when unknown. */
  population: number;
  lat: number;
  lon: number;
}

export interface MapNames {
  /** Areas by size, largest first. */
  areas: readonly AreaName[];
  /** Towns by `weightOf`, largest first; a capital has more weight than a city of the same size. */
  towns: readonly TownName[];
}

const rowsOf = (file: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

function areaOf([type, name, ...numbers]: string[]): AreaName {
  const [west = 0, south = 0, east = 0, north = 0, lat = 0, lon = 0] = numbers.map(Number);
  return { type: type as AreaType, name: name as string, box: { west, south, east, north }, lat, lon };
}

function townOf([type, name, country, population, lat, lon]: string[]): TownName {
  return {
    type: type as TownName['type'],
    name: name as string,
    country: country as string,
    population: Number(population),
    lat: Number(lat),
    lon: Number(lon),
  };
}

/** Returns the size of a box in square degrees. */
export const sizeOf = ({ west, south, east, north }: Box): number =>
  (west <= east ? east - west : east - west + 360) * (north - south);

/** Returns the weight by which towns are ordered: the population, increased for a capital. */
export const weightOf = ({ type, population }: TownName): number =>
  type === 'capital' ? 4 * population + 600_000 : population;

/**
 * Names of waters and regions (areas.tsv), countries, lakes, cities and ports (places.tsv); the files are read at
 * first use.
 */
export const mapNames = lazy((): MapNames => {
  const areas = rowsOf('areas.tsv').map(areaOf);
  const towns: TownName[] = [];
  for (const row of rowsOf('places.tsv')) {
    if (row[0] === 'country' || row[0] === 'lake') areas.push(areaOf(row));
    else towns.push(townOf(row));
  }
  // The file lists towns in order.
  return { areas: areas.sort((one, other) => sizeOf(other.box) - sizeOf(one.box)), towns };
});
