import type { Candle, CorporateAction } from '../candle.js';

/** The factors by which prices and volumes before a time are multiplied. */
export interface Factor {
  /** Time (ms since 1970) from which candles need no adjustment for this action. */
  before: number;
  price: number;
  volume: number;
}

export interface ActionsToApply {
  actions: readonly CorporateAction[];
  /** Returns the time (ms since 1970) at which trading begins on an ex-day, in the time of the candles. */
  startOf(day: string): number;
  /** Returns the last close before an ex-day, as traded; undefined when unknown. Called for dividends only. */
  closeBefore(day: string): number | undefined;
}

/**
 * Combines actions of the same kind and day: dividends are added, split ratios multiplied.
 * @returns ascending by day
 */
export function onePerDay(actions: readonly CorporateAction[]): CorporateAction[] {
  const byKey = new Map<string, CorporateAction>();
  for (const action of actions) {
    const same = byKey.get(`${action.day} ${action.kind}`);
    if (same === undefined) byKey.set(`${action.day} ${action.kind}`, { ...action });
    else same.value = action.kind === 'split' ? same.value * action.value : same.value + action.value;
  }
  return [...byKey.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/**
 * Returns the adjustment factors of actions. A 4:1 split divides earlier prices by 4 and multiplies earlier volumes by
 * 4. A cash dividend D multiplies earlier prices by 1 − D/C, where C is the last close before the ex-day (the method of
 * the CRSP, the Center for Research in Security Prices); volumes are unchanged.
 * @returns factors ascending; `unknown` is the number of dividends that cannot be applied because the close before them
 * is unknown or not higher than the dividend
 */
export function factorsOf({ actions, startOf, closeBefore }: ActionsToApply): { factors: Factor[]; unknown: number } {
  const factors: Factor[] = [];
  let unknown = 0;
  const ratioOf = (day: string) => actions.find((action) => action.kind === 'split' && action.day === day)?.value ?? 1;
  for (const { day, kind, value } of actions) {
    if (kind === 'split') {
      factors.push({ before: startOf(day), price: 1 / value, volume: value });
      continue;
    }
    // The dividend is per share of its own day, but the close is per share of the day before.
    const close = (closeBefore(day) ?? 0) / ratioOf(day);
    if (close > value) factors.push({ before: startOf(day), price: 1 - value / close, volume: 1 });
    else unknown += 1;
  }
  return { factors: factors.sort((a, b) => a.before - b.before), unknown };
}

/** Rounds to eight decimals; further digits are floating-point errors. */
const rounded = (price: number) => Math.round(price * 1e8) / 1e8;

/**
 * Returns candles in terms of today's shares. A candle without a later factor is unchanged.
 * @param candles ascending
 * @param factors ascending
 */
export function adjust(candles: readonly Candle[], factors: readonly Factor[]): Candle[] {
  let next = factors.length;
  let [price, volume] = [1, 1];
  const adjusted = new Array<Candle>(candles.length);
  for (let index = candles.length - 1; index >= 0; index -= 1) {
    const candle = candles[index] as Candle;
    while (next > 0 && (factors[next - 1] as Factor).before > candle.time.getTime()) {
      next -= 1;
      price *= (factors[next] as Factor).price;
      volume *= (factors[next] as Factor).volume;
    }
    adjusted[index] = price === 1 && volume === 1 ? candle : scaled(candle, price, volume);
  }
  return adjusted;
}

function scaled({ time, open, high, low, close, volume }: Candle, price: number, shares: number): Candle {
  const prices = {
    open: rounded(open * price),
    high: rounded(high * price),
    low: rounded(low * price),
    close: rounded(close * price),
  };
  return { time, ...prices, volume: volume === null ? null : rounded(volume * shares) };
}
