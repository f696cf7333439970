import { Service } from 'typedi';
import { unlessRunning } from '../../../async/unless-running.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import type { Leaf } from '../../alerts/condition.js';
import type { Needs } from '../../alerts/engine/engine-rule.js';
import type { Observation } from '../../alerts/engine/observation.js';
import type { LeafProblem, RuleSource } from '../../alerts/sources/rule-sources.js';
import { SearchConfig } from '../search.config.js';
import { SearchService } from '../search.service.js';
import type { SavedSearch } from './saved-search.js';
import { SavedSearchRepository } from './saved-search.repository.js';

/**
 * Range of time before the previous successful run, or before the first one, in which a run searches (ms), because
 * records may be stored late with an earlier time.
 */
const OVERLAP_MS = 15 * MINUTE_MS;
/** Maximum number of known results per saved search. */
const MAX_KNOWN = 2_000;

type Observe = (observation: Observation) => void;

/**
 * Runs the saved searches that alert rules observe, and reports each new result once. Results of the first run are not
 * new.
 */
@Service()
export class SavedSearchRules implements RuleSource {
  constructor(
    private readonly repository: SavedSearchRepository,
    private readonly searches: SearchService,
    private readonly config: SearchConfig,
    private readonly timers: Timers,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  async check(accountId: string, leaf: Leaf): Promise<LeafProblem[]> {
    if (leaf.type !== 'saved_search' || (await this.repository.find(accountId, leaf.savedSearchId)) !== undefined)
      return [];
    return [
      {
        pointer: '/savedSearchId',
        detail: 'must be the id of one of your saved searches; one of a screen needs `transition`',
      },
    ];
  }

  start(needs: () => Needs, observe: Observe): () => void {
    const run = this.runner(observe);
    void run(needs().savedSearches);
    return this.timers.every(this.config.savedSearchIntervalMs, () => void run(needs().savedSearches));
  }

  /** Returns a function that runs the saved searches with some ids once. A call during another run does nothing. */
  runner(observe: Observe): (ids: ReadonlySet<string>) => Promise<void> {
    const followed = new Map<string, KnownResults>();
    return unlessRunning(async (ids: ReadonlySet<string>) => {
      for (const id of followed.keys()) if (!ids.has(id)) followed.delete(id);
      for (const id of ids) await this.follow(id, followed, observe);
    });
  }

  /** Runs a saved search. If it fails, the next run tries it again. */
  private async follow(id: string, followed: Map<string, KnownResults>, observe: Observe): Promise<void> {
    try {
      const search = await this.repository.any(id);
      if (search === undefined) return;
      const known = followed.get(id);
      // The first results of a changed query are not new either.
      const isFirst = known?.version !== search.version;
      const now = this.clock.now();
      const current = isFirst ? new KnownResults(search.version, now) : known;
      for (const key of await this.resultsOf(search, new Date(current.searchedAt - OVERLAP_MS)))
        if (current.add(key) && !isFirst) observe(this.observationOf(id, key));
      current.searchedAt = now;
      followed.set(id, current);
    } catch (error) {
      this.log.warn({ err: error, savedSearchId: id }, 'Saved search failed; its alert rules wait for the next run.');
    }
  }

  private async resultsOf({ accountId, q, types }: SavedSearch, since: Date): Promise<string[]> {
    const results = await this.searches.since(accountId, { q, type: types.length === 0 ? undefined : types }, since);
    return results.map(({ type, id }) => `${type} ${id}`);
  }

  private observationOf(savedSearchId: string, key: string): Observation {
    const [recordType = '', recordId = ''] = key.split(' ', 2);
    return { kind: 'saved_search', savedSearchId, recordType, recordId, at: this.clock.now() };
  }
}

/** The latest known results of a saved search. */
class KnownResults {
  private readonly keys = new Set<string>();

  /** @param searchedAt time of the last successful run (ms) */
  constructor(
    readonly version: number,
    public searchedAt: number,
  ) {}

  /** Adds a result. @returns whether it is new */
  add(key: string): boolean {
    const isNew = !this.keys.delete(key);
    this.keys.add(key);
    for (const oldest of this.keys) {
      if (this.keys.size <= MAX_KNOWN) break;
      this.keys.delete(oldest);
    }
    return isNew;
  }
}
