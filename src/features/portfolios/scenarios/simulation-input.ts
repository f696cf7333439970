import { isWeekday } from '../day.js';
import type { DailySeries } from '../valuation/daily-series.js';
import type { Positions } from './position.js';
import type { ValueHistory } from './value-history.service.js';

/** Minimum length of a history (days); an asset with a shorter one is held constant. */
const MIN_HISTORY_DAYS = 365;

/** The common history of the assets of a portfolio. */
export interface SimulationHistory {
  /** The present value of each asset. */
  values: Float64Array<ArrayBuffer>;
  /** Growth since the first observation: a row per observation, the first of which is 1, and a column per asset. */
  growth: Float64Array<ArrayBuffer>;
  /** Total value of the constant positions: cash in the currency of the report, and assets with too little history. */
  constant: number;
  /** Number of returns from which blocks are drawn. */
  observations: number;
  /** The first and the last day with a value; null without any. */
  fromDay: number | null;
  toDay: number | null;
  /** Symbols, and currencies of cash, whose history is too short. */
  heldConstant: string[];
}

interface Asset {
  name: string;
  value: number;
  series: DailySeries | undefined;
}

/**
 * Aligns the histories of all assets on the weekdays on which at least one of them has a price of that day, from the
 * first day on which all of them have a value.
 */
export function simulationHistory(
  { holdings, cash, currency }: Positions,
  history: ValueHistory,
  fromDay: number,
  toDay: number,
): SimulationHistory {
  const foreign = cash.filter((balance) => balance.currency !== currency);
  const assets: Asset[] = [
    ...holdings.map(({ symbol, value }) => ({ name: symbol, value, series: history.holdings.get(symbol) })),
    ...foreign.map((balance) => ({
      name: balance.currency,
      value: balance.value,
      series: history.rates.get(balance.currency),
    })),
  ];
  const isKept = ({ series }: Asset) => series !== undefined && firstDayOf(series) <= toDay - MIN_HISTORY_DAYS;
  const kept = assets.filter(isKept) as Array<Asset & { series: DailySeries }>;
  const dropped = assets.filter((asset) => !isKept(asset));
  const own = cash.filter((balance) => balance.currency === currency);
  const constant = [...dropped, ...own].reduce((sum, { value }) => sum + value, 0);
  const first = Math.max(fromDay, ...kept.map(({ series }) => firstDayOf(series)));
  const days: number[] = [];
  for (let day = first; kept.length > 0 && day <= toDay; day += 1)
    if (isWeekday(day) && kept.some(({ series }) => series.asOf[day - series.firstDay] === day)) days.push(day);
  const growth = new Float64Array(days.length * kept.length);
  for (const [row, day] of days.entries())
    for (const [column, { series }] of kept.entries())
      growth[row * kept.length + column] =
        (series.values[day - series.firstDay] as number) /
        (series.values[(days[0] as number) - series.firstDay] as number);
  return {
    values: Float64Array.from(kept, ({ value }) => value),
    growth,
    constant,
    observations: Math.max(0, days.length - 1),
    fromDay: days[0] ?? null,
    toDay: days.at(-1) ?? null,
    heldConstant: dropped.map(({ name }) => name),
  };
}

/** Returns the first day with a value; infinite without one. */
function firstDayOf({ firstDay, values }: DailySeries): number {
  const index = values.findIndex((value) => !Number.isNaN(value));
  return index < 0 ? Number.POSITIVE_INFINITY : firstDay + index;
}
