import type { FactorName } from './factors.js';
import type { CashPosition, Position, Positions } from './position.js';

/** A change of prices or of the value of a currency, as a fraction: -0.2 is a fall of 20 %. */
export type Shock =
  | { target: 'symbol'; symbol: string; change: number }
  | { target: 'asset_class'; assetClass: string; change: number }
  | { target: 'sector'; sector: string; change: number }
  | { target: 'country'; country: string; change: number }
  | { target: 'currency'; currency: string; change: number }
  | FactorShock;

/** A change of a factor as a fraction, or of an economic series in its unit. */
export interface FactorShock {
  target: 'factor';
  factor: FactorName | 'economy' | 'flow';
  /** The economic series, with the factor `economy`. */
  seriesId?: string;
  /** The symbol of the flow, with the factor `flow`. */
  symbol?: string;
  change: number;
}

/** The sensitivity of a holding to a factor. */
export interface FactorBeta {
  beta: number;
  /**
   * `history`: a regression of the holding's weekly returns; `asset_class`: an assumption for its asset class;
   * `identity`: the holding is the factor's instrument.
   */
  source: 'history' | 'asset_class' | 'identity';
}

export interface ShockEffect {
  /** Index of the shock in the request. */
  shock: number;
  /** The change of the value, as a fraction, not below -1. */
  change: number;
  /** Sensitivity of the holding to the factor; null unless the shock is on a factor. */
  beta: FactorBeta | null;
}

export interface ShockedHolding extends Position {
  valueAfter: number;
  effects: ShockEffect[];
}

export interface ShockedCash extends CashPosition {
  valueAfter: number;
}

export interface ShockReport {
  valueAfter: number;
  holdings: ShockedHolding[];
  cash: ShockedCash[];
  /** Indexes of the shocks that apply to no holding and no cash. */
  unmatched: number[];
}

/**
 * Applies shocks to holdings and cash. Several shocks on one holding are multiplied.
 * @param betaOf returns the beta of a holding to a factor
 */
export function applyShocks(
  { holdings, cash }: Positions,
  shocks: readonly Shock[],
  betaOf: (symbol: string, shock: FactorShock) => FactorBeta,
): ShockReport {
  const reached = new Set<number>();
  const after = (value: number, effects: readonly ShockEffect[]) =>
    effects.reduce((product, { change }) => product * (1 + change), value);
  const shockedHoldings = holdings.map((holding): ShockedHolding => {
    const effects = shocks.flatMap((shock, index) => effectOn(holding, shock, index, betaOf));
    for (const { shock } of effects) reached.add(shock);
    return { ...holding, valueAfter: after(holding.value, effects), effects };
  });
  const shockedCash = cash.map((balance): ShockedCash => {
    const effects = shocks.flatMap((shock, index): ShockEffect[] =>
      shock.target === 'currency' && shock.currency === balance.currency
        ? [{ shock: index, change: shock.change, beta: null }]
        : [],
    );
    for (const { shock } of effects) reached.add(shock);
    return { ...balance, valueAfter: after(balance.value, effects) };
  });
  return {
    valueAfter: [...shockedHoldings, ...shockedCash].reduce((sum, one) => sum + one.valueAfter, 0),
    holdings: shockedHoldings,
    cash: shockedCash,
    unmatched: shocks.flatMap((_, index) => (reached.has(index) ? [] : [index])),
  };
}

function effectOn(
  holding: Position,
  shock: Shock,
  index: number,
  betaOf: (symbol: string, shock: FactorShock) => FactorBeta,
): ShockEffect[] {
  if (shock.target === 'factor') {
    const beta = betaOf(holding.symbol, shock);
    return beta.beta === 0 ? [] : [{ shock: index, change: Math.max(-1, beta.beta * shock.change), beta }];
  }
  return isReached(holding, shock) ? [{ shock: index, change: shock.change, beta: null }] : [];
}

function isReached(holding: Position, shock: Exclude<Shock, { target: 'factor' }>): boolean {
  if (shock.target === 'symbol') return holding.symbol === shock.symbol.toUpperCase();
  if (shock.target === 'asset_class') return holding.assetClass === shock.assetClass;
  if (shock.target === 'sector') return holding.sector?.toLowerCase() === shock.sector.toLowerCase();
  return shock.target === 'country' ? holding.country === shock.country : holding.currency === shock.currency;
}
