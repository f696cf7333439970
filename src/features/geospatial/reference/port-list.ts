import { readFileSync } from 'node:fs';
import { lazy } from '../../../async/lazy.js';

/**
 * Size of a port in the World Port Index, by its area, facilities and wharf space: very small, small, medium or large.
 */
export type PortSize = 'V' | 'S' | 'M' | 'L';

export interface ListedPort {
  name: string;
  /** English name of the country. */
  country: string;
  lat: number;
  lon: number;
  size: PortSize;
}

/**
 * The ports of ports.tsv; the file is read at first use.
 *
 * Sources: the World Port Index (Pub. 150 of the US National Geospatial-Intelligence Agency, public domain), and the
 * ports of Natural Earth 1:10m (public domain) that are more than 10 km from all ports of the index. Ports of the index
 * are left out if they are more than 10 km from every coast of the map and neither at a river or lake nor a terminal at
 * sea, since they are misplaced or belong to islets.
 */
export const portList = lazy((): readonly ListedPort[] => {
  const [, ...lines] = readFileSync(new URL('ports.tsv', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  return lines.map((line) => {
    const [name, country, lat, lon, size] = line.split('\t') as [string, string, string, string, PortSize];
    return { name, country, lat: Number(lat), lon: Number(lon), size };
  });
});
