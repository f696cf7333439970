import { lazy } from '../../../async/lazy.js';
import { foldedWords } from '../../../text/words.js';
import type { Position } from '../position.js';
import { type ListedPort, type PortSource, portList } from '../reference/port-list.js';

const sizes = { L: 'large', M: 'medium', S: 'small', V: 'very_small' } as const;
export const portSizes = Object.values(sizes);
export type PortSizeName = (typeof portSizes)[number];

/** A port, with all positions at which calls of vessels are detected. */
export interface Port {
  /** The UN/LOCODE; the position for a port without a code. */
  id: string;
  locode: string | null;
  /** Other codes that are in use for the port. */
  otherLocodes: readonly string[];
  name: string;
  otherNames: readonly string[];
  /** ISO 3166-1 alpha-2; null if unknown. */
  country: string | null;
  countryName: string | null;
  size: PortSizeName;
  /** The position of the largest part. */
  position: Position;
  parts: readonly ListedPort[];
  source: PortSource;
  /** Its names and codes as folded words, each between spaces, for `q`. */
  words: string;
}

interface PortDirectory {
  /** All ports by name, in the order of ports.tsv. */
  ports: readonly Port[];
  /** The ports by their UN/LOCODE. */
  byLocode: ReadonlyMap<string, Port>;
  /** The ports by `<lat>,<lon>` of each of their positions, as in the details of port calls. */
  byPosition: ReadonlyMap<string, Port>;
}

/** The ports of the table that the detector of port calls uses; rows with the same UN/LOCODE are one port. */
export const portDirectory = lazy((): PortDirectory => {
  const listed = portList();
  const countries = new Map(
    listed.filter(({ country }) => country !== '').map(({ country, countryCode }) => [countryCode, country]),
  );
  const groups = Map.groupBy(listed, ({ locodes: [locode], lat, lon }) => locode ?? `${lat},${lon}`);
  const ports = [...groups].map(([id, parts]) => portOf(id, parts, countries));
  return {
    ports,
    byLocode: new Map(ports.flatMap((port) => (port.locode === null ? [] : [[port.locode, port]]))),
    byPosition: new Map(ports.flatMap((port) => port.parts.map(({ lat, lon }) => [`${lat},${lon}`, port]))),
  };
});

function portOf(id: string, parts: readonly ListedPort[], countries: ReadonlyMap<string, string>): Port {
  const bySize = parts.toSorted((one, other) => sizeRank(one) - sizeRank(other));
  const { name, lat, lon, size, countryCode, locodes, otherNames, source } = bySize[0] as ListedPort;
  const [locode = null, ...otherLocodes] = locodes;
  return {
    id,
    locode,
    otherLocodes,
    name,
    otherNames,
    country: countryCode === '' ? null : countryCode,
    countryName: countries.get(countryCode) ?? null,
    size: sizes[size],
    position: { lat, lon },
    parts: bySize,
    source,
    words: ` ${[name, ...otherNames, ...locodes].map(foldedWords).join(' ')} `,
  };
}

const sizeRank = ({ size }: ListedPort): number => Object.keys(sizes).indexOf(size);
