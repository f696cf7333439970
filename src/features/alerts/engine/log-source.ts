import { isVisibleTo } from '../../../events/logged-event.js';
import { distanceMeters } from '../../geospatial/sphere.js';
import type { LogCountLeaf } from '../condition.js';
import type { LeafStatus } from './alert-transition.js';
import type { ChangedRules } from './changed-rules.js';
import type { StoredLeaf } from './engine-rule.js';
import { getOrCreate } from './get-or-create.js';
import type { LeafSource, Reading } from './leaf-source.js';
import { milliseconds } from './milliseconds.js';
import type { LogEventObservation, LogReadObservation } from './observation.js';
import { RecordWindow } from './record-window.js';
import { newTimer, type Timer, type TimerWheel } from './timer-wheel.js';
import type { WatchedLeaf } from './watched-rule.js';

/** Maximum number of events that an explanation names. */
const NAMED_EVENTS = 10;

interface Watched {
  leaf: WatchedLeaf<LogCountLeaf>;
  window: RecordWindow;
  timer: Timer;
  /** `warming` until the events before the start of the rule are read. */
  status: LeafStatus;
}

/**
 * Evaluates leaves that count events of the event log in a window, by the types that they name. After a restart the
 * events of the window are read from the log again, so that no count is stored.
 */
export class LogSource implements LeafSource<LogCountLeaf> {
  private readonly watched = new Map<WatchedLeaf, Watched>();
  /** Leaves by type, or by the part of a pattern before its asterisk. */
  private readonly types = new Map<string, Set<Watched>>();
  private readonly patterns = new Map<string, Set<Watched>>();

  constructor(
    private readonly dirty: ChangedRules,
    private readonly wheel: TimerWheel,
  ) {}

  add(leaf: WatchedLeaf<LogCountLeaf>, now: number): void {
    const timer = newTimer((due) => this.evaluate(watched, due));
    const window = new RecordWindow(milliseconds(leaf.leaf.windowSeconds));
    const watched: Watched = { leaf, window, timer, status: 'warming' };
    this.watched.set(leaf, watched);
    for (const name of leaf.leaf.loggedEventTypes) getOrCreate(...this.placeOf(name), () => new Set()).add(watched);
    this.evaluate(watched, now);
  }

  remove(leaf: WatchedLeaf<LogCountLeaf>): void {
    const watched = this.watched.get(leaf);
    if (watched === undefined) return;
    this.wheel.cancel(watched.timer);
    this.watched.delete(leaf);
    for (const name of leaf.leaf.loggedEventTypes) {
      const [index, key] = this.placeOf(name);
      index.get(key)?.delete(watched);
      if (index.get(key)?.size === 0) index.delete(key);
    }
  }

  observe(event: LogEventObservation, now: number): void {
    const leaves = new Set(this.types.get(event.type));
    for (const [start, watched] of this.patterns)
      if (event.type.startsWith(start)) for (const one of watched) leaves.add(one);
    for (const watched of leaves) {
      if (!counts(watched.leaf, event)) continue;
      if (watched.window.add({ id: event.eventId, owner: '', at: event.at }, now)) this.evaluate(watched, now);
    }
  }

  /** Begins to compare the counts of a rule, whose earlier events have been observed. */
  read({ ruleId }: LogReadObservation, now: number): void {
    for (const watched of this.watched.values()) {
      if (watched.leaf.rule.rule.id !== ruleId || watched.status === 'ok') continue;
      watched.status = 'ok';
      this.evaluate(watched, now);
    }
  }

  /** Returns the reading of a leaf; its value is the number of events, and at most 1,000. */
  reading(leaf: WatchedLeaf<LogCountLeaf>): Reading {
    const { window, status = 'warming' } = this.watched.get(leaf) ?? {};
    const records = window?.records ?? [];
    const { maxEvents } = leaf.leaf;
    return {
      status,
      value: status === 'ok' ? records.length : null,
      threshold: maxEvents ?? minimumOf(leaf.leaf),
      operator: maxEvents === undefined ? null : 'below',
      observedAt: records.at(-1)?.at ?? null,
      records: records.slice(-NAMED_EVENTS).map(({ id }) => ({ type: 'event', id })),
      details: {
        events: records.length,
        minEvents: minimumOf(leaf.leaf),
        ...(maxEvents !== undefined && { maxEvents }),
      },
    };
  }

  stored(): StoredLeaf | undefined {
    return undefined;
  }

  private evaluate({ leaf, window, timer, status }: Watched, now: number): void {
    window.evict(now);
    const { length } = window.records;
    const isTrue = length >= minimumOf(leaf.leaf) && length <= (leaf.leaf.maxEvents ?? Number.POSITIVE_INFINITY);
    this.dirty.set(leaf, isTrue, isTrue, status);
    const end = window.nextEnd;
    if (end === undefined) this.wheel.cancel(timer);
    else this.wheel.start(timer, end);
  }

  private placeOf(name: string): [Map<string, Set<Watched>>, string] {
    return name.endsWith('*') ? [this.patterns, name.slice(0, -1)] : [this.types, name];
  }
}

/** Returns the number of events from which a leaf is true: 1 by default, and 0 with a maximum. */
const minimumOf = ({ minEvents, maxEvents }: LogCountLeaf): number => minEvents ?? (maxEvents === undefined ? 1 : 0);

/** Whether an event counts: the account of the rule sees it, and it meets the other filters of the leaf. */
function counts({ leaf, rule }: WatchedLeaf<LogCountLeaf>, event: LogEventObservation): boolean {
  const { minSeverity = 1, loggedEventKeys, center, radiusMeters } = leaf;
  if (event.severity < minSeverity || !isVisibleTo(rule.rule.accountId, event)) return false;
  if (loggedEventKeys !== undefined && !loggedEventKeys.some((key) => event.keys.includes(key))) return false;
  if (center === undefined) return true;
  const { lat, lon } = event;
  return lat !== null && lon !== null && distanceMeters(center.lat, center.lon, lat, lon) < radiusMeters;
}
