import { SECOND_MS } from '../../../time/durations.js';
import type { EntitySilentLeaf, EntityType, FeedStaleLeaf } from '../condition.js';
import type { LeafStatus } from './alert-transition.js';
import type { ChangedRules } from './changed-rules.js';
import type { StoredLeaf } from './engine-rule.js';
import { getOrCreate } from './get-or-create.js';
import type { LeafSource, Reading } from './leaf-source.js';
import { milliseconds } from './milliseconds.js';
import { newTimer, type Timer, type TimerWheel } from './timer-wheel.js';
import type { WatchedLeaf } from './watched-rule.js';

type Leaf = EntitySilentLeaf | FeedStaleLeaf;

/** An entity or feed, and the leaves that observe its silence, shortest first. */
interface Subject {
  leaves: WatchedLeaf<Leaf>[];
  /** When the subject last reported (ms); if it has not, the time since which a report is expected. */
  lastAt: number;
  hasReported: boolean;
  /** Number of leaves that are true: the first ones of `leaves`. */
  silent: number;
  timer: Timer;
}

/**
 * Evaluates leaves about silence: `entity_silent` and `feed_stale`. A report only changes a number; one timer per
 * subject waits for its next silence.
 */
export class AgeSource implements LeafSource<Leaf> {
  private readonly subjects = new Map<string, Subject>();
  /** Types of entities that no feed currently delivers; their silence is unknown. */
  private readonly uncovered = new Set<EntityType>();
  /**
   * Coverage by type: the time of the last coverage observation, and the time since which its feeds are received again
   * (ms).
   */
  private readonly coverage = new Map<EntityType, { at: number; resumedAt: number }>();

  constructor(
    private readonly dirty: ChangedRules,
    private readonly wheel: TimerWheel,
  ) {}

  add(watched: WatchedLeaf<Leaf>, now: number, stored?: StoredLeaf): void {
    const name = nameOf(watched.leaf);
    const subject = getOrCreate(this.subjects, name, () => this.newSubject(name, now));
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

  /** Records a report of an entity or feed. Reports older than the last one are ignored. */
  seen(name: string, at: number, now: number): void {
    const subject = this.subjects.get(name);
    if (subject === undefined || (subject.hasReported && at <= subject.lastAt)) return;
    const isChanged = subject.silent > 0 || !subject.hasReported;
    subject.lastAt = Math.max(at, this.resumedAt(name));
    subject.hasReported = true;
    if (isChanged) this.evaluate(name, subject, now);
  }

  /** Starts or ends an outage of all feeds of a type. Silence is counted from the end of the outage. */
  cover(type: EntityType, isReceiving: boolean, at: number, now: number): void {
    const news = getOrCreate(this.coverage, type, () => ({
      at: Number.NEGATIVE_INFINITY,
      resumedAt: Number.NEGATIVE_INFINITY,
    }));
    if (at <= news.at) return;
    news.at = at;
    if (this.uncovered.has(type) === !isReceiving) return;
    if (isReceiving) news.resumedAt = now;
    if (isReceiving) this.uncovered.delete(type);
    else this.uncovered.add(type);
    for (const [name, subject] of this.subjects) {
      if (!name.startsWith(`${type}:`)) continue;
      subject.lastAt = Math.max(subject.lastAt, news.resumedAt);
      this.evaluate(name, subject, now);
    }
  }

  /** Returns the reading of a leaf; its value is the silence (s). */
  reading({ leaf }: WatchedLeaf<Leaf>, _entity: string, _isOpen: boolean, now: number): Reading {
    const name = nameOf(leaf);
    const subject = this.subjects.get(name);
    const age = subject === undefined ? 0 : now - subject.lastAt;
    const status = statusOf(subject, age >= milliseconds(leaf.seconds), this.isUncovered(name));
    const [type = '', id = ''] = leaf.type === 'feed_stale' ? ['feed', leaf.feed] : leaf.entity.split(':', 2);
    return {
      status,
      value: status === 'ok' ? Math.max(0, age / SECOND_MS) : null,
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
    });
    const subject: Subject = { leaves: [], lastAt: now, hasReported: false, silent: 0, timer };
    return subject;
  }

  private evaluate(name: string, subject: Subject, now: number): void {
    const isUncovered = this.isUncovered(name);
    const age = now - subject.lastAt;
    const { leaves } = subject;
    let silent = 0;
    while (silent < leaves.length && milliseconds((leaves[silent] as WatchedLeaf<Leaf>).leaf.seconds) <= age)
      silent += 1;
    leaves.forEach((leaf, index) => {
      const isSilent = index < silent;
      this.dirty.set(leaf, isSilent, isSilent, statusOf(subject, isSilent, isUncovered));
    });
    subject.silent = silent;
    const next = leaves[silent];
    if (next !== undefined && !isUncovered)
      this.wheel.start(subject.timer, subject.lastAt + milliseconds(next.leaf.seconds));
    else this.wheel.cancel(subject.timer);
  }

  private resumedAt(name: string): number {
    return this.coverage.get(typeOf(name))?.resumedAt ?? Number.NEGATIVE_INFINITY;
  }

  private isUncovered(name: string): boolean {
    return this.uncovered.size > 0 && this.uncovered.has(typeOf(name));
  }
}

const typeOf = (name: string) => name.slice(0, name.indexOf(':')) as EntityType;

/**
 * Returns the status of a leaf: an entity that has not been seen since the engine started is unknown (`waiting`) until
 * it has been silent for long enough.
 */
function statusOf(subject: Subject | undefined, isSilent: boolean, isUncovered: boolean): LeafStatus {
  return isUncovered ? 'no_data' : isSilent || subject?.hasReported ? 'ok' : 'waiting';
}

const nameOf = (leaf: Leaf): string => (leaf.type === 'feed_stale' ? `feed:${leaf.feed}` : leaf.entity);
