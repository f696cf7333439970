import { DAY_MS } from '../../../durations.js';
import type { Candle } from '../../markets/candle.js';
import { type IndicatorSpec, parseSpec } from '../../markets/indicators/indicator-spec.js';
import { type Interval, intradayMs } from '../../markets/interval.js';
import type { IndicatorLeaf, VolumeSpikeLeaf } from '../condition.js';
import { CandleHistory, dayStarts } from './candle-history.js';
import type { DirtyRules } from './dirty-rules.js';
import type { CandleNeed, StoredLeaf } from './engine-rule.js';
import { entryOf } from './entry-of.js';
import type { LeafSource, Reading } from './leaf-source.js';
import type { CandleObservation } from './observation.js';
import { type Bounds, ThresholdIndex } from './threshold-index.js';
import { VolumeProfile } from './volume-profile.js';
import type { WatchedLeaf } from './watched-rule.js';

/**
 * Averages that depend on all earlier candles agree to a billionth after the warm-up of the catalog; a third of it leaves an error of about 0.1 %, which is
 * enough to evaluate a new listing.
 */
const SETTLED_SHARE = 1 / 3;
/** Candles of an indicator that counts from the first candle. */
const OPEN_ENDED = 500;
const MAX_WARM_UP = 20_000;

/** A number calculated from each final candle. */
interface Measure {
  index: ThresholdIndex;
  /** Candles before the first one that is evaluated. */
  warmUp: number;
  /** @returns the value at the last candle; undefined while there are too few */
  calculate(history: CandleHistory, candle: Candle): number | undefined;
}

interface Series {
  history: CandleHistory;
  /** By what is measured: `rsi:14 rsi`, `volume 20`. */
  measures: Map<string, Measure>;
}

type Leaf = IndicatorLeaf | VolumeSpikeLeaf;

/** Leaves about final candles, by symbol and interval. All rules with the same indicator share its value. */
export class CandleSource implements LeafSource<Leaf> {
  private readonly series = new Map<string, Series>();

  constructor(private readonly dirty: DirtyRules) {}

  add(watched: WatchedLeaf<Leaf>, _now: number, stored?: StoredLeaf): void {
    const { leaf } = watched;
    const { index } = this.measureOf(leaf);
    if (stored !== undefined && (stored.at as number) > index.at) index.update(stored.value as number, stored.at as number);
    index.add(watched, boundsOf(leaf));
  }

  remove(watched: WatchedLeaf<Leaf>): void {
    const { leaf } = watched;
    const name = seriesOf(leaf);
    const { measures } = this.seriesAt(name);
    const { index } = this.measureOf(leaf);
    index.remove(watched);
    if (index.isUnused) measures.delete(measureName(leaf));
    if (measures.size === 0) this.series.delete(name);
  }

  observe({ symbol, interval, candle, isFinal, at }: CandleObservation): void {
    const series = isFinal ? this.series.get(nameOf(symbol, interval)) : undefined;
    if (series === undefined || !series.history.add(candle)) return;
    for (const measure of series.measures.values()) this.measure(measure, series.history, candle, at);
  }

  /** Fills the history with final candles in the order of time; leaves are evaluated at the last one. */
  warm(symbol: string, interval: Interval, candles: readonly Candle[]): void {
    const series = this.series.get(nameOf(symbol, interval));
    if (series === undefined) return;
    for (const candle of candles) {
      if (!series.history.add(candle)) continue;
      const isLast = candle === candles.at(-1);
      for (const measure of series.measures.values())
        if (isLast) this.measure(measure, series.history, candle, endOf(candle, interval));
        else if (measure.warmUp === 0) measure.calculate(series.history, candle);
    }
  }

  reading({ leaf }: WatchedLeaf<Leaf>, _entity: string, isOpen: boolean): Reading {
    const { index } = this.measureOf(leaf);
    return { ...index.reading(boundsOf(leaf), isOpen), records: [{ type: 'symbol', id: leaf.symbol }], details: { interval: leaf.interval } };
  }

  stored({ leaf }: WatchedLeaf<Leaf>): StoredLeaf | undefined {
    const { at, value, status } = this.measureOf(leaf).index;
    return status === 'ok' ? { at, value } : undefined;
  }

  /** How many candles a leaf needs before now. */
  static need(leaf: Leaf): CandleNeed {
    const { symbol, interval } = leaf;
    if (leaf.type === 'indicator') return { symbol, interval, count: warmUpOf(specOf(leaf), interval) + 1 };
    const perDay = Math.max(1, DAY_MS / lengthOf(interval));
    return { symbol, interval, count: Math.min(MAX_WARM_UP, Math.ceil(perDay * (leaf.lookback + 1))) };
  }

  private measure({ index, calculate }: Measure, history: CandleHistory, candle: Candle, at: number): void {
    const value = calculate(history, candle);
    if (value === undefined || !Number.isFinite(value)) index.update(Number.NaN, at, 'warming');
    else index.update(value, at);
  }

  private seriesAt(name: string): Series {
    return entryOf(this.series, name, () => ({ history: new CandleHistory(), measures: new Map() }));
  }

  private measureOf(leaf: Leaf): Measure {
    const series = this.seriesAt(seriesOf(leaf));
    return entryOf(series.measures, measureName(leaf), () => {
      const measure = leaf.type === 'indicator' ? this.indicatorOf(leaf) : this.volumeOf(leaf);
      measure.index.status = 'warming';
      series.history.require(measure.warmUp + 1);
      return measure;
    });
  }

  private indicatorOf(leaf: IndicatorLeaf): Measure {
    const spec = specOf(leaf);
    const warmUp = warmUpOf(spec, leaf.interval);
    const settled = Math.ceil(warmUp * SETTLED_SHARE) + 1;
    return {
      index: new ThresholdIndex(this.dirty),
      warmUp,
      calculate: (history) => {
        if (history.length < settled) return undefined;
        const candles = history.latest(warmUp + 1);
        const lines = spec.kind.lines({ candles, sessionStarts: () => dayStarts(candles) }, ...spec.parameters);
        return (leaf.output === undefined ? Object.values(lines)[0] : lines[leaf.output])?.at(-1);
      },
    };
  }

  private volumeOf({ interval, lookback }: VolumeSpikeLeaf): Measure {
    const profile = new VolumeProfile(lengthOf(interval), lookback);
    return { index: new ThresholdIndex(this.dirty), warmUp: 0, calculate: (_, { time, volume }) => profile.add(time.getTime(), volume ?? Number.NaN) };
  }
}

const nameOf = (symbol: string, interval: Interval) => `${symbol} ${interval}`;
const seriesOf = ({ symbol, interval }: Leaf) => nameOf(symbol, interval);
const measureName = (leaf: Leaf) => (leaf.type === 'indicator' ? `${leaf.indicator} ${leaf.output ?? ''}` : `volume ${leaf.lookback}`);
const boundsOf = (leaf: Leaf): Bounds => (leaf.type === 'indicator' ? leaf : { operator: 'above', threshold: leaf.factor });

const lengths: Partial<Record<Interval, number>> = { '1d': DAY_MS, '1w': 7 * DAY_MS, '1M': 31 * DAY_MS };
/** The length of a candle (ms); months count as 31 days. */
export const lengthOf = (interval: Interval): number => intradayMs(interval) ?? (lengths[interval] as number);

/** When a candle ends (ms). */
export const endOf = ({ time }: Candle, interval: Interval): number => time.getTime() + lengthOf(interval);

/** @throws Error for an invalid indicator, which the rule's validation refuses */
function specOf({ indicator }: IndicatorLeaf): IndicatorSpec {
  const spec = parseSpec(indicator);
  if (typeof spec === 'string') throw new Error(`Indicator ${indicator} ${spec}.`);
  return spec;
}

const warmUpOf = ({ kind, parameters }: IndicatorSpec, interval: Interval): number => Math.min(MAX_WARM_UP, kind.warmUp(interval, ...parameters) || OPEN_ENDED);
