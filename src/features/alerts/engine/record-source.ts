import type { NewsMatchLeaf, SavedSearchLeaf } from '../condition.js';
import type { ChangedRules } from './changed-rules.js';
import type { StoredLeaf, StoredValue } from './engine-rule.js';
import { getOrCreate } from './get-or-create.js';
import type { LeafSource, Reading } from './leaf-source.js';
import { milliseconds } from './milliseconds.js';
import type { ArticleObservation, SavedSearchObservation } from './observation.js';
import { type CountedRecord, RecordWindow } from './record-window.js';
import { matches, parseTextQuery, prepareText, rarestWord, type TextQuery } from './text-query.js';
import { newTimer, type Timer, type TimerWheel } from './timer-wheel.js';
import type { WatchedLeaf } from './watched-rule.js';

/** Maximum number of records that an explanation names, and of records stored for a restart. */
const NAMED_RECORDS = 10;
const STORED_RECORDS = 100;

type Leaf = NewsMatchLeaf | SavedSearchLeaf;

interface Watched {
  leaf: WatchedLeaf<Leaf>;
  window: RecordWindow;
  timer: Timer;
  /** Compiled query of a leaf about news; undefined for other leaves. */
  query: TextQuery | undefined;
}

/**
 * Evaluates leaves that count records in a window: articles that match a query, and results of a saved search. Queries
 * are indexed by their rarest word, so that an article is compared only with queries whose indexed word it contains.
 */
export class RecordSource implements LeafSource<Leaf> {
  private readonly watched = new Map<WatchedLeaf, Watched>();
  /** Leaves by `word:` and the rarest word of their query, or by `search:` and the id of their saved search. */
  private readonly keys = new Map<string, Set<Watched>>();

  constructor(
    private readonly dirty: ChangedRules,
    private readonly wheel: TimerWheel,
  ) {}

  add(leaf: WatchedLeaf<Leaf>, now: number, stored?: StoredLeaf): void {
    const timer = newTimer((due) => {
      this.evaluate(watched, due);
    });
    const query = leaf.leaf.type === 'news_match' ? parseTextQuery(leaf.leaf.q) : undefined;
    const watched: Watched = { leaf, window: new RecordWindow(milliseconds(leaf.leaf.windowSeconds)), timer, query };
    for (const record of (stored?.records ?? []) as StoredValue[])
      watched.window.add(record as unknown as CountedRecord, now);
    this.watched.set(leaf, watched);
    getOrCreate(this.keys, keyOf(watched), () => new Set()).add(watched);
    this.evaluate(watched, now);
  }

  remove(leaf: WatchedLeaf<Leaf>): void {
    const watched = this.watched.get(leaf);
    if (watched === undefined) return;
    this.wheel.cancel(watched.timer);
    this.watched.delete(leaf);
    const key = keyOf(watched);
    const there = this.keys.get(key);
    there?.delete(watched);
    if (there?.size === 0) this.keys.delete(key);
  }

  observeArticle({ articleId, ownerKey, text, at }: ArticleObservation, now: number): void {
    if (this.keys.size === 0) return;
    const prepared = prepareText(text);
    for (const word of prepared.places.keys())
      for (const watched of this.keys.get(`word:${word}`) ?? [])
        if (matches(watched.query as TextQuery, prepared))
          this.count(watched, { id: articleId, owner: ownerKey, at }, now);
  }

  observeSearch({ savedSearchId, recordType, recordId, at }: SavedSearchObservation, now: number): void {
    for (const watched of this.keys.get(`search:${savedSearchId}`) ?? [])
      this.count(watched, { id: `${recordType}:${recordId}`, owner: '', at }, now);
  }

  /**
   * Returns the reading of a leaf; its value is the number of records, its threshold the number at which it is true.
   */
  reading(leaf: WatchedLeaf<Leaf>): Reading {
    return readingOf(leaf.leaf, this.watched.get(leaf)?.window);
  }

  stored(leaf: WatchedLeaf<Leaf>): StoredLeaf {
    return {
      records: (this.watched.get(leaf)?.window.records ?? []).slice(-STORED_RECORDS).map((record) => ({ ...record })),
    };
  }

  private count(watched: Watched, record: CountedRecord, now: number): void {
    if (watched.window.add(record, now)) this.evaluate(watched, now);
  }

  private evaluate({ leaf, window, timer }: Watched, now: number): void {
    window.evict(now);
    const [minRecords, minOwners] = minimaOf(leaf.leaf);
    const isTrue = window.records.length >= minRecords && window.owners >= minOwners;
    this.dirty.set(leaf, isTrue, isTrue);
    const end = window.nextEnd;
    if (end === undefined) this.wheel.cancel(timer);
    else this.wheel.start(timer, end);
  }
}

const keyOf = ({ leaf: { leaf }, query }: Watched): string =>
  leaf.type === 'saved_search'
    ? `search:${leaf.savedSearchId}`
    : `word:${query === undefined ? '' : rarestWord(query)}`;

const minimaOf = (leaf: Leaf): [number, number] =>
  leaf.type === 'saved_search' ? [1, 1] : [leaf.minArticles ?? 1, leaf.minOwners ?? 1];

function readingOf(leaf: Leaf, window: RecordWindow | undefined): Reading {
  const records = window?.records ?? [];
  const [minRecords, minOwners] = minimaOf(leaf);
  return {
    status: 'ok',
    value: records.length,
    threshold: minRecords,
    operator: null,
    observedAt: records.at(-1)?.at ?? null,
    records: records.slice(-NAMED_RECORDS).map(({ id }) => recordOf(leaf, id)),
    details: leaf.type === 'news_match' ? { owners: window?.owners ?? 0, minOwners } : undefined,
  };
}

function recordOf({ type }: Leaf, id: string): { type: string; id: string } {
  const colon = id.indexOf(':');
  return type === 'news_match' ? { type: 'article', id } : { type: id.slice(0, colon), id: id.slice(colon + 1) };
}
