import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { Service } from 'typedi';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { ListRepository } from '../lists/list.repository.js';
import type { StoredList } from '../lists/stored-list.js';
import { readFtmList } from './ftm-list.js';
import { SanctionsRepository } from './sanctions.repository.js';
import { type ListedEntity, type ListState, SanctionsSnapshot } from './sanctions-snapshot.js';
import { SanctionsSources } from './sanctions-sources.js';

/** Interval at which stored lists are compared with the lists in memory (ms). */
const CHECK_MS = 15_000;
/** Time after the last confirmation that a list is current (ms), after which it is stale. */
const STALE_MS = 4 * DAY_MS;
/** Number of entries read in one query. */
const ENTRIES_AT_ONCE = 1_000;
export const SIMULATED_LIST = 'sanctions.simulator';

/** Keeps the sanctions lists in memory. Every process loads a new list soon after its refresh. */
@Service()
export class SanctionsLists {
  private snapshot?: SanctionsSnapshot;
  private loaded = '';
  private checkedAt = Number.NEGATIVE_INFINITY;
  private loading?: Promise<SanctionsSnapshot>;
  private simulated?: readonly ListedEntity[];

  constructor(
    private readonly sources: SanctionsSources,
    private readonly lists: ListRepository,
    private readonly repository: SanctionsRepository,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Returns the current lists. The first call reads them; later calls return the lists in memory, while changed lists
   * are read in the background.
   */
  async current(): Promise<SanctionsSnapshot> {
    const now = this.clock.now();
    // The comparison is also due when the clock was set back.
    const isDue = now - this.checkedAt >= CHECK_MS || now < this.checkedAt;
    if (!isDue && this.snapshot !== undefined) return this.snapshot;
    this.loading ??= this.load().finally(() => {
      this.loading = undefined;
    });
    if (this.snapshot === undefined) return this.loading;
    this.loading.catch((error: unknown) =>
      this.log.error({ component: 'sanctions', err: error }, 'Reading the sanctions lists failed.'),
    );
    return this.snapshot;
  }

  /** Reads changed lists immediately, for the process that has stored them. */
  async reload(): Promise<SanctionsSnapshot> {
    await this.loading;
    return this.load();
  }

  private async load(): Promise<SanctionsSnapshot> {
    const names = new Map(this.sources.all.map(({ name, provider }) => [name, provider]));
    const stored = (await this.lists.all())
      .filter(({ name }) => names.has(name))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
    const now = this.clock.now();
    const version = JSON.stringify(
      stored.map(({ name, revision, checkedAt }) => [name, revision, now - checkedAt.getTime() > STALE_MS]),
    );
    this.checkedAt = now;
    if (this.snapshot !== undefined && version === this.loaded) return this.snapshot;
    const entities: ListedEntity[] = [...this.simulatedEntities()];
    const states = entities[0] === undefined ? [] : [entities[0].list];
    for (const list of stored) {
      const state = stateOf(list, names.get(list.name) as string, now);
      states.push(state);
      for await (const page of this.pages(list.name))
        entities.push(...page.map((entity) => ({ ...entity, list: state })));
    }
    this.snapshot = await SanctionsSnapshot.of(states, entities);
    this.loaded = version;
    return this.snapshot;
  }

  private async *pages(list: string) {
    for (let after: string | undefined; ; ) {
      const page = await this.repository.page(list, ENTRIES_AT_ONCE, after);
      yield page;
      after = page.at(-1)?.id;
      if (page.length < ENTRIES_AT_ONCE) return;
      await setImmediate();
    }
  }

  private simulatedEntities(): readonly ListedEntity[] {
    if (!this.sources.hasSimulator) return [];
    if (this.simulated === undefined) {
      const { entities } = readFtmList(
        readFileSync(new URL('./simulated-list.jsonl', import.meta.url), 'utf8'),
        'simulator',
      );
      const now = new Date(this.clock.now());
      const list = {
        name: SIMULATED_LIST,
        provider: 'simulator',
        records: entities.length,
        asOf: now,
        fetchedAt: now,
        stale: false,
      };
      this.simulated = entities.map((entity) => ({ ...entity, list }));
    }
    return this.simulated;
  }
}

const stateOf = (
  { name, records, asOf, fetchedAt, checkedAt }: StoredList,
  provider: string,
  now: number,
): ListState => {
  return { name, provider, records, asOf, fetchedAt, stale: now - checkedAt.getTime() > STALE_MS };
};
