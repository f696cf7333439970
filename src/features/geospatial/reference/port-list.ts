import { readFileSync } from 'node:fs';
import { lazy } from '../../../async/lazy.js';

/**
 * Size of a port in the World Port Index, by its area, facilities and wharf space: very small, small, medium or large.
 */
export type PortSize = 'V' | 'S' | 'M' | 'L';

export type PortSource = 'world_port_index' | 'natural_earth';

export interface ListedPort {
  name: string;
  /** English name of the country; empty if the source names none. */
  country: string;
  lat: number;
  lon: number;
  size: PortSize;
  /** ISO 3166-1 alpha-2 code of the country; empty if unknown. */
  countryCode: string;
  /** The UN/LOCODE first, then other codes that are in use for the port; empty if unknown. */
  locodes: readonly string[];
  /** Other names of the port: in English, former ones and short forms. */
  otherNames: readonly string[];
  source: PortSource;
}

/**
 * The ports of ports.tsv; the file is read at first use.
 *
 * Sources: the World Port Index (Pub. 150 of the US National Geospatial-Intelligence Agency, public domain), and the
 * ports of Natural Earth 1:10m (public domain) that are more than 10 km from all ports of the index. Ports of the index
 * are left out if they are more than 10 km from every coast of the map and neither at a river or lake nor a terminal at
 * sea, since they are misplaced or belong to islets. Positions of a port with several positions have the same
 * UN/LOCODE.
 *
 * The codes are those of the npm package sea-ports 0.0.9 (MIT) whose country, name and position agree with a port of
 * the list (up to 60 km for equal names, 25 km for similar ones), corrected and completed by hand for larger ports;
 * other names are from the same package or written for this project.
 */
export const portList = lazy((): readonly ListedPort[] => {
  const [, ...lines] = readFileSync(new URL('ports.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [name = '', country = '', lat, lon, size, countryCode = '', codes = '', names = ''] = line.split('\t');
    return {
      name,
      country,
      lat: Number(lat),
      lon: Number(lon),
      size: size as PortSize,
      countryCode,
      locodes: codes === '' ? [] : codes.split('|'),
      otherNames: names === '' ? [] : names.split('|'),
      // Natural Earth names no country.
      source: country === '' ? 'natural_earth' : 'world_port_index',
    };
  });
});
