import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { assertVersion, expectedVersions, staleVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { QueriesService } from '../queries.service.js';
import { SearchConfig } from '../search.config.js';
import type { SavedSearch, SavedSearchContent } from './saved-search.js';
import { SavedSearchRepository } from './saved-search.repository.js';

/** Manages the saved searches of an account. Their queries are checked when they are saved. */
@Service()
export class SavedSearchesService {
  constructor(
    private readonly repository: SavedSearchRepository,
    private readonly queries: QueriesService,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    private readonly config: SearchConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<SavedSearch> {
    return found(await this.repository.find(accountId, id));
  }

  /** Oldest first, after the saved search `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<SavedSearch[]> {
    return this.repository.list(accountId, limit, after, order);
  }

  /** @throws Problem `invalid_request` that names the position in the query, `quota_reached` */
  async create(accountId: string, { name, q, type }: SavedSearchContent): Promise<SavedSearch> {
    await this.check(accountId, { q, type });
    const now = new Date(this.clock.now());
    const search: SavedSearch = {
      id: uuidV7(),
      accountId,
      name,
      q,
      types: [...new Set(type)],
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.database.transaction(async () => {
      const limit = this.config.savedSearches;
      const detail = `An account has at most ${limit} saved searches here; delete one first.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      await this.repository.insert(search);
    });
    return search;
  }

  /**
   * @param ifMatch the caller's `If-Match`; undefined: any version
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request`
   */
  async change(
    accountId: string,
    id: string,
    { name, q, type }: Partial<SavedSearchContent>,
    ifMatch?: string,
  ): Promise<SavedSearch> {
    await this.check(accountId, { q, type });
    const versions = expectedVersions(ifMatch, id);
    return this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      if (versions !== undefined && !versions.includes(current.version)) throw staleVersion();
      const types = type === undefined ? current.types : [...new Set(type)];
      const next = {
        ...current,
        name: name ?? current.name,
        q: q ?? current.q,
        types,
        version: current.version + 1,
        updatedAt: new Date(this.clock.now()),
      };
      await this.repository.replace(next);
      return next;
    });
  }

  /** @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      assertVersion(ifMatch, found(await this.repository.hold(accountId, id)));
      await this.repository.remove(accountId, id);
    });
  }

  private async check(accountId: string, { q, type }: Partial<SavedSearchContent>): Promise<void> {
    this.queries.assertTypes(type, '/type');
    if (q !== undefined) await this.queries.read(accountId, q, '/q');
  }
}

function found(search: SavedSearch | undefined): SavedSearch {
  if (search === undefined) throw new Problem('not_found', { detail: 'You have no saved search with this id.' });
  return search;
}
