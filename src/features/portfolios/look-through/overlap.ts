import type { FundPart, LookedThrough } from './look-through.js';

/** A path from a portfolio to an instrument: directly, or through one of its funds. */
export interface HoldingPath {
  /** The fund that is held directly; null for the instrument itself. */
  fundSymbol: string | null;
  /** Fraction of the value of the portfolio. */
  fraction: number;
}

/** An instrument that a portfolio holds in several ways. */
export interface OverlappingInstrument {
  symbol: string;
  /** Fraction of the value of the portfolio, over all paths. */
  fraction: number;
  /** The largest fraction first. */
  paths: HoldingPath[];
}

/** Two funds that hold the same instruments. */
export interface FundPair {
  symbol: string;
  otherSymbol: string;
  /** Sum of the smaller of both weights of each instrument: 0 for nothing in common, 1 for the same holdings. */
  overlapFraction: number;
  /** Number of instruments in both. */
  commonInstrumentCount: number;
}

export interface Overlap {
  /** The largest fraction first. */
  instruments: OverlappingInstrument[];
  /** The largest overlap first, without pairs that have nothing in common. */
  fundPairs: FundPair[];
}

/**
 * Returns the instruments that a portfolio holds in several ways, and the overlap of each two of its funds. Short
 * positions do not overlap.
 * @param weights fractions of the value of the portfolio by symbol
 * @param looked the holdings of its funds, by the symbol of the fund
 */
export function overlapOf(
  weights: ReadonlyMap<string, number>,
  looked: ReadonlyMap<string, LookedThrough>,
  maxFunds: number,
): Overlap {
  const paths = new Map<string, HoldingPath[]>();
  const addPath = (symbol: string, path: HoldingPath) => paths.set(symbol, [...(paths.get(symbol) ?? []), path]);
  for (const [symbol, weight] of weights) {
    const through = looked.get(symbol);
    if (through === undefined) addPath(symbol, { fundSymbol: null, fraction: weight });
    else
      for (const part of identified(through.parts))
        addPath(part.symbol, { fundSymbol: symbol, fraction: weight * part.fraction });
  }
  const instruments = [...paths]
    .filter(([, { length }]) => length > 1)
    .map(([symbol, all]) => ({
      symbol,
      fraction: all.reduce((sum, { fraction }) => sum + fraction, 0),
      paths: all.sort((one, other) => other.fraction - one.fraction),
    }));
  const largest = [...looked.keys()]
    .sort((one, other) => (weights.get(other) ?? 0) - (weights.get(one) ?? 0))
    .slice(0, maxFunds)
    .map((symbol) => ({ symbol, held: longOf(looked.get(symbol)?.parts ?? []) }));
  const fundPairs = largest.flatMap(({ symbol, held }, at) =>
    largest.slice(at + 1).flatMap(({ symbol: other, held: otherHeld }): FundPair[] => {
      const pair = { symbol, otherSymbol: other, overlapFraction: 0, commonInstrumentCount: 0 };
      for (const [instrument, fraction] of held) {
        const common = Math.min(fraction, otherHeld.get(instrument) ?? 0);
        if (common <= 0) continue;
        pair.overlapFraction += common;
        pair.commonInstrumentCount += 1;
      }
      return pair.commonInstrumentCount > 0 ? [pair] : [];
    }),
  );
  return {
    instruments: instruments.sort((one, other) => other.fraction - one.fraction),
    fundPairs: fundPairs.sort((one, other) => other.overlapFraction - one.overlapFraction),
  };
}

const identified = (parts: readonly FundPart[]) =>
  parts.flatMap(({ symbol, fraction }) => (symbol === null ? [] : [{ symbol, fraction }]));

const longOf = (parts: readonly FundPart[]): Map<string, number> =>
  new Map(identified(parts).flatMap(({ symbol, fraction }) => (fraction > 0 ? [[symbol, fraction]] : [])));
