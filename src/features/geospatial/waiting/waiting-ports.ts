import { lazy } from '../../../async/lazy.js';
import { FLOW_VENUE } from '../../markets/market-symbol.js';
import { builtInFlows } from '../flows/built-in-flows.js';
import { type Port, portDirectory } from '../ports/port.js';
import { distanceMeters, METERS_PER_DEGREE } from '../sphere.js';
import type { ShipFilter, WaitingType } from './waiting-ship.js';

/** Maximum distance (m) from a position of a port at which ships wait for it. */
export const WAITING_METERS = 60_000;

/** A port off which waiting ships are counted: a large one with a UN/LOCODE. */
export interface WaitingPort {
  locode: string;
  port: Port;
  /** The beginning of its symbols, such as `ROTTERDAM-WAITING`. */
  ticker: string;
}

/** The ports off which waiting ships are counted, by UN/LOCODE: those around which passages are counted. */
export const waitingPorts = lazy((): ReadonlyMap<string, WaitingPort> => {
  const { byLocode } = portDirectory();
  return new Map(
    [...builtInFlows().values()].flatMap(({ id, locode }) => {
      const port = locode === null ? undefined : byLocode.get(locode);
      if (locode === null || port === undefined) return [];
      return [[locode, { locode, port, ticker: `${id.toUpperCase()}-WAITING` }]];
    }),
  );
});

/** A series of waiting ships that is an instrument. */
export interface WaitingSymbol {
  symbol: string;
  name: string;
  locode: string;
  types: ShipFilter;
}

const groups: ReadonlyArray<{ ending: string; words: string; types?: readonly WaitingType[] }> = [
  { ending: '', words: 'Ships' },
  { ending: '-T', words: 'Tankers', types: ['tanker'] },
  { ending: '-C', words: 'Cargo ships', types: ['cargo'] },
];

/** Returns the instruments of a port: all waiting ships, tankers and cargo ships. */
export const symbolsOfPort = ({ locode, port, ticker }: WaitingPort): WaitingSymbol[] =>
  groups.map(({ ending, words, types }) => ({
    symbol: `${ticker}${ending}.${FLOW_VENUE}`,
    name: `${words} waiting off ${port.name}`,
    locode,
    types,
  }));

/** The instruments of all ports, by symbol. */
export const waitingSymbols = lazy(
  (): ReadonlyMap<string, WaitingSymbol> =>
    new Map([...waitingPorts().values()].flatMap(symbolsOfPort).map((one) => [one.symbol, one])),
);

interface Part {
  locode: string;
  lat: number;
  lon: number;
}

/** The positions of the ports, from south to north. */
const parts = lazy((): readonly Part[] =>
  [...waitingPorts().values()]
    .flatMap(({ locode, port }) => port.parts.map(({ lat, lon }) => ({ locode, lat, lon })))
    .sort((one, other) => one.lat - other.lat),
);

/** Half the height (°) of the band of latitudes around a position, with a margin for rounding. */
const BAND_DEGREES = (1.001 * WAITING_METERS) / METERS_PER_DEGREE;

/** Calls `take` for each position of a port at most 60 km away. A port may have several positions. */
export function eachPortNear(lat: number, lon: number, take: (locode: string, meters: number) => void): void {
  const all = parts();
  const width = BAND_DEGREES / Math.max(0.01, Math.cos(((Math.abs(lat) + BAND_DEGREES) * Math.PI) / 180));
  for (let at = firstFrom(all, lat - BAND_DEGREES); at < all.length; at += 1) {
    const part = all[at] as Part;
    if (part.lat > lat + BAND_DEGREES) return;
    const aside = Math.abs(part.lon - lon);
    if (Math.min(aside, 360 - aside) > width) continue;
    const meters = distanceMeters(lat, lon, part.lat, part.lon);
    if (meters <= WAITING_METERS) take(part.locode, meters);
  }
}

/** Returns the index of the first position that is not south of a latitude. */
function firstFrom(all: readonly Part[], lat: number): number {
  let [low, high] = [0, all.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle] as Part).lat < lat) low = middle + 1;
    else high = middle;
  }
  return low;
}
