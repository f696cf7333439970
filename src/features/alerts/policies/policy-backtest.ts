import type { Alert } from '../alerts/alert.js';
import { firedBefore, holdsBackOthers, inhibits, type Policy, pointAfter } from './policy.js';

/** A step of a policy that would have been reached. */
export interface BacktestStep {
  alert: Alert;
  at: number;
  step: number;
  repeat: number;
}

/** Maximum number of steps that a backtest returns. */
export const MAX_BACKTEST_STEPS = 2_000;

/** Returns the time at which an alert no longer needs anyone (ms); infinite while it is open. */
const handledAt = ({ acknowledgedAt, resolvedAt }: Alert): number =>
  Math.min(acknowledgedAt?.getTime() ?? Number.POSITIVE_INFINITY, resolvedAt?.getTime() ?? Number.POSITIVE_INFINITY);

/**
 * Returns the steps that alerts would have reached by a policy, the earliest first, at most one more than
 * `MAX_BACKTEST_STEPS`.
 * @param matching alerts that follow the policy
 * @param all alerts among which those are that hold back others
 * @param until end of the time that is looked at (ms), exclusive
 * @param policies the policies of the account, which say which alerts hold back others
 */
export function backtested(
  policy: Policy,
  matching: readonly Alert[],
  all: readonly Alert[],
  until: number,
  policies: readonly Policy[] = [policy],
): BacktestStep[] {
  const { inhibitedBy, steps } = policy;
  const holders = inhibitedBy === null ? [] : all.filter((alert) => inhibits(inhibitedBy, alert));
  const spansOfAll = openSpans(holders);
  const found: BacktestStep[] = [];
  for (const alert of matching) {
    const end = Math.min(handledAt(alert), until);
    const isHeldBack = inhibitedBy !== null && !inhibits(inhibitedBy, alert);
    const spans = holdsBackOthers(policies, alert)
      ? openSpans(holders.filter((holder) => firedBefore(holder, alert)))
      : spansOfAll;
    const free = (at: number) => (isHeldBack ? freeFrom(spans, at) : at);
    let at = free((alert.firedAt as Date).getTime());
    let next: ReturnType<typeof pointAfter> = { point: { step: 0, repeat: 0, stepStartedAt: at }, at };
    while (next !== undefined && at < end && found.length <= MAX_BACKTEST_STEPS) {
      const point = next.point.repeat === 0 ? { ...next.point, stepStartedAt: at } : next.point;
      found.push({ alert, at, step: point.step, repeat: point.repeat });
      next = pointAfter(steps, point, at);
      if (next !== undefined) at = free(next.at);
    }
  }
  return found.sort((one, other) => one.at - other.at);
}

/** Times in which alerts hold back others (ms): ascending, and apart from each other; an end may be infinite. */
type Spans = ReadonlyArray<readonly [from: number, to: number]>;

/** Returns the times in which one of these alerts was open. */
function openSpans(alerts: readonly Alert[]): Spans {
  const spans: Array<[number, number]> = [];
  const each = alerts
    .map(
      ({ firedAt, resolvedAt }) =>
        [(firedAt as Date).getTime(), resolvedAt?.getTime() ?? Number.POSITIVE_INFINITY] as const,
    )
    .sort(([one], [other]) => one - other);
  for (const [from, to] of each) {
    const last = spans.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else spans.push([from, to]);
  }
  return spans;
}

/** Returns the first time from `at` on at which no alert holds back others (ms). */
function freeFrom(spans: Spans, at: number): number {
  let [low, high] = [0, spans.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle] as Spans[number])[1] > at) high = middle;
    else low = middle + 1;
  }
  const next = spans[low];
  return next !== undefined && next[0] <= at ? next[1] : at;
}
