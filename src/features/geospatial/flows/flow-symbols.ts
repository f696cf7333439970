import { lazy } from '../../../async/lazy.js';
import { FLOW_VENUE } from '../../markets/market-symbol.js';
import type { ShipType } from '../ais/ship-type.js';
import { builtInFlows } from './built-in-flows.js';
import { type Flow, type FlowDirection, type FlowKind, flowDirections } from './flow.js';
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
 * Returns the instruments of a flow: passages of all vessels, tankers and cargo ships, in all and by direction. Those
 * of a line of an account are for this account alone.
 */
export const symbolsOfFlow = (flow: Flow): FlowSymbol[] =>
  vesselGroupNames.flatMap((group) =>
    [undefined, ...flowDirections].map((direction) => symbolOfFlow(flow, group, direction)),
  );

const prepositions: Readonly<Record<FlowKind, string>> = {
  strait: 'through',
  canal: 'through',
  port: 'at',
  own: 'across',
};

/** Number of bits of an identifier that the ticker of an own symbol has, in nine digits to the base of 32. */
const TICKER_BITS = 45;
const TICKER_DIGITS = 9;

/** Returns the beginning of the symbols of a record of an account: `LINE-` or `AREA-`, and nine letters and digits. */
export function ownTicker(part: 'LINE' | 'AREA', id: string): string {
  const bits = BigInt.asUintN(TICKER_BITS, BigInt(`0x${id.replaceAll('-', '')}`));
  return `${part}-${bits.toString(32).toUpperCase().padStart(TICKER_DIGITS, '0')}`;
}

/** Returns the beginning of the symbols of a flow. */
const tickerOf = ({ id, kind }: Flow): string => (kind === 'own' ? ownTicker('LINE', id) : id.toUpperCase());

/** Returns the instrument of the passages of a group of vessels. @param direction undefined: both directions */
export function symbolOfFlow(flow: Flow, group: VesselGroup, direction?: FlowDirection): FlowSymbol {
  const { part, words, shipType } = vesselGroups[group];
  const where = `${words.charAt(0).toUpperCase()}${words.slice(1)} ${prepositions[flow.kind]} ${flow.name}`;
  const label = direction === undefined ? '' : `, ${direction === 'forward' ? flow.forward : flow.backward}`;
  const ending = direction === undefined ? '' : directionParts[direction];
  return {
    symbol: `${tickerOf(flow)}${part}${ending}.${FLOW_VENUE}`,
    name: `${where}${label}, in 24 hours`,
    flow,
    filter: { ...(shipType && { shipType: [shipType] }), ...(direction && { direction }) },
  };
}

/** The instruments of built-in flows, by symbol. */
export const builtInSymbols = lazy(
  (): ReadonlyMap<string, FlowSymbol> =>
    new Map([...builtInFlows().values()].flatMap(symbolsOfFlow).map((one) => [one.symbol, one])),
);
