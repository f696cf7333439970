import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { UpstreamError } from '../../../upstream/upstream-error.js';
import { ListRepository } from '../lists/list.repository.js';
import { SanctionsRepository } from './sanctions.repository.js';
import { SanctionsLists } from './sanctions-lists.service.js';
import { type SanctionsSource, SanctionsSources } from './sanctions-sources.js';

/** Fetches the configured sanctions lists and replaces those that have changed, each in one transaction. */
@Service()
export class RefreshSanctions {
  constructor(
    private readonly sources: SanctionsSources,
    private readonly repository: SanctionsRepository,
    private readonly lists: ListRepository,
    private readonly inMemory: SanctionsLists,
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  /**
   * Refreshes all lists, and removes lists that are no longer configured. A list that fails keeps its earlier entries
   * and does not affect the others.
   */
  async refresh(signal: AbortSignal): Promise<void> {
    for (const source of this.sources.all) {
      if (signal.aborted) return;
      try {
        await this.refreshOne(source, signal);
      } catch (error) {
        const failure = error instanceof UpstreamError ? error.code : 'internal_error';
        this.log.warn(
          { component: 'sanctions', list: source.name, failure },
          'Refreshing a sanctions list failed; its earlier entries stay in use.',
        );
      }
    }
    await this.removeOthers();
    await this.inMemory.reload();
  }

  private async refreshOne(source: SanctionsSource, signal: AbortSignal): Promise<void> {
    const { name } = source;
    const known = await this.lists.find(name);
    const fetched = await source.load(known?.validators ?? {}, signal);
    const now = new Date(this.clock.now());
    if (fetched === undefined) {
      await this.lists.checked(name, now);
      return;
    }
    const { items, validators, asOf } = fetched;
    await this.database.transaction(async () => {
      await this.repository.replace(name, items, now);
      await this.lists.replaced({ name, validators, records: items.length, asOf, fetchedAt: now, checkedAt: now });
    });
    this.log.info({ component: 'sanctions', list: name, entries: items.length }, 'Sanctions list replaced.');
  }

  private async removeOthers(): Promise<void> {
    for (const name of await this.repository.listsBeside(this.sources.all.map(({ name }) => name))) {
      await this.database.transaction(async () => {
        await this.repository.remove(name);
        await this.lists.remove(name);
      });
    }
  }
}
