import { Service } from 'typedi';
import { preferencesOf } from '../../accounts/account.js';
import { AccountsService } from '../../accounts/accounts.service.js';
import type { Caller } from '../../http/caller.js';
import type { OldestFirstQuery, Page } from '../../http/page.js';
import type { GrantedItem } from '../../resources/granted-items.service.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../resources/owned-records.js';
import type { Order } from '../../time/sort-order.js';
import { blendOf, blendText } from '../portfolios/benchmark-blend.js';
import { ClientDto } from './client.dto.js';
import type { Client, ClientSettings } from './client.js';
import { ClientRepository } from './client.repository.js';
import { ClientsConfig } from './clients.config.js';

/** The settings of a new client. Omitted fields have their defaults. */
export type ClientInput = Pick<ClientSettings, 'name'> & Partial<ClientSettings>;
/** Changes of a client's settings. Omitted fields are unchanged; null removes all tags. */
export type ClientChanges = Partial<Omit<ClientSettings, 'tags'>> & { tags?: string[] | null };

/** Manages the clients of an account. Notes and the mandate of a client are deleted with it; its portfolios stay. */
@Service()
export class ClientsService extends OwnedRecords<Client, ClientInput, ClientChanges> {
  constructor(
    parts: OwnedParts,
    private readonly repository: ClientRepository,
    config: ClientsConfig,
    private readonly accounts: AccountsService,
  ) {
    super(parts, {
      table: repository,
      noun: 'client',
      limitName: 'clients',
      maxLimit: 2_000,
      limit: () => config.clients,
      exported: { section: 'clients', description: 'Clients that the account manages.', item: ClientDto },
      searched: {
        type: 'client',
        title: 'Your clients',
        path: '/clients',
        texts: ['name', 'reference', `array_to_string(tags, ' ')`],
      },
      shared: { name: 'client', path: '/clients', access: ['read'], hasAmounts: true, includesPrivateRecords: true },
    });
  }

  /**
   * Lists clients by creation (oldest first by default), after the client `after`.
   * @param tags only clients that have all of them, case-insensitive
   */
  tagged(
    accountId: string,
    tags: readonly string[] | undefined,
    limit: number,
    after?: string,
    order?: Order,
  ): Promise<Client[]> {
    if (tags === undefined || tags.length === 0) return this.list(accountId, limit, after, order);
    return this.repository.tagged(accountId, folded(tags), limit, after, order);
  }

  /**
   * Returns a page of the clients that other accounts have granted to an account.
   * @param tags only clients that have all of them, case-insensitive
   */
  sharedTagged(
    caller: Caller,
    query: OldestFirstQuery,
    tags: readonly string[] = [],
  ): Promise<Page<GrantedItem<Client>>> {
    const wanted = folded(tags);
    if (wanted.length === 0) return this.shared(caller, query);
    return this.shared(caller, query, { by: wanted.join(','), condition: this.repository.withTags(wanted) });
  }

  protected async fresh(
    accountId: string,
    { name, currency: given, reference = null, benchmark = null, tags = [] }: ClientInput,
  ): Promise<ContentOf<Client>> {
    const currency = given ?? preferencesOf(await this.accounts.get(accountId)).baseCurrency;
    return settingsOf({ name, currency, reference, benchmark, tags });
  }

  protected revised(current: Client, { tags, ...changes }: ClientChanges): Partial<Client> {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    return settingsOf({ ...current, ...given, tags: tags === undefined ? current.tags : (tags ?? []) });
  }
}

const folded = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.toLowerCase()))];
/** Tags of nothing but control characters are spaces here, and are left out. */
const shown = (tags: readonly string[]): string[] => tags.filter((tag) => tag.trim() !== '');

const settingsOf = ({ name, reference, currency, benchmark, tags }: ClientSettings): ClientSettings => ({
  name,
  reference,
  currency,
  benchmark: benchmark === null ? null : blendText(blendOf(benchmark.split(','))),
  tags: folded(shown(tags)),
});
