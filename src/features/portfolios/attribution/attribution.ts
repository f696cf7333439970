import { currencyEffect } from '../benchmark/benchmark-series.js';
import { textOf } from '../day.js';
import { carinoFactor, type Effects, segmentEffects } from './brinson.js';
import type { DayParts } from './holding-gains.js';
import type { BenchmarkDays, SegmentsOf } from './segment-days.js';

/** The contribution of a segment to the return of a period, with its effects on the difference from the benchmark. */
export interface SegmentAttribution extends Effects {
  segment: string;
  /** Mean of the daily weights. */
  portfolioWeight: number;
  /** Linked daily returns as a fraction; null if the portfolio never held the segment. */
  portfolioReturn: number | null;
  localReturn: number | null;
  currencyEffect: number | null;
  /** Linked contribution; the contributions of all segments sum to the return of the portfolio. */
  contribution: number;
  benchmarkWeight: number;
  benchmarkReturn: number | null;
}

/** The attribution of a month, or of the part of it in the period. */
export interface MonthAttribution extends Effects {
  fromDay: number;
  toDay: number;
  portfolioReturn: number;
  benchmarkReturn: number;
}

export interface Attribution extends Effects {
  portfolioReturn: number;
  localReturn: number;
  currencyEffect: number | null;
  benchmarkReturn: number;
  segments: SegmentAttribution[];
  months: MonthAttribution[];
}

interface Segment extends Effects {
  days: number;
  weight: number;
  growth: number;
  localGrowth: number;
  contribution: number;
  benchmarkDays: number;
  benchmarkWeight: number;
  benchmarkGrowth: number;
}

const none: Effects = { allocation: 0, selection: 0, interaction: 0 };
/** Weights below this are rounding errors. */
const MIN_WEIGHT = 1e-9;

/**
 * Sums up the days of a period. Each day has the effects of Brinson and Fachler, with the weights at its start. Months
 * and the period link the days by the method of Carino, so that the effects sum to the compounded difference. Source:
 * D. Carino, "Combining Attribution Effects Over Time" (1999). Days without invested capital are left out of portfolio
 * and benchmark. Without a benchmark its returns and all effects are zero.
 */
export class AttributionSum {
  private readonly segments = new Map<string, Segment>();
  private readonly months: Array<MonthAttribution & { month: string; growth: number; benchmarkGrowth: number }> = [];
  private growth = 1;
  private localGrowth = 1;
  private benchmarkGrowth = 1;
  private days = 0;
  private effects = { ...none };

  constructor(
    private readonly segmentsOf: SegmentsOf,
    private readonly fromDay: number,
    private readonly benchmark?: BenchmarkDays,
  ) {}

  add({ day, return: own, parts }: DayParts): void {
    const at = day - this.fromDay;
    const market = this.benchmark?.returns[at] ?? 0;
    const today = new Map<string, { weight: number; contribution: number; local: number }>();
    let local = 0;
    for (const part of parts) {
      local += part.localContribution;
      for (const { segment: name, fraction } of this.segmentsOf(part.symbol)) {
        const known = today.get(name) ?? { weight: 0, contribution: 0, local: 0 };
        known.weight += part.weight * fraction;
        known.contribution += part.contribution * fraction;
        known.local += part.localContribution * fraction;
        today.set(name, known);
      }
    }
    const [linkToOwn, linkToActive] = [carinoFactor(own, 0), carinoFactor(own, market)];
    const month = this.monthOf(day);
    for (const name of new Set([...today.keys(), ...(this.benchmark?.segments.keys() ?? [])])) {
      const { weight, contribution, local: localPart } = today.get(name) ?? { weight: 0, contribution: 0, local: 0 };
      const theirs = this.benchmark?.segments.get(name);
      const [benchmarkWeight, benchmarkContribution] = [theirs?.weights[at] ?? 0, theirs?.contributions[at] ?? 0];
      const segment = this.segment(name);
      segment.weight += weight;
      segment.contribution += contribution * linkToOwn;
      if (weight > MIN_WEIGHT) {
        segment.days += 1;
        segment.growth *= 1 + contribution / weight;
        segment.localGrowth *= 1 + localPart / weight;
      }
      if (this.benchmark === undefined) continue;
      segment.benchmarkWeight += benchmarkWeight;
      if (benchmarkWeight > MIN_WEIGHT) {
        segment.benchmarkDays += 1;
        segment.benchmarkGrowth *= 1 + benchmarkContribution / benchmarkWeight;
      }
      const effects = segmentEffects({ weight, contribution, benchmarkWeight, benchmarkContribution }, market);
      for (const sum of [segment, month, this.effects]) addEffects(sum, effects, linkToActive);
    }
    this.days += 1;
    this.growth *= 1 + own;
    this.localGrowth *= 1 + local;
    this.benchmarkGrowth *= 1 + market;
    month.growth *= 1 + own;
    month.benchmarkGrowth *= 1 + market;
    month.toDay = day;
  }

  /**
   * Returns the attribution of the days so far.
   * @returns undefined without a day with invested capital, or after a total loss, which cannot be linked
   */
  result(): Attribution | undefined {
    if (this.days === 0 || !(this.growth > 0 && this.benchmarkGrowth > 0 && Number.isFinite(this.growth)))
      return undefined;
    const [portfolioReturn, localReturn, benchmarkReturn] = [
      this.growth - 1,
      this.localGrowth - 1,
      this.benchmarkGrowth - 1,
    ];
    const [own, active] = [carinoFactor(portfolioReturn, 0), carinoFactor(portfolioReturn, benchmarkReturn)];
    const segments = [...this.segments].map(([segment, sum]): SegmentAttribution => {
      const [total, local] = [sum.growth - 1, sum.localGrowth - 1];
      return {
        segment,
        portfolioWeight: sum.weight / this.days,
        portfolioReturn: sum.days === 0 ? null : total,
        localReturn: sum.days === 0 ? null : local,
        currencyEffect: sum.days === 0 ? null : currencyEffect(total, local),
        contribution: sum.contribution / own,
        benchmarkWeight: sum.benchmarkWeight / this.days,
        benchmarkReturn: sum.benchmarkDays === 0 ? null : sum.benchmarkGrowth - 1,
        ...divided(sum, active),
      };
    });
    const months = this.months.map(({ fromDay, toDay, growth, benchmarkGrowth, ...effects }): MonthAttribution => {
      const returns = { portfolioReturn: growth - 1, benchmarkReturn: benchmarkGrowth - 1 };
      return {
        fromDay,
        toDay,
        ...returns,
        ...divided(effects, carinoFactor(returns.portfolioReturn, returns.benchmarkReturn)),
      };
    });
    const effect = currencyEffect(portfolioReturn, localReturn);
    return {
      portfolioReturn,
      localReturn,
      currencyEffect: effect,
      benchmarkReturn,
      ...divided(this.effects, active),
      segments,
      months,
    };
  }

  private segment(name: string): Segment {
    const known = this.segments.get(name);
    if (known !== undefined) return known;
    const own = {
      days: 0,
      weight: 0,
      growth: 1,
      localGrowth: 1,
      contribution: 0,
      benchmarkDays: 0,
      benchmarkWeight: 0,
      benchmarkGrowth: 1,
      ...none,
    };
    this.segments.set(name, own);
    return own;
  }

  private monthOf(day: number) {
    const month = textOf(day).slice(0, 7);
    const last = this.months.at(-1);
    if (last?.month === month) return last;
    const next = {
      month,
      fromDay: day,
      toDay: day,
      growth: 1,
      benchmarkGrowth: 1,
      portfolioReturn: 0,
      benchmarkReturn: 0,
      ...none,
    };
    this.months.push(next);
    return next;
  }
}

function addEffects(sum: Effects, { allocation, selection, interaction }: Effects, factor: number): void {
  sum.allocation += allocation * factor;
  sum.selection += selection * factor;
  sum.interaction += interaction * factor;
}

const divided = ({ allocation, selection, interaction }: Effects, by: number): Effects => ({
  allocation: allocation / by,
  selection: selection / by,
  interaction: interaction / by,
});
