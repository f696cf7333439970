import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { preferencesOf } from '../../accounts/account.js';
import { AccountQuota } from '../../accounts/account-quota.service.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import { Problem } from '../../api/problem.js';
import { Database } from '../../database/database.js';
import { assertVersion, expectedVersions, staleVersion } from '../../http/entity-tag.js';
import { Clock } from '../../time/clock.js';
import type { Order } from '../../time/order.js';
import { uuidV7 } from '../../time/uuid-v7.js';
import { blendOf, blendText } from '../portfolios/benchmark-blend.js';
import type { Client, ClientSettings } from './client.js';
import { ClientRepository } from './client.repository.js';
import { ClientsConfig } from './clients.config.js';

/** Omitted fields have their defaults. */
export type ClientInput = Pick<ClientSettings, 'name'> & Partial<ClientSettings>;
/** Omitted fields stay; null removes all tags. */
export type ClientChanges = Partial<Omit<ClientSettings, 'tags'>> & { tags?: string[] | null };

export interface ClientFilter {
  /** Clients that have all of them, case-insensitive. */
  tags?: readonly string[];
  order?: Order;
}

/** Manages the clients of an account. */
@Service()
export class ClientsService {
  constructor(
    private readonly repository: ClientRepository,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    private readonly config: ClientsConfig,
    private readonly clock: Clock,
    private readonly accounts: AccountsService,
  ) {}

  /** @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Client> {
    return found(await this.repository.find(accountId, id));
  }

  /**
   * Locks a client until the transaction ends, so that what belongs to it changes one after another.
   * @throws Problem `not_found`
   */
  async hold(accountId: string, id: string): Promise<Client> {
    return found(await this.repository.hold(accountId, id));
  }

  /** By creation, after the client `after`. */
  list(accountId: string, limit: number, after?: string, { tags, order }: ClientFilter = {}): Promise<Client[]> {
    return this.repository.list(accountId, limit, after, order, tags && folded(tags));
  }

  /** All clients of an account, oldest first. */
  all(accountId: string): Promise<Client[]> {
    return this.repository.list(accountId, this.config.clients);
  }

  /** @throws Problem `quota_reached` */
  async create(
    accountId: string,
    { name, currency: given, reference = null, benchmark = null, tags = [] }: ClientInput,
  ): Promise<Client> {
    const now = new Date(this.clock.now());
    const currency = given ?? preferencesOf(await this.accounts.get(accountId)).baseCurrency;
    const settings = settingsOf({ name, currency, reference, benchmark, tags });
    const client: Client = { id: uuidV7(), accountId, ...settings, version: 1, createdAt: now, updatedAt: now };
    await this.database.transaction(async () => {
      const limit = this.config.clients;
      const detail = `An account has at most ${limit} clients here; delete one first.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      await this.repository.insert(client);
    });
    return client;
  }

  /**
   * The version increases only if something changed.
   * @param ifMatch the caller's `If-Match`; undefined matches any version
   * @throws Problem `not_found`, `precondition_failed`
   */
  change(accountId: string, id: string, { tags, ...changes }: ClientChanges, ifMatch?: string): Promise<Client> {
    const versions = expectedVersions(ifMatch, id);
    return this.database.transaction(async () => {
      const current = await this.hold(accountId, id);
      if (versions !== undefined && !versions.includes(current.version)) throw staleVersion();
      const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
      const after = settingsOf({ ...current, ...given, tags: tags === undefined ? current.tags : (tags ?? []) });
      if (isDeepStrictEqual(settingsOf(current), after)) return current;
      const next = { ...current, ...after, version: current.version + 1, updatedAt: new Date(this.clock.now()) };
      await this.repository.replace(next);
      return next;
    });
  }

  /**
   * Its notes and its mandate are deleted with it; its portfolios stay.
   * @throws Problem `not_found`, `precondition_failed`
   */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      assertVersion(ifMatch, await this.hold(accountId, id));
      await this.repository.remove(accountId, id);
    });
  }
}

const folded = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.toLowerCase()))];

const settingsOf = ({ name, reference, currency, benchmark, tags }: ClientSettings): ClientSettings => ({
  name,
  reference,
  currency,
  benchmark: benchmark === null ? null : blendText(blendOf(benchmark.split(','))),
  tags: folded(tags),
});

function found(client: Client | undefined): Client {
  if (client === undefined) throw new Problem('not_found', { detail: 'You have no client with this id.' });
  return client;
}
