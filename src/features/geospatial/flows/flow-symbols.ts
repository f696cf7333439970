import { lazy } from '../../../async/lazy.js';
import { FLOW_VENUE } from '../../markets/market-symbol.js';
import type { ShipType } from '../ais/ship-type.js';
import { builtInFlows } from './built-in-flows.js';
import { type Flow, type FlowDirection, flowDirections } from './flow.js';
import type { PassageFilter } from './flow-series.js';

/** Groups of vessels whose passages are instruments: the part of the symbol, the words of texts, the ship type. */
export const vesselGroups = {
  all: { part: '', words: 'vessels', shipType: undefined },
  tanker: { part: '-TANKERS', words: 'tankers', shipType: 'tanker' },
  cargo: { part: '-CARGO', words: 'cargo ships', shipType: 'cargo' },
} as const satisfies Record<string, { part: string; words: string; shipType: ShipType | undefined }>;
export type VesselGroup = keyof typeof vesselGroups;
export const vesselGroupNames = Object.keys(vesselGroups) as VesselGroup[];

/** The part of the symbol for passages in one direction. */
const directionParts: Readonly<Record<FlowDirection, string>> = { forward: '-F', backward: '-B' };

/** A series of passages that is an instrument. */
export interface FlowSymbol {
  symbol: string;
  name: string;
  flow: Flow;
  filter: PassageFilter;
}

/**
 * Returns the instruments of a flow: passages of all vessels, tankers and cargo ships, in all and by direction. Only
 * lines that all accounts see are instruments.
 */
export const symbolsOfFlow = (flow: Flow): FlowSymbol[] =>
  (flow.kind === 'own' ? [] : vesselGroupNames).flatMap((group) =>
    [undefined, ...flowDirections].map((direction) => symbolOfFlow(flow, group, direction)),
  );

/** Returns the instrument of the passages of a group of vessels. @param direction undefined: both directions */
export function symbolOfFlow(flow: Flow, group: VesselGroup, direction?: FlowDirection): FlowSymbol {
  const { part, words, shipType } = vesselGroups[group];
  const where = flow.kind === 'port' ? `at ${flow.name}` : `through ${flow.name}`;
  const label = direction === undefined ? '' : `, ${direction === 'forward' ? flow.forward : flow.backward}`;
  const ending = direction === undefined ? '' : directionParts[direction];
  return {
    symbol: `${flow.id.toUpperCase()}${part}${ending}.${FLOW_VENUE}`,
    name: `${words.charAt(0).toUpperCase()}${words.slice(1)} ${where}${label}, in 24 hours`,
    flow,
    filter: { ...(shipType && { shipType: [shipType] }), ...(direction && { direction }) },
  };
}

/** The instruments of built-in flows, by symbol. */
export const builtInSymbols = lazy(
  (): ReadonlyMap<string, FlowSymbol> =>
    new Map([...builtInFlows().values()].flatMap(symbolsOfFlow).map((one) => [one.symbol, one])),
);
