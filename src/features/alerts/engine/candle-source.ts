import { DAY_MS } from '../../../time/durations.js';
import type { Candle } from '../../markets/candle.js';
import type { CandleColumns } from '../../markets/indicators/candle-columns.js';
import { type IndicatorSpec, parseSpec } from '../../markets/indicators/indicator-spec.js';
import { linesOf } from '../../markets/indicators/run-indicator.js';
import { type Interval, intradayMs } from '../../markets/interval.js';
import type { IndicatorLeaf, VolumeSpikeLeaf } from '../condition.js';
import { CandleHistory, dayStarts } from './candle-history.js';
import type { ChangedRules } from './changed-rules.js';
import type { CandleNeed, StoredLeaf } from './engine-rule.js';
import { getOrCreate } from './get-or-create.js';
import { IndicatorEstimate, type LineOf } from './indicator-estimate.js';
import type { LeafSource, Reading } from './leaf-source.js';
import type { CandleObservation } from './observation.js';
import { type Bounds, ThresholdIndex } from './threshold-index.js';
import { VolumeProfile } from './volume-profile.js';
import type { WatchedLeaf } from './watched-rule.js';

/**
 * Fraction of the indicator catalog's warm-up that is required before a value is used. After the whole warm-up,
 * averages over all earlier candles are accurate to 1e-9; after a third, to about 0.1 %, which suffices for a new
 * listing.
 */
const SETTLED_SHARE = 1 / 3;
/** Number of candles for an indicator that depends on all candles since the first one. */
const OPEN_ENDED = 500;
const MAX_WARM_UP = 20_000;

/** A number that is calculated from each final candle: a line of an indicator, or a volume. */
interface Measure {
  index: ThresholdIndex;
  /** Number of candles needed before the first one that is evaluated. */
  warmUp: number;
  /** Calculates the value at the last candle. @returns undefined while there are too few candles */
  calculate(history: CandleHistory, candle: Candle): number | undefined;
  /** Forgets all candles; exists only for measures that store candles themselves. */
  reset?(): void;
  /**
   * Creates an estimate of the values at candles that are known in advance; undefined if the indicator has no error
   * bounds.
   */
  estimateOf?(candles: CandleColumns): IndicatorEstimate | undefined;
  /** Estimates values, so that only values near a threshold are calculated. */
  estimate?: IndicatorEstimate;
  /** Candle whose value was only estimated; the value is calculated when it is read. */
  estimated?: Candle;
}

interface Series {
  history: CandleHistory;
  /** Candles that are known in advance, and how many of them were already observed. */
  foreseen?: { candles: CandleColumns; count: number };
  /** Measures by name: indicator and output (`rsi:14 rsi`), or `volume` and its lookback (`volume 20`). */
  measures: Map<string, Measure>;
}

type Leaf = IndicatorLeaf | VolumeSpikeLeaf;

/** Evaluates leaves about final candles, by symbol and interval. All rules with the same indicator share its value. */
export class CandleSource implements LeafSource<Leaf> {
  private readonly series = new Map<string, Series>();

  constructor(private readonly dirty: ChangedRules) {}

  add(watched: WatchedLeaf<Leaf>, _now: number, stored?: StoredLeaf): void {
    const { leaf } = watched;
    const { index } = this.calculated(leaf);
    if (stored !== undefined && (stored.at as number) > index.at)
      index.update(stored.value as number, stored.at as number);
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
    if (series === undefined || !take(series, candle)) return;
    for (const measure of series.measures.values()) this.measure(measure, series, candle, at);
  }

  /**
   * Announces the final candles that will be observed, from the first one on and in the order of time, so that most
   * values need not be calculated.
   */
  foresee(symbol: string, interval: Interval, candles: CandleColumns): void {
    const series = this.series.get(nameOf(symbol, interval));
    if (series === undefined || series.history.length > 0) return;
    series.foreseen = { candles, count: 0 };
    for (const measure of series.measures.values()) measure.estimate = measure.estimateOf?.(candles);
  }

  /**
   * Fills the history with final candles in the order of time; leaves are evaluated at the last one. Candles that cover
   * the whole time of the present history replace it, so that leaves that were added later get the earlier candles.
   */
  warm(symbol: string, interval: Interval, candles: readonly Candle[]): void {
    const series = this.series.get(nameOf(symbol, interval));
    const [first, latest] = [candles[0], candles.at(-1)];
    if (series === undefined || first === undefined || latest === undefined) return;
    const { history } = series;
    if (first.time.getTime() <= history.firstTime && latest.time.getTime() >= history.lastTime) empty(series);
    for (const candle of candles) {
      if (!take(series, candle)) continue;
      const isLast = candle === candles.at(-1);
      for (const measure of series.measures.values())
        if (isLast) this.measure(measure, series, candle, endOf(candle, interval));
        else if (measure.warmUp === 0) measure.calculate(series.history, candle);
    }
  }

  reading({ leaf }: WatchedLeaf<Leaf>, _entity: string, isOpen: boolean): Reading {
    const { index } = this.calculated(leaf);
    return {
      ...index.reading(boundsOf(leaf), isOpen),
      records: [{ type: 'symbol', id: leaf.symbol }],
      details: { interval: leaf.interval },
    };
  }

  stored({ leaf }: WatchedLeaf<Leaf>): StoredLeaf | undefined {
    const { at, value, status } = this.calculated(leaf).index;
    return status === 'ok' ? { at, value } : undefined;
  }

  /** Returns the symbol, interval and number of earlier candles that a leaf needs. */
  static need(leaf: Leaf): CandleNeed {
    const { symbol, interval } = leaf;
    if (leaf.type === 'indicator') return { symbol, interval, count: warmUpOf(specOf(leaf), interval) + 1 };
    const perDay = Math.max(1, DAY_MS / lengthOf(interval));
    return { symbol, interval, count: Math.min(MAX_WARM_UP, Math.ceil(perDay * (leaf.lookback + 1))) };
  }

  private measure(measure: Measure, { history, foreseen }: Series, candle: Candle, at: number): void {
    const { index, estimate } = measure;
    if (
      foreseen !== undefined &&
      estimate?.move(foreseen.count - 1) === true &&
      !index.hasThresholdWithin(estimate.low, estimate.high)
    ) {
      measure.estimated = candle;
      index.update(estimate.value, at);
      return;
    }
    measure.estimated = undefined;
    const value = measure.calculate(history, candle);
    if (value === undefined || !Number.isFinite(value)) index.update(Number.NaN, at, 'warming');
    else index.update(value, at);
  }

  /** Returns the measure of a leaf; calculates its value if it was only estimated. */
  private calculated(leaf: Leaf): Measure {
    const measure = this.measureOf(leaf);
    const { estimated, index } = measure;
    if (estimated === undefined) return measure;
    measure.estimated = undefined;
    index.update(measure.calculate(this.seriesAt(seriesOf(leaf)).history, estimated) ?? Number.NaN, index.at);
    return measure;
  }

  private seriesAt(name: string): Series {
    return getOrCreate(this.series, name, () => ({ history: new CandleHistory(), measures: new Map() }));
  }

  private measureOf(leaf: Leaf): Measure {
    const series = this.seriesAt(seriesOf(leaf));
    return getOrCreate(series.measures, measureName(leaf), () => {
      const measure = leaf.type === 'indicator' ? this.indicatorOf(leaf) : this.volumeOf(leaf);
      measure.index.status = 'warming';
      series.history.require(measure.warmUp + 1);
      return measure;
    });
  }

  private indicatorOf(leaf: IndicatorLeaf): Measure {
    const spec = specOf(leaf);
    const { memory } = spec.kind;
    const warmUp = warmUpOf(spec, leaf.interval);
    const settled = Math.ceil(warmUp * SETTLED_SHARE) + 1;
    const lineOf: LineOf = (candles) => {
      const lines = linesOf(spec.kind, { candles, sessionStarts: () => dayStarts(candles) }, spec.parameters);
      return (leaf.output === undefined ? Object.values(lines)[0] : lines[leaf.output]) as Float64Array;
    };
    return {
      index: new ThresholdIndex(this.dirty),
      warmUp,
      calculate: (history) => (history.length < settled ? undefined : lineOf(history.latest(warmUp + 1)).at(-1)),
      estimateOf: (candles) => memory && new IndicatorEstimate(candles, lineOf, warmUp, memory),
    };
  }

  private volumeOf({ interval, lookback }: VolumeSpikeLeaf): Measure {
    let profile = new VolumeProfile(lengthOf(interval), lookback);
    return {
      index: new ThresholdIndex(this.dirty),
      warmUp: 0,
      calculate: (_, { time, volume }) => profile.add(time.getTime(), volume ?? Number.NaN),
      reset: () => {
        profile = new VolumeProfile(lengthOf(interval), lookback);
      },
    };
  }
}

/** Forgets all candles of a series. */
function empty(series: Series): void {
  series.history = new CandleHistory();
  for (const measure of series.measures.values()) {
    series.history.require(measure.warmUp + 1);
    measure.reset?.();
  }
}

/**
 * Adds a candle. If it is not the next announced one, the announced candles are discarded.
 * @returns whether the candle is new
 */
function take(series: Series, candle: Candle): boolean {
  if (!series.history.add(candle)) return false;
  const { foreseen } = series;
  if (foreseen === undefined) return true;
  if (foreseen.candles.time[foreseen.count] === candle.time.getTime()) foreseen.count += 1;
  else series.foreseen = undefined;
  return true;
}

const nameOf = (symbol: string, interval: Interval) => `${symbol} ${interval}`;
const seriesOf = ({ symbol, interval }: Leaf) => nameOf(symbol, interval);
const measureName = (leaf: Leaf) =>
  leaf.type === 'indicator' ? `${leaf.indicator} ${leaf.output ?? ''}` : `volume ${leaf.lookback}`;
const boundsOf = (leaf: Leaf): Bounds =>
  leaf.type === 'indicator' ? leaf : { operator: 'above', threshold: leaf.factor };

const lengths: Partial<Record<Interval, number>> = { '1d': DAY_MS, '1w': 7 * DAY_MS, '1M': 31 * DAY_MS };
/** Returns the length of a candle (ms); months count as 31 days. */
export const lengthOf = (interval: Interval): number => intradayMs(interval) ?? (lengths[interval] as number);

/** Returns the end of a candle (ms). */
export const endOf = ({ time }: Candle, interval: Interval): number => time.getTime() + lengthOf(interval);

/**
 * Parses the indicator of a leaf.
 * @throws Error for an invalid indicator, which the validation of rules rejects beforehand
 */
function specOf({ indicator }: IndicatorLeaf): IndicatorSpec {
  const spec = parseSpec(indicator);
  if (typeof spec === 'string') throw new Error(`Indicator ${indicator} ${spec}.`);
  return spec;
}

const warmUpOf = ({ kind, parameters }: IndicatorSpec, interval: Interval): number =>
  Math.min(MAX_WARM_UP, kind.warmUp(interval, ...parameters) || OPEN_ENDED);
