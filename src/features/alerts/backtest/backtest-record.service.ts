import { Service } from 'typedi';
import { leavesOf } from '../../../conditions/condition-tree.js';
import { MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import { isOwnSymbol } from '../../markets/own/own-instrument.js';
import { AlertRepository } from '../alerts/alert.repository.js';
import type { Condition } from '../condition.js';
import type { EngineRule, Needs, RuleState, StoredInstance } from '../engine/engine-rule.js';
import { type RecordedTicks, type Span, TickRecords } from '../record/tick-record.service.js';
import { CHUNK_MS, MAX_CHUNK_ENTRIES } from '../record/tick-recorder.js';
import type { AlertRule } from '../rules/rule.js';
import type { MissingData } from './missing-data.js';

/** Maximum number of recorded entries that are read for one backtest. */
const MAX_ENTRIES = 4_000_000;
/**
 * Time (ms) by which the replay of a stored rule begins before the longest wait (`pendingSeconds`, `recoverySeconds`)
 * that can still be in progress at the start of the range.
 */
const LEAD_MS = 10 * MINUTE_MS;
/** A rule is evaluated within this time (ms) of its creation. */
const BEGINNING_MS = MINUTE_MS;

/** Recorded observations, and the state of the rule at the start of the replay. */
export interface BacktestRecord {
  /** Time at which the replay begins (ms); at or before the start of the range. */
  start: number;
  /** The state of the rule at `start`; undefined for a new rule. */
  state: RuleState | undefined;
  recorded: RecordedTicks[];
  missing: MissingData[];
}

/** Reads recorded observations of live rules, so that a backtest returns the alerts that really fired. */
@Service()
export class BacktestRecords {
  constructor(
    private readonly ticks: TickRecords,
    private readonly alerts: AlertRepository,
  ) {}

  /**
   * Reads the record of a range.
   * @param stored the stored rule; undefined for a rule that was never evaluated live
   */
  async read(rule: EngineRule, needs: Needs, range: Span, stored: AlertRule | undefined): Promise<BacktestRecord> {
    const live = stored !== undefined && stored.createdAt.getTime() <= range.from ? stored : undefined;
    const earliest = live === undefined ? range.from : startOf(live, range.from);
    const read = await this.ticksOf(needs, { from: earliest, to: range.to });
    if (live !== undefined) for (const one of read) extendToCreation(one, live, earliest);
    // If prices before the range are missing, the replay begins with the range, from the state that the stored alerts
    // show.
    const start = read.every(({ covered }) => isWholly(covered, { from: earliest, to: range.from }))
      ? earliest
      : range.from;
    const recorded = read.map((one) => fromStart(one, start - windowMs(needs, one.key), start));
    const state = live === undefined ? undefined : await this.stateAt(live, start);
    return { start, state, recorded, missing: missingOf(rule.condition, recorded, range) };
  }

  private async ticksOf({ symbols, candles, priceWindows }: Needs, { from, to }: Span): Promise<RecordedTicks[]> {
    const recorded: RecordedTicks[] = [];
    let left = MAX_ENTRIES;
    for (const key of [...symbols, ...candles.keys()]) {
      const one = await this.ticks.read(
        key,
        { from: from - (priceWindows.get(key) ?? 0) * SECOND_MS - MINUTE_MS, to },
        left,
      );
      recorded.push(one);
      left -= one.entries;
    }
    return recorded;
  }

  /** Rebuilds the state of a rule at a time from its stored alerts. */
  private async stateAt(rule: AlertRule, time: number): Promise<RuleState> {
    const cooldownMs = rule.cooldownSeconds * SECOND_MS;
    const instances = new Map<string, StoredInstance>();
    let crossings = 0;
    for (const { key, crossing, firedAt, resolvedAt } of await this.alerts.before(
      rule.id,
      new Date(time),
      cooldownMs,
    )) {
      crossings = Math.max(crossings, crossing);
      const isOpen = resolvedAt === null || resolvedAt.getTime() > time;
      if (isOpen) instances.set(key, { key, state: 'firing', crossing, since: firedAt?.getTime() ?? time });
      else if (cooldownMs > 0)
        instances.set(key, { key, state: 'inactive', crossing, cooldownUntil: resolvedAt.getTime() + cooldownMs });
    }
    const isDisarmed = rule.oneShot && rule.disarmedAt !== null && rule.disarmedAt.getTime() < time;
    return { savedAt: time, crossings, isDisarmed, instances: [...instances.values()], leaves: {} };
  }
}

/**
 * Returns the time (ms) from which a rule is replayed: before the start of any wait that can last into the range, but
 * not before the rule was created or last changed.
 */
function startOf({ pendingSeconds, recoverySeconds, createdAt, updatedAt }: AlertRule, from: number): number {
  const changed = updatedAt.getTime() <= from ? updatedAt : createdAt;
  return Math.max(changed.getTime(), from - Math.max(pendingSeconds, recoverySeconds) * SECOND_MS - LEAD_MS);
}

/**
 * Extends a record that begins shortly after the creation of its rule to the creation, because the rule observed
 * nothing before.
 */
function extendToCreation({ covered }: RecordedTicks, { createdAt }: AlertRule, start: number): void {
  const [first] = covered;
  if (first !== undefined && first.from > start && start === createdAt.getTime() && first.from - start <= BEGINNING_MS)
    first.from = start;
}

/**
 * Returns the part of a record that a replay from `start` may use: the whole record, unless it has a gap between `lead`
 * and `start`. With a gap, candles provide all prices before `start`. They are read before any recorded price, so
 * recorded prices from before the gap would follow later prices of candles.
 */
function fromStart(recorded: RecordedTicks, lead: number, start: number): RecordedTicks {
  if (isWholly(recorded.covered, { from: lead, to: start })) return recorded;
  const covered = recorded.covered
    .filter(({ to }) => to > start)
    .map(({ from, to }) => ({ from: Math.max(from, start), to }));
  return { ...recorded, covered };
}

const windowMs = ({ priceWindows }: Needs, key: string): number => (priceWindows.get(key) ?? 0) * SECOND_MS;

/** Whether one of the spans covers the whole range. */
export const isWholly = (covered: readonly Span[], { from, to }: Span): boolean =>
  from >= to || covered.some((one) => one.from <= from && one.to >= to);

/** Returns leaves about prices that were not recorded for the whole range, as missing data. */
function missingOf(condition: Condition, recorded: readonly RecordedTicks[], range: Span): MissingData[] {
  return [...leavesOf(condition)].flatMap(({ condition: leaf, pointer }) => {
    if (leaf.type !== 'price' && leaf.type !== 'price_change') return [];
    const ticks = recorded.find(({ key }) => key === leaf.symbol);
    const gaps = gapsOf(ticks?.covered ?? [], range);
    const details = gaps.length === 0 || isOwnSymbol(leaf.symbol) ? [] : [gapDetail(leaf.symbol, gaps, range)];
    if (ticks !== undefined && ticks.dropped > 0)
      details.push(
        `${ticks.dropped} prices of ${leaf.symbol} are not recorded, because there were more than ${MAX_CHUNK_ENTRIES} in ${CHUNK_MS / SECOND_MS} seconds.`,
      );
    return details.map((detail) => ({ pointer, detail }));
  });
}

function gapsOf(covered: readonly Span[], { from, to }: Span): Span[] {
  const gaps: Span[] = [];
  let reached = from;
  for (const one of covered) {
    if (one.from > reached && one.from < to) gaps.push({ from: reached, to: one.from });
    reached = Math.max(reached, one.to);
  }
  if (reached < to) gaps.push({ from: reached, to });
  return gaps;
}

function gapDetail(symbol: string, gaps: readonly Span[], range: Span): string {
  const estimate =
    'They are estimated from candles of a minute, so alerts can be missing or wrong, and their times differ by ' +
    'up to a minute.';
  const [first] = gaps;
  if (first === undefined || (first.from === range.from && first.to === range.to))
    return `The prices of ${symbol} are not recorded for this time. ${estimate}`;
  const more = gaps.length > 1 ? `, and ${gaps.length - 1} more times` : '';
  return `The prices of ${symbol} are not recorded from ${new Date(first.from).toISOString()} to ${new Date(first.to).toISOString()}${more}. ${estimate}`;
}
