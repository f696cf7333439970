import { AlertEngine } from '../engine/alert-engine.js';
import type { AlertTransition, LeafReading } from '../engine/alert-transition.js';
import { endOf } from '../engine/candle-source.js';
import type { EngineRule } from '../engine/engine-rule.js';
import type { Observation } from '../engine/observation.js';
import { type CandleNumbers, candleAt, columnsOf, endedBy } from './candle-numbers.js';
import { CandleCursor, ListCursor, MergedObservations } from './candle-observations.js';
import { type ReplayControl, reach } from './replay-control.js';

/** Alerts of one backtest. */
export const MAX_BACKTEST_ALERTS = 1_000;
/** Evaluation time is limited by the thread, not by the share of an account. */
const unlimited = { unitsPerSecond: 1e9, burstSeconds: 1e3 };
/** Observations between two looks at the control. */
const CONTROL_STEP = 4_096;

/** Everything that a backtest evaluates. */
export interface ReplayInput {
  rule: EngineRule;
  /** Milliseconds; the end is exclusive. */
  from: number;
  to: number;
  series: CandleNumbers[];
  /** What was true at the start, such as members of geofences. */
  initial: Observation[];
  /** In the order of time. */
  observations: Observation[];
  /** Reports how far the replay is, and stops it. */
  control?: ReplayControl;
}

/** An alert that the rule would have had. Times in milliseconds. */
export interface ReplayedAlert {
  /** Empty for a rule that is not about entities. */
  key: string;
  firedAt: number;
  /** Null while it is open at the end. */
  resolvedAt: number | null;
  explanation: LeafReading[];
}

export interface Replayed {
  alerts: ReplayedAlert[];
  observations: number;
  /** There were more alerts than are returned. */
  isCut: boolean;
}

/**
 * Runs the engine over stored observations. The same input gives the same alerts as the evaluation of live rules.
 * @throws ReplayStopped
 */
export function replay({ rule, from, to, series, initial, observations, control }: ReplayInput): Replayed {
  const alerts: ReplayedAlert[] = [];
  const open = new Map<string, ReplayedAlert>();
  const onTransition = ({ key, to: state, from: before, at, explanation }: AlertTransition) => {
    if (state === 'firing' && before !== 'snoozed') {
      const alert: ReplayedAlert = { key, firedAt: at, resolvedAt: null, explanation };
      open.set(key, alert);
      alerts.push(alert);
    } else if (state === 'resolved') {
      const alert = open.get(key);
      if (alert !== undefined) alert.resolvedAt = at;
      open.delete(key);
    }
  };
  const engine = new AlertEngine({ now: from, budget: unlimited, onTransition });
  engine.put(rule, from);
  for (const one of series) warm(engine, one, from);
  for (const observation of initial) engine.observe(observation, from);
  const merged = new MergedObservations([new ListCursor(observations), ...series.map((one) => new CandleCursor(one, from))]);
  let count = 0;
  for (let observation = merged.take(to); observation !== undefined && alerts.length <= MAX_BACKTEST_ALERTS; observation = merged.take(to)) {
    engine.observe(observation, Math.max(observation.at, from));
    count += 1;
    if (control !== undefined && count % CONTROL_STEP === 1) reach(control, Math.max(0, observation.at - from));
  }
  if (alerts.length <= MAX_BACKTEST_ALERTS) engine.advance(to - 1);
  return { alerts: alerts.slice(0, MAX_BACKTEST_ALERTS), observations: count, isCut: alerts.length > MAX_BACKTEST_ALERTS };
}

/** Fills windows and indicators with the candles that had ended. */
function warm(engine: AlertEngine, series: CandleNumbers, from: number): void {
  const { symbol, interval, use } = series;
  const before = Array.from({ length: endedBy(series, from) }, (_, index) => candleAt(series, index));
  if (use === 'candles') {
    engine.foreseeCandles(symbol, interval, columnsOf(series));
    engine.warmCandles(symbol, interval, before);
  } else
    engine.warmPrices(
      symbol,
      before.map((candle) => ({ at: endOf(candle, interval) - 1, price: candle.close })),
    );
}
