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
 * @param matching alerts that follow the policy, in the order in which they fired
 * @param all alerts among which those are that hold back others, in the same order
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
  const ofAll = new OpenSpans();
  for (const holder of holders) ofAll.add(holder);
  const ofOlder = new OpenSpans();
  let older = 0;
  const found: BacktestStep[] = [];
  for (const alert of matching) {
    for (; older < holders.length && firedBefore(holders[older] as Alert, alert); older += 1)
      ofOlder.add(holders[older] as Alert);
    const end = Math.min(handledAt(alert), until);
    const isHeldBack = inhibitedBy !== null && !inhibits(inhibitedBy, alert);
    const spans = holdsBackOthers(policies, alert) ? ofOlder : ofAll;
    const free = (at: number) => (isHeldBack ? spans.freeFrom(at) : at);
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

/** Times in which alerts hold back others (ms). */
class OpenSpans {
  /** Ascending, and apart from each other; an end may be infinite. */
  private readonly spans: Array<[from: number, to: number]> = [];

  /** Adds the time in which an alert was open. Alerts are added in the order in which they fired. */
  add({ firedAt, resolvedAt }: Alert): void {
    const from = (firedAt as Date).getTime();
    const to = resolvedAt?.getTime() ?? Number.POSITIVE_INFINITY;
    const last = this.spans.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else this.spans.push([from, to]);
  }

  /** Returns the first time from `at` on at which no alert holds back others (ms). */
  freeFrom(at: number): number {
    let [low, high] = [0, this.spans.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.spans[middle] as [number, number])[1] > at) high = middle;
      else low = middle + 1;
    }
    const next = this.spans[low];
    return next !== undefined && next[0] <= at ? next[1] : at;
  }
}
