import { lazy } from '../../../async/lazy.js';
import type { ShipType } from '../ais/ship-type.js';
import { builtInFlows } from './built-in-flows.js';
import { type Flow, type FlowDirection, flowDirections } from './flow.js';
import type { PassageFilter } from './flow-series.js';

/** The venue of symbols of flows. */
const VENUE = '.FLOW';

/** Kinds of vessels whose passages are instruments: the part of the symbol, the words of the name, the ship type. */
const counted: ReadonlyArray<readonly [string, string, ShipType | undefined]> = [
  ['', 'Vessels', undefined],
  ['-TANKERS', 'Tankers', 'tanker'],
  ['-CARGO', 'Cargo ships', 'cargo'],
];

/** The part of the symbol for passages in one direction. */
const directionParts: Readonly<Record<FlowDirection, string>> = { forward: '-F', backward: '-B' };

/** A series of passages that is an instrument. */
export interface FlowSymbol {
  symbol: string;
  name: string;
  flow: Flow;
  filter: PassageFilter;
}

/** Returns the instruments of a flow: passages of all vessels, tankers and cargo ships, in all and by direction. */
export function symbolsOfFlow(flow: Flow): FlowSymbol[] {
  const where = flow.kind === 'port' ? `at ${flow.name}` : `through ${flow.name}`;
  return counted.flatMap(([part, words, shipType]) =>
    [undefined, ...flowDirections].map((direction): FlowSymbol => {
      const label = direction === undefined ? '' : `, ${direction === 'forward' ? flow.forward : flow.backward}`;
      return {
        symbol: `${flow.id.toUpperCase()}${part}${direction === undefined ? '' : directionParts[direction]}${VENUE}`,
        name: `${words} ${where}${label}, in 24 hours`,
        flow,
        filter: { ...(shipType && { shipType: [shipType] }), ...(direction && { direction }) },
      };
    }),
  );
}

/** The instruments of built-in flows, by symbol. */
export const builtInSymbols = lazy(
  (): ReadonlyMap<string, FlowSymbol> =>
    new Map([...builtInFlows().values()].flatMap(symbolsOfFlow).map((one) => [one.symbol, one])),
);
