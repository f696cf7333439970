import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { foldedWords } from '../../../text/words.js';
import type { Area } from '../area.js';
import type { Position } from '../position.js';
import { distanceMeters } from '../sphere.js';
import { type Port, type PortSizeName, portDirectory } from './port.js';

/** Filters of ports; an omitted filter matches all ports. */
export interface PortFilter {
  area?: Area;
  q?: string;
  /** ISO 3166-1 alpha-2 codes, in any case. */
  country?: readonly string[];
  size?: readonly PortSizeName[];
}

/** A position in a list of ports: the distance (m) in a list by distance, and the number of the port in the table. */
export type PortCursor = readonly (string | number)[];

interface PortPage {
  items: Port[];
  next?: PortCursor;
}

/** Lists and finds the ports of the table that the detector of port calls uses. */
@Service()
export class PortsService {
  /** Returns a port by its UN/LOCODE, in any case. @throws Problem `not_found` */
  get(locode: string): Port {
    const port = portDirectory().byLocode.get(locode.toUpperCase());
    if (port === undefined)
      throw new Problem('not_found', {
        detail: 'The table of ports has no port with this UN/LOCODE; `GET /geospatial/ports` lists them.',
      });
    return port;
  }

  /** Lists at most `limit` ports by name, after the cursor `after`. */
  list(filter: PortFilter, limit: number, after?: PortCursor): PortPage {
    const { ports } = portDirectory();
    const matches = filterOf(filter);
    const items: Port[] = [];
    for (let at = after === undefined ? 0 : Number(after[0]) + 1; at < ports.length; at += 1) {
      const port = ports[at] as Port;
      if (!matches(port)) continue;
      if (items.length === limit) return { items, next: [ports.indexOf(items.at(-1) as Port)] };
      items.push(port);
    }
    return { items };
  }

  /** Lists at most `limit` ports, nearest to `center` first, after the cursor `after`. */
  nearest(filter: PortFilter, { lat, lon }: Position, limit: number, after?: PortCursor): PortPage {
    const matches = filterOf(filter);
    const [meters = -1, number = -1] = (after ?? []).map(Number);
    const found = portDirectory()
      .ports.map((port, at) => ({ port, at, distance: distanceMeters(lat, lon, port.position.lat, port.position.lon) }))
      .filter(({ port, at, distance }) => (distance > meters || (distance === meters && at > number)) && matches(port))
      .sort((one, other) => one.distance - other.distance || one.at - other.at);
    const last = found.length > limit ? found[limit - 1] : undefined;
    return { items: found.slice(0, limit).map(({ port }) => port), next: last && [last.distance, last.at] };
  }
}

function filterOf({ area, q, country, size }: PortFilter): (port: Port) => boolean {
  const countries = country && new Set(country.map((code) => code.toUpperCase()));
  const words = q === undefined ? [] : foldedWords(q).split(' ');
  return (port) =>
    (countries === undefined || countries.has(port.country ?? '')) &&
    (size === undefined || size.includes(port.size)) &&
    words.every((word) => word !== '' && port.words.includes(` ${word}`)) &&
    (area === undefined || area.contains(port.position.lat, port.position.lon));
}
