import { leavesOf } from '../../../conditions/condition-tree.js';
import type { LeafType } from '../condition.js';
import type { AlertEngine } from '../engine/alert-engine.js';
import type { AlertTransition, ConditionResult } from '../engine/alert-transition.js';
import { endOf } from '../engine/candle-source.js';
import type { EngineRule, RuleState } from '../engine/engine-rule.js';
import { GroupEngine } from '../engine/group-engine.js';
import type { GroupObservation, Observation } from '../engine/observation.js';
import { hasFiredBefore, timeOf } from '../record/recorded-entry.js';
import type { RecordedTicks, Span } from '../record/tick-record.service.js';
import { type CandleNumbers, candleAt, columnsOf, endedBy } from './candle-numbers.js';
import { CandleCursor, isCovered, ListCursor, MergedObservations, type ReplayStep } from './candle-observations.js';
import { RecordedCursor, withRecorded } from './recorded-ticks.js';
import { type ReplayControl, reach } from './replay-control.js';

/** Maximum number of alerts of one backtest. */
export const MAX_BACKTEST_ALERTS = 1_000;
/** Backtests have no limit by account; a timeout of the thread limits them. */
const unlimited = { unitsPerSecond: 1e9, burstSeconds: 1e3 };
/** Number of observations between two updates of the progress. */
const CONTROL_STEP = 4_096;

/** The rule and all observations that a backtest evaluates. Times in milliseconds. */
export interface ReplayInput {
  rule: EngineRule;
  /** Start of the range; alerts that fire earlier are not returned. */
  from: number;
  /** End of the range, exclusive. */
  to: number;
  /** Time at which the evaluation of the rule starts, at or before `from`. Default: `from`. */
  start?: number;
  /** The state of the rule at its start. Default: the state of a new rule. */
  state?: RuleState;
  /** The members of the group that the rule is about. */
  groups?: GroupObservation[];
  series: CandleNumbers[];
  /** Prices and candles that live rules observed. They replace the stored candles of the same time. */
  recorded?: RecordedTicks[];
  /** Observations that hold at the start, such as entities that are inside geofences. */
  initial: Observation[];
  /** Observations from `from` on, in the order of time. */
  observations: Observation[];
  /** Receives the progress of the replay and can stop it. */
  control?: ReplayControl;
}

/** An alert that the rule would have had. Times in milliseconds. */
export interface ReplayedAlert {
  /** The entity that the alert is about; empty for a rule that is not about entities. */
  key: string;
  firedAt: number;
  /** When the alert resolved; null if it is still open at the end. */
  resolvedAt: number | null;
  explanation: ConditionResult[];
}

export interface Replayed {
  alerts: ReplayedAlert[];
  observations: number;
  /** Whether there were more alerts than are returned. */
  isCut: boolean;
}

/**
 * Runs the engine over stored observations. Given the observations of a live evaluation, it produces the same alerts.
 * @throws ReplayStopped
 */
export function replay(input: ReplayInput): Replayed {
  const { rule, from, to, start = from, state: stored, initial, recorded = [], groups = [], control } = input;
  const alerts: ReplayedAlert[] = [];
  const open = new Map<string, ReplayedAlert>();
  const onTransition = ({ ruleId, key, to: state, from: before, at, explanation }: AlertTransition) => {
    if (ruleId !== rule.id) return;
    if (state === 'firing' && before !== 'snoozed') {
      // An alert cannot fire before the rule starts, although the first observation of the rule can be older.
      const alert: ReplayedAlert = { key, firedAt: Math.max(at, start), resolvedAt: null, explanation };
      open.set(key, alert);
      if (alert.firedAt >= from) alerts.push(alert);
    } else if (state === 'resolved') {
      const alert = open.get(key);
      if (alert !== undefined) alert.resolvedAt = Math.max(at, alert.firedAt);
      open.delete(key);
    }
  };
  const series = input.series.map((one) => {
    const ticks = one.use === 'candles' ? recorded.find(({ key }) => key === seriesKey(one)) : undefined;
    return ticks === undefined ? one : withRecorded(one, ticks);
  });
  const prices = recorded.filter(({ key }) => !key.includes(' '));
  const coveredOf = ({ symbol }: CandleNumbers) => prices.find(({ key }) => key === symbol)?.covered ?? [];
  const cursors = [
    ...prices.map((ticks) => new RecordedCursor(ticks)),
    ...series.map((one) => new CandleCursor(one, start, coveredOf(one))),
  ];
  const engine = new GroupEngine({
    now: Math.min(start, ...cursors.map(({ at }) => timeOf(at))),
    budget: unlimited,
    onTransition,
  });

  // A helper rule with the market leaves of the rule observes everything before the start, so that their values exist
  // when the rule starts and the rule itself fires no alert for earlier observations.
  const lead = leadOf(rule);
  if (lead !== undefined) engine.put(lead, Number.NEGATIVE_INFINITY);
  for (const members of groups) engine.observe(members, Number.NEGATIVE_INFINITY);
  for (const one of series) warm(engine, one, start, coveredOf(one));
  const before = new MergedObservations(cursors);
  for (let step = before.take(start + 1); step !== undefined; step = before.take(start + 1))
    observe(engine, step, before.order);
  engine.put(rule, start, stored && { state: stored, stoppedAt: start });
  for (const members of groups) engine.observe(members, start);
  if (lead !== undefined) engine.remove(lead.id, start);
  for (const observation of initial) engine.observe(observation, start);

  const merged = new MergedObservations([new ListCursor(input.observations), ...cursors]);
  let count = 0;
  for (let step = merged.take(to); step !== undefined && alerts.length <= MAX_BACKTEST_ALERTS; step = merged.take(to)) {
    observe(engine, step, merged.order);
    count += 1;
    if (control !== undefined && count % CONTROL_STEP === 1) reach(control, Math.max(0, timeOf(merged.order) - from));
  }
  if (alerts.length <= MAX_BACKTEST_ALERTS) engine.advance(to - 1);
  return {
    alerts: alerts.slice(0, MAX_BACKTEST_ALERTS),
    observations: count,
    isCut: alerts.length > MAX_BACKTEST_ALERTS,
  };
}

function observe(engine: AlertEngine, step: ReplayStep, order: number): void {
  const now = timeOf(order);
  if (hasFiredBefore(order)) engine.advance(now);
  if (step.kind === 'earlier_prices') engine.warmPrices(step.symbol, step.prices);
  else engine.observe(step, now);
}

/**
 * Returns a helper rule with the market leaves of a rule, whose values carry over to the rule; undefined if it has no
 * market leaf.
 */
function leadOf(rule: EngineRule): EngineRule | undefined {
  const conditions = [...leavesOf(rule.condition)]
    .map(({ condition }) => condition)
    .filter(({ type }) => marketLeaves.has(type));
  return conditions.length === 0
    ? undefined
    : { ...rule, id: `${rule.id} lead`, condition: { type: 'any', conditions } };
}

const marketLeaves: ReadonlySet<string> = new Set<LeafType>(['price', 'price_change', 'indicator', 'volume_spike']);

/** Fills price windows and indicators with the candles that were observed before the start. */
function warm(engine: AlertEngine, series: CandleNumbers, start: number, covered: readonly Span[]): void {
  const { symbol, interval, use } = series;
  const before = Array.from({ length: endedBy(series, start) }, (_, index) => candleAt(series, index));
  if (use === 'candles') {
    engine.foreseeCandles(symbol, interval, columnsOf(series));
    engine.warmCandles(symbol, interval, before);
    return;
  }
  const prices = before.map((candle) => ({ at: endOf(candle, interval) - 1, price: candle.close }));
  engine.warmPrices(
    symbol,
    prices.filter(({ at }) => !isCovered(covered, at)),
  );
}

const seriesKey = ({ symbol, interval }: CandleNumbers): string => `${symbol} ${interval}`;
