import { SECOND_MS } from '../../../durations.js';
import type { EntitySilentLeaf, EntityType, FeedStaleLeaf } from '../condition.js';
import type { DirtyRules } from './dirty-rules.js';
import type { StoredLeaf } from './engine-rule.js';
import { entryOf } from './entry-of.js';
import type { LeafSource, Reading } from './leaf-source.js';
import { newTimer, type Timer, type TimerWheel } from './timer-wheel.js';
import type { WatchedLeaf } from './watched-rule.js';

type Leaf = EntitySilentLeaf | FeedStaleLeaf;

/** An entity or feed and the leaves that wait for its silence, shortest first. */
interface Subject {
  leaves: WatchedLeaf<Leaf>[];
  /** When it last reported; for one that has not, since when it is expected to (ms). */
  lastAt: number;
  hasReported: boolean;
  /** The number of leaves, from the first, that are true. */
  silent: number;
  timer: Timer;
}

/** Leaves about silence: `entity_silent` and `feed_stale`. A report only changes a number; the next silence is one timer per subject. */
export class AgeSource implements LeafSource<Leaf> {
  private readonly subjects = new Map<string, Subject>();
  /** Types of entities of which no feed is received: their silence says nothing. */
  private readonly uncovered = new Set<EntityType>();

  constructor(
    private readonly dirty: DirtyRules,
    private readonly wheel: TimerWheel,
    private readonly settle: (now: number) => void,
  ) {}

  add(watched: WatchedLeaf<Leaf>, now: number, stored?: StoredLeaf): void {
    const name = nameOf(watched.leaf);
    const subject = entryOf(this.subjects, name, () => this.newSubject(name, now));
    if (stored !== undefined) {
      const lastAt = stored.at as number;
      subject.lastAt = subject.hasReported ? Math.max(subject.lastAt, lastAt) : lastAt;
      subject.hasReported ||= stored.hasReported as boolean;
    }
    const { seconds } = watched.leaf;
    const at = subject.leaves.findIndex(({ leaf }) => leaf.seconds > seconds);
    subject.leaves.splice(at < 0 ? subject.leaves.length : at, 0, watched);
    this.evaluate(name, subject, now);
  }

  remove(watched: WatchedLeaf<Leaf>): void {
    const name = nameOf(watched.leaf);
    const subject = this.subjects.get(name);
    if (subject === undefined) return;
    const at = subject.leaves.indexOf(watched);
    subject.leaves.splice(at, 1);
    if (at < subject.silent) subject.silent -= 1;
    if (subject.leaves.length > 0) return;
    this.wheel.cancel(subject.timer);
    this.subjects.delete(name);
  }

  /** An entity or feed reported. Late reports change nothing. */
  seen(name: string, at: number, now: number): void {
    const subject = this.subjects.get(name);
    if (subject === undefined || (subject.hasReported && at <= subject.lastAt)) return;
    subject.lastAt = at;
    subject.hasReported = true;
    if (subject.silent > 0) this.evaluate(name, subject, now);
  }

  /** Starts or ends a time in which no feed of the type is received. Silence counts from its end. */
  cover(type: EntityType, isReceiving: boolean, now: number): void {
    if (this.uncovered.has(type) === !isReceiving) return;
    if (isReceiving) this.uncovered.delete(type);
    else this.uncovered.add(type);
    for (const [name, subject] of this.subjects) {
      if (!name.startsWith(`${type}:`)) continue;
      if (isReceiving) subject.lastAt = Math.max(subject.lastAt, now);
      this.evaluate(name, subject, now, true);
    }
  }

  /** The value is the silence (s). */
  reading({ leaf }: WatchedLeaf<Leaf>, _entity: string, _isOpen: boolean, now: number): Reading {
    const name = nameOf(leaf);
    const subject = this.subjects.get(name);
    const status = this.isUncovered(name) ? 'no_data' : 'ok';
    const [type = '', id = ''] = leaf.type === 'feed_stale' ? ['feed', leaf.feed] : leaf.entity.split(':', 2);
    return {
      status,
      value: status === 'no_data' || subject === undefined ? null : Math.max(0, (now - subject.lastAt) / SECOND_MS),
      threshold: leaf.seconds,
      operator: 'above',
      observedAt: subject?.hasReported ? subject.lastAt : null,
      records: [{ type, id }],
    };
  }

  stored({ leaf }: WatchedLeaf<Leaf>): StoredLeaf | undefined {
    const subject = this.subjects.get(nameOf(leaf));
    return subject && { at: subject.lastAt, hasReported: subject.hasReported };
  }

  private newSubject(name: string, now: number): Subject {
    const timer = newTimer((due) => {
      this.evaluate(name, subject, due);
      this.settle(due);
    });
    const subject: Subject = { leaves: [], lastAt: now, hasReported: false, silent: 0, timer };
    return subject;
  }

  /** @param isAll also the leaves whose truth is the same, because their status changes */
  private evaluate(name: string, subject: Subject, now: number, isAll = false): void {
    const status = this.isUncovered(name) ? 'no_data' : 'ok';
    const age = now - subject.lastAt;
    const { leaves } = subject;
    let silent = 0;
    while (silent < leaves.length && (leaves[silent] as WatchedLeaf<Leaf>).leaf.seconds * SECOND_MS <= age) silent += 1;
    leaves.forEach((leaf, index) => {
      if (isAll || status === 'no_data' || index < silent !== index < subject.silent || (leaf.rule.unknown & leaf.bit) !== 0)
        this.dirty.set(leaf, index < silent, index < silent, status);
    });
    subject.silent = silent;
    const next = leaves[silent];
    if (next !== undefined && status === 'ok') this.wheel.start(subject.timer, subject.lastAt + next.leaf.seconds * SECOND_MS);
    else this.wheel.cancel(subject.timer);
  }

  private isUncovered(name: string): boolean {
    return this.uncovered.size > 0 && this.uncovered.has(name.slice(0, name.indexOf(':')) as EntityType);
  }
}

const nameOf = (leaf: Leaf): string => (leaf.type === 'feed_stale' ? `feed:${leaf.feed}` : leaf.entity);
