import { MINUTE_MS } from '../../../time/durations.js';
import type { ReplayedAlert } from '../backtest/replay.js';

/** Alerts that fire at most this much (ms) apart are the same: prices estimated from candles differ by a minute. */
export const SAME_MS = MINUTE_MS;

/** An alert that fires without a feed, but not with it, or earlier. */
export type WrongAlert = Pick<ReplayedAlert, 'key' | 'firedAt'>;

/** Effect of the failure of a feed on the alerts of a rule. */
export interface FeedEffect {
  /** Indices of the alerts that would not fire. */
  missing: number[];
  /** Alerts that would fire later, with the delay (ms). */
  late: Array<{ index: number; delayMs: number }>;
  wrong: WrongAlert[];
}

/**
 * Compares the alerts of a rule with those that it would have without a feed. An alert without the feed is the same as
 * one with it if both are about the same entity and the former fires before the latter ends. Each is matched once, in
 * the order of time.
 */
export function compareAlerts(all: readonly ReplayedAlert[], without: readonly ReplayedAlert[]): FeedEffect {
  const effect: FeedEffect = { missing: [], late: [], wrong: [] };
  const left = new Set(without);
  for (const [index, alert] of all.entries()) {
    const end = alert.resolvedAt ?? Number.POSITIVE_INFINITY;
    const same = [...left].find(
      ({ key, firedAt, resolvedAt }) =>
        key === alert.key &&
        firedAt <= Math.max(end, alert.firedAt + SAME_MS) &&
        (resolvedAt ?? Number.POSITIVE_INFINITY) >= alert.firedAt - SAME_MS,
    );
    if (same === undefined) {
      effect.missing.push(index);
      continue;
    }
    left.delete(same);
    if (same.firedAt > alert.firedAt + SAME_MS) effect.late.push({ index, delayMs: same.firedAt - alert.firedAt });
    else if (same.firedAt < alert.firedAt - SAME_MS) effect.wrong.push({ key: same.key, firedAt: same.firedAt });
  }
  for (const { key, firedAt } of left) effect.wrong.push({ key, firedAt });
  effect.wrong.sort((one, other) => one.firedAt - other.firedAt);
  return effect;
}
