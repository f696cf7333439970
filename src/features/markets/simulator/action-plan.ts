import { DAY_MS } from '../../../durations.js';
import { between, keyOf, mix, unit } from '../../../simulation/noise.js';
import type { CorporateAction } from '../candle.js';
import { dayNumber } from './trading-week.js';

/** A share that splits does so once in this many days. */
const DAYS_PER_SPLIT = 2_600;
const ratios = [2, 2, 3, 4, 1.5, 2, 5, 2];
const [SPLIT_SHARE, DIVIDEND_SHARE] = [0.35, 0.65];

/** An action whose ex-day is the first trading day on or after `due`. */
export interface PlannedAction {
  kind: CorporateAction['kind'];
  /** Days since 1970-01-01. */
  due: number;
  /** For a split its ratio; for a dividend its share of the price. */
  value: number;
}

/** The splits and quarterly dividends of a share. Between two actions its price rises by what it falls at the next one, so that it stays near its level. */
export class ActionPlan {
  private readonly key: number;
  private readonly splits: boolean;
  /** Share of the price paid each quarter; 0 for none. */
  private readonly payout: number;

  /** @param neverSplits for instruments tied to one that does not split */
  constructor(seed: number, symbol: string, neverSplits = false) {
    this.key = keyOf(seed, `actions ${symbol}`);
    this.splits = !neverSplits && unit(this.key, 1) < SPLIT_SHARE;
    this.payout = unit(this.key, 2) < DIVIDEND_SHARE ? between(this.key, 3, 0.004, 0.045) / 4 : 0;
  }

  /** Returns what the actions add to the logarithm of the price on a day. */
  shift(day: number): number {
    let shift = 0;
    if (this.splits) {
      const [last, next] = around(day, Math.floor(day / DAYS_PER_SPLIT), this.split);
      shift += Math.log(next.value) * ((day - last.due) / (next.due - last.due));
    }
    if (this.payout > 0) {
      const [last, next] = around(day, quarterOf(day), this.dividend);
      shift += this.payout * ((day - last.due) / (next.due - last.due));
    }
    return shift;
  }

  /** Returns the actions due in `(after, upTo]`, ascending. */
  between(after: number, upTo: number): PlannedAction[] {
    const found: PlannedAction[] = [];
    const within = ({ due }: PlannedAction) => due > after && due <= upTo;
    for (let index = Math.floor(after / DAYS_PER_SPLIT); this.splits && index <= upTo / DAYS_PER_SPLIT; index += 1) found.push(this.split(index));
    for (let index = quarterOf(after); this.payout > 0 && index <= quarterOf(upTo); index += 1) found.push(this.dividend(index));
    return found.filter(within).sort((one, other) => one.due - other.due);
  }

  private readonly split = (index: number): PlannedAction => ({
    kind: 'split',
    due: Math.floor((index + 0.15 + 0.7 * unit(this.key, 16 + 2 * index)) * DAYS_PER_SPLIT),
    value: ratios[mix(this.key, 17 + 2 * index) % ratios.length] as number,
  });

  /** In the same month of each quarter, on the 5th to the 24th. */
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

/** Returns the last action due on or before a day, and the next one. */
function around(day: number, index: number, planned: (index: number) => PlannedAction): [PlannedAction, PlannedAction] {
  const here = planned(index);
  return here.due <= day ? [here, planned(index + 1)] : [planned(index - 1), here];
}
