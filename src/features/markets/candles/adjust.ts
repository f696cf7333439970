import type { Candle, CorporateAction } from '../candle.js';

/** What prices and volumes before a moment are multiplied by. */
export interface Factor {
  /** The moment (ms since the epoch) from which on bars are in the new terms. */
  before: number;
  price: number;
  volume: number;
}

export interface ActionsToApply {
  actions: readonly CorporateAction[];
  /** When trading begins on an ex-day, in the times of the bars (ms since the epoch). */
  startOf(day: string): number;
  /** The last close before an ex-day, as traded; undefined when it is not known. Asked for dividends alone. */
  closeBefore(day: string): number | undefined;
}

/** Two actions of one kind on one day count as one: dividends add up, splits follow each other. */
export function oneADay(actions: readonly CorporateAction[]): CorporateAction[] {
  const byKey = new Map<string, CorporateAction>();
  for (const action of actions) {
    const same = byKey.get(`${action.day} ${action.kind}`);
    if (same === undefined) byKey.set(`${action.day} ${action.kind}`, { ...action });
    else same.value = action.kind === 'split' ? same.value * action.value : same.value + action.value;
  }
  return [...byKey.values()].sort((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
}

/**
 * A split of 4 for 1 divides the prices before it by 4 and multiplies the volumes. A cash dividend D multiplies the prices before it by 1 − D/C, C being the last
 * close with the right to it (the method of the CRSP, the Center for Research in Security Prices); volumes it leaves alone.
 * @returns ascending; `unknown` counts the dividends that could not be applied, as no close before them is known or it is not above them
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
    // The dividend is in the terms of its day, the close in those of the day before.
    const close = (closeBefore(day) ?? 0) / ratioOf(day);
    if (close > value) factors.push({ before: startOf(day), price: 1 - value / close, volume: 1 });
    else unknown += 1;
  }
  return { factors: factors.sort((a, b) => a.before - b.before), unknown };
}

/** Eight decimals: what floating point adds behind them is noise. */
const rounded = (price: number) => Math.round(price * 1e8) / 1e8;

/** Bars in the terms of today. Without factors after them they stay as they are. @param bars ascending. @param factors ascending */
export function adjust(bars: readonly Candle[], factors: readonly Factor[]): Candle[] {
  let next = factors.length;
  let [price, volume] = [1, 1];
  const adjusted = new Array<Candle>(bars.length);
  for (let index = bars.length - 1; index >= 0; index -= 1) {
    const bar = bars[index] as Candle;
    while (next > 0 && (factors[next - 1] as Factor).before > bar.time.getTime()) {
      next -= 1;
      price *= (factors[next] as Factor).price;
      volume *= (factors[next] as Factor).volume;
    }
    adjusted[index] = price === 1 && volume === 1 ? bar : scaled(bar, price, volume);
  }
  return adjusted;
}

function scaled({ time, open, high, low, close, volume }: Candle, price: number, shares: number): Candle {
  const prices = { open: rounded(open * price), high: rounded(high * price), low: rounded(low * price), close: rounded(close * price) };
  return { time, ...prices, volume: volume === null ? null : rounded(volume * shares) };
}
