import type { ScreenLeaf } from '../condition.js';
import type { LeafStatus } from './alert-transition.js';
import type { ChangedRules } from './changed-rules.js';
import type { StoredLeaf, StoredValue } from './engine-rule.js';
import { getOrCreate } from './get-or-create.js';
import type { LeafSource, Reading } from './leaf-source.js';
import { milliseconds } from './milliseconds.js';
import type { ScreenObservation } from './observation.js';
import { newTimer, type Timer, type TimerWheel } from './timer-wheel.js';
import type { WatchedLeaf } from './watched-rule.js';

/** Maximum number of changes that a leaf remembers, and of instruments that an explanation names. */
const MAX_CHANGES = 200;
const NAMED_SYMBOLS = 10;

/** An instrument that entered or left, with its time (ms). */
interface TimedChange {
  symbol: string;
  values: string;
  at: number;
}

interface Watched {
  leaf: WatchedLeaf<ScreenLeaf>;
  timer: Timer;
  /** Changes within the window, ascending; those of `enter` or of `leave`. */
  changes: TimedChange[];
}

interface Screen {
  watched: Set<Watched>;
  status: LeafStatus;
  at: number;
  members: readonly string[];
  values: Readonly<Record<string, string>>;
}

/** Evaluates leaves about the instruments that meet a screen. */
export class ScreenSource implements LeafSource<ScreenLeaf> {
  private readonly screens = new Map<string, Screen>();
  private readonly watched = new Map<WatchedLeaf, Watched>();

  constructor(
    private readonly dirty: ChangedRules,
    private readonly wheel: TimerWheel,
  ) {}

  add(leaf: WatchedLeaf<ScreenLeaf>, now: number, stored?: StoredLeaf): void {
    const timer = newTimer((due) => this.evaluate(watched, due));
    const changes = ((stored?.changes ?? []) as StoredValue[]).map((change) => change as unknown as TimedChange);
    const watched: Watched = { leaf, timer, changes };
    this.watched.set(leaf, watched);
    this.screenOf(leaf.leaf).watched.add(watched);
    this.evaluate(watched, now);
  }

  remove(leaf: WatchedLeaf<ScreenLeaf>): void {
    const watched = this.watched.get(leaf);
    if (watched === undefined) return;
    this.wheel.cancel(watched.timer);
    this.watched.delete(leaf);
    const screen = this.screenOf(leaf.leaf);
    screen.watched.delete(watched);
    if (screen.watched.size === 0) this.screens.delete(leaf.leaf.savedSearchId);
  }

  observe({ screenId, at, members, values, entered, left }: ScreenObservation, now: number): void {
    const screen = this.screens.get(screenId);
    if (screen === undefined || at <= screen.at) return;
    Object.assign(screen, { at, members: members ?? [], values, status: members === null ? 'no_data' : 'ok' });
    for (const watched of screen.watched) {
      const { transition, symbol } = watched.leaf.leaf;
      const changed = transition === 'enter' ? entered : transition === 'leave' ? left : [];
      for (const change of changed)
        if (symbol === undefined || change.symbol === symbol) watched.changes.push({ ...change, at });
      watched.changes = watched.changes.slice(-MAX_CHANGES);
      this.evaluate(watched, now);
    }
  }

  /** Returns the reading of a leaf; its value is the number of instruments. */
  reading(leaf: WatchedLeaf<ScreenLeaf>): Reading {
    const { savedSearchId, transition } = leaf.leaf;
    const { status, at, members, values } = this.screenOf(leaf.leaf);
    const changes = this.watched.get(leaf)?.changes ?? [];
    const found =
      transition === 'inside'
        ? this.insideOf(leaf.leaf, members).map((symbol) => ({ symbol, values: values[symbol] ?? '' }))
        : changes.toReversed();
    const named = [...new Map(found.map((one) => [one.symbol, one.values])).entries()].slice(0, NAMED_SYMBOLS);
    const observedAt = transition === 'inside' ? at : (changes.at(-1)?.at ?? at);
    return {
      status,
      value: status === 'ok' ? found.length : null,
      threshold: 1,
      operator: null,
      observedAt: Number.isFinite(observedAt) ? observedAt : null,
      records: [{ type: 'screen', id: savedSearchId }, ...named.map(([id]) => ({ type: 'symbol', id }))],
      details: { transition, ...Object.fromEntries(named) },
    };
  }

  stored(leaf: WatchedLeaf<ScreenLeaf>): StoredLeaf {
    return { changes: (this.watched.get(leaf)?.changes ?? []).map((change) => ({ ...change })) };
  }

  private evaluate(watched: Watched, now: number): void {
    const { leaf, timer } = watched;
    const { transition, windowSeconds } = leaf.leaf;
    const { status, members } = this.screenOf(leaf.leaf);
    const windowMs = milliseconds(windowSeconds);
    watched.changes = watched.changes.filter(({ at }) => now - at < windowMs);
    const isTrue = transition === 'inside' ? this.insideOf(leaf.leaf, members).length > 0 : watched.changes.length > 0;
    this.dirty.set(leaf, isTrue, isTrue, status);
    const [oldest] = watched.changes;
    if (oldest === undefined) this.wheel.cancel(timer);
    else this.wheel.start(timer, oldest.at + windowMs);
  }

  private insideOf({ symbol }: ScreenLeaf, members: readonly string[]): readonly string[] {
    return symbol === undefined ? members : members.filter((member) => member === symbol);
  }

  private screenOf({ savedSearchId }: ScreenLeaf): Screen {
    return getOrCreate(this.screens, savedSearchId, () => ({
      watched: new Set<Watched>(),
      status: 'waiting' as const,
      at: Number.NEGATIVE_INFINITY,
      members: [],
      values: {},
    }));
  }
}
