import { DAY_MS } from '../../../durations.js';
import { between, keyOf, mix, unit } from '../../../simulation/noise.js';
import type { CorporateAction } from '../candle.js';
import { dayNumber } from './trading-week.js';

/** Days in which a share that splits does so once. */
const SPLIT_PERIOD = 2_600;
const ratios = [2, 2, 3, 4, 1.5, 2, 5, 2];
const [SPLITS, DIVIDENDS] = [0.35, 0.65];

/** An action before it is known which trading day it falls on: the first on or after `due`. */
export interface PlannedAction {
  kind: CorporateAction['kind'];
  /** Days since 1970-01-01. */
  due: number;
  /** Of a split its ratio, of a dividend its share of the price. */
  value: number;
}

/**
 * The splits and quarterly dividends of a share. Its price, in the terms of each day, rises between two of them by what it falls at the
 * next, so that it neither vanishes nor grows without end.
 */
export class ActionPlan {
  private readonly key: number;
  private readonly splits: boolean;
  /** Share of the price paid out each quarter; 0 for none. */
  private readonly payout: number;

  /** @param neverSplits for what is tied to something that does not */
  constructor(seed: number, symbol: string, neverSplits = false) {
    this.key = keyOf(seed, `actions ${symbol}`);
    this.splits = !neverSplits && unit(this.key, 1) < SPLITS;
    this.payout = unit(this.key, 2) < DIVIDENDS ? between(this.key, 3, 0.004, 0.045) / 4 : 0;
  }

  /** What the actions add to the logarithm of the price on a day. */
  shift(day: number): number {
    let shift = 0;
    if (this.splits) {
      const [last, next] = around(day, Math.floor(day / SPLIT_PERIOD), this.split);
      shift += Math.log(next.value) * ((day - last.due) / (next.due - last.due));
    }
    if (this.payout > 0) {
      const [last, next] = around(day, quarterOf(day), this.dividend);
      shift += this.payout * ((day - last.due) / (next.due - last.due));
    }
    return shift;
  }

  /** Those due after `after` and not after `upTo`, ascending. */
  between(after: number, upTo: number): PlannedAction[] {
    const found: PlannedAction[] = [];
    const within = ({ due }: PlannedAction) => due > after && due <= upTo;
    for (let index = Math.floor(after / SPLIT_PERIOD); this.splits && index <= upTo / SPLIT_PERIOD; index += 1) found.push(this.split(index));
    for (let index = quarterOf(after); this.payout > 0 && index <= quarterOf(upTo); index += 1) found.push(this.dividend(index));
    return found.filter(within).sort((one, other) => one.due - other.due);
  }

  private readonly split = (index: number): PlannedAction => ({
    kind: 'split',
    due: Math.floor((index + 0.15 + 0.7 * unit(this.key, 16 + 2 * index)) * SPLIT_PERIOD),
    value: ratios[mix(this.key, 17 + 2 * index) % ratios.length] as number,
  });

  /** In the same month of each quarter, from the 5th to the 24th. */
  private readonly dividend = (quarter: number): PlannedAction => {
    const month = (((quarter % 4) + 4) % 4) * 3 + 1 + (mix(this.key, 4) % 3);
    const day = 5 + (mix(this.key, 5) % 17) + (mix(this.key, 100_000 + quarter) % 3);
    const year = 1970 + Math.floor(quarter / 4);
    return { kind: 'dividend', due: dayNumber(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`), value: this.payout };
  };
}

/** Quarters since 1970. */
function quarterOf(day: number): number {
  const date = new Date(day * DAY_MS);
  return (date.getUTCFullYear() - 1970) * 4 + Math.floor(date.getUTCMonth() / 3);
}

/** The last one due on or before a day, and the next after it. */
function around(day: number, index: number, planned: (index: number) => PlannedAction): [PlannedAction, PlannedAction] {
  const here = planned(index);
  return here.due <= day ? [here, planned(index + 1)] : [planned(index - 1), here];
}
