import type { YieldTimer } from '../../../async/cooperative-yield.js';
import type { FundHolding, KnownFund } from '../../markets/fund-portfolio.js';

/** Maximum number of funds inside each other. */
export const MAX_DEPTH = 5;
/** Weights closer to 0 than this are rounding. */
const EPSILON = 1e-9;

/**
 * A part of what is held through funds, or of what they do not tell. Parts with the same symbol, or without one with
 * the same facts, are one.
 */
export interface FundPart extends Pick<FundHolding, 'symbol' | 'sector' | 'country' | 'currency'> {
  /** The kind of the holding; `unknown` for the part of a fund that its holdings do not cover. */
  kind: FundHolding['kind'] | 'unknown';
  /** Fraction of what was looked through; negative for short positions and debts. */
  fraction: number;
  /** The largest fraction, without sign, that one instrument of a part without a symbol can have; 0 with a symbol. */
  largest: number;
}

/** A fund whose holdings were used. */
export interface LookThroughFund {
  fund: KnownFund;
  /** The smallest number of funds through which it is held; 0 if it is held directly. */
  depth: number;
  /** Fraction of what was looked through that is in the fund, over all ways to it. */
  fraction: number;
}

export interface LookedThrough {
  /** Fractions sum to those that were given. */
  parts: FundPart[];
  /** The largest fraction first. */
  funds: LookThroughFund[];
  /** Symbols of funds inside others whose holdings are not known. */
  opaqueFunds: string[];
}

/**
 * Replaces funds by their holdings, and funds in these by theirs, up to five times. The rest is unknown: the part of a
 * fund that its holdings do not cover, deeper funds, and funds that hold each other. Funds of a level are merged, so
 * that the work grows with the number of funds and not of ways between them.
 * @param weights fractions by symbol
 * @param find returns a fund; undefined for another instrument, or if its holdings are not known
 * @returns parts of funds alone; other instruments are left out
 */
export async function lookThrough(
  weights: ReadonlyMap<string, number>,
  find: (symbol: string) => Promise<KnownFund | undefined>,
  slices: YieldTimer,
): Promise<LookedThrough> {
  const parts = new Map<string, FundPart>();
  const funds = new Map<string, LookThroughFund>();
  const opaqueFunds = new Set<string>();
  let level = weights;
  for (let depth = 0; level.size > 0; depth += 1) {
    const next = new Map<string, number>();
    for (const [symbol, fraction] of level) {
      const fund = await find(symbol);
      if (fund === undefined) continue;
      if (depth === MAX_DEPTH) {
        add(parts, unknownPart, fraction);
        continue;
      }
      const used = funds.get(symbol) ?? { fund, depth, fraction: 0 };
      used.fraction += fraction;
      funds.set(symbol, used);
      let rest = 1;
      // One instrument without a symbol can be the largest of its part in each fund, but not several in one.
      const largest = new Map<FundPart, number>();
      for (const holding of fund.holdings) {
        rest -= holding.weight;
        const own = fraction * holding.weight;
        const inner = holding.symbol !== null && holding.kind === 'fund' ? await find(holding.symbol) : undefined;
        if (inner !== undefined) {
          next.set(inner.symbol, (next.get(inner.symbol) ?? 0) + own);
          continue;
        }
        if (holding.symbol !== null && holding.kind === 'fund') opaqueFunds.add(holding.symbol);
        const part = add(parts, holding, own);
        if (holding.symbol === null) largest.set(part, Math.max(largest.get(part) ?? 0, Math.abs(own)));
      }
      for (const [part, most] of largest) part.largest += most;
      if (Math.abs(rest) > EPSILON) add(parts, unknownPart, fraction * rest);
      if (slices.isOver) await slices.next();
    }
    level = next;
  }
  return {
    parts: [...parts.values()].filter(({ fraction }) => fraction !== 0),
    funds: byFraction(funds),
    opaqueFunds: [...opaqueFunds],
  };
}

const unknownPart = { symbol: null, kind: 'unknown', sector: null, country: null, currency: null } as const;

/** Adds to the part with the same symbol or, without one, with the same facts. @returns that part */
function add(
  parts: Map<string, FundPart>,
  holding: Omit<FundPart, 'fraction' | 'largest'>,
  fraction: number,
  largest = 0,
): FundPart {
  const { symbol, kind, sector, country, currency } = holding;
  const key = symbol ?? `${kind} ${country} ${currency}`;
  const part = parts.get(key) ?? { symbol, kind, sector, country, currency, fraction: 0, largest: 0 };
  part.fraction += fraction;
  part.largest += largest;
  parts.set(key, part);
  return part;
}

/**
 * Adds what was found of several instruments.
 * @param weights the fraction of each by its symbol
 * @param opaqueFunds further funds whose holdings are not known
 */
export function together(
  looked: ReadonlyMap<string, LookedThrough>,
  weights: ReadonlyMap<string, number>,
  opaqueFunds: readonly string[],
): LookedThrough {
  const parts = new Map<string, FundPart>();
  const funds = new Map<string, LookThroughFund>();
  const unknown = new Set(opaqueFunds);
  for (const [symbol, one] of looked) {
    const weight = weights.get(symbol) ?? 0;
    for (const part of one.parts) add(parts, part, part.fraction * weight, part.largest * Math.abs(weight));
    for (const { fund, depth, fraction } of one.funds) {
      const before = funds.get(fund.symbol);
      const least = Math.min(depth, before?.depth ?? depth);
      funds.set(fund.symbol, { fund, depth: least, fraction: (before?.fraction ?? 0) + fraction * weight });
    }
    for (const inner of one.opaqueFunds) unknown.add(inner);
  }
  return { parts: [...parts.values()], funds: byFraction(funds), opaqueFunds: [...unknown] };
}

const byFraction = (funds: ReadonlyMap<string, LookThroughFund>): LookThroughFund[] =>
  [...funds.values()].sort((one, other) => Math.abs(other.fraction) - Math.abs(one.fraction));
