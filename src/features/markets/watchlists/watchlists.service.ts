import { Service } from 'typedi';
import { preferencesOf } from '../../../accounts/account.js';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { assertVersion, expectedVersions, staleVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { MarketsConfig } from '../markets.config.js';
import { type Quotes, QuotesService } from '../quotes/quotes.service.js';
import { MAX_SYMBOLS, symbolInPath, symbolsOf, type Watchlist } from './watchlist.js';
import { WatchlistRepository } from './watchlist.repository.js';

/** The fields of a new watchlist. */
export interface WatchlistInput {
  name: string;
  symbols: readonly string[];
}

/** Changes to a watchlist: omitted fields are unchanged; null empties the list. */
export interface WatchlistChanges {
  name?: string;
  symbols?: readonly string[] | null;
}

/** Manages the watchlists of an account. Unknown symbols are accepted; reading their quotes reports an error. */
@Service()
export class WatchlistsService {
  constructor(
    private readonly repository: WatchlistRepository,
    private readonly accounts: AccountsService,
    private readonly quota: AccountQuota,
    private readonly quotes: QuotesService,
    private readonly database: Database,
    private readonly config: MarketsConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Watchlist> {
    return found(await this.repository.find(accountId, id));
  }

  /** Returns whether the account has this watchlist. */
  async has(accountId: string, id: string): Promise<boolean> {
    return (await this.repository.find(accountId, id)) !== undefined;
  }

  /** Oldest first, after the watchlist `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<Watchlist[]> {
    return this.repository.list(accountId, limit, after, order);
  }

  /** @throws Problem `invalid_request` for an invalid symbol, `quota_reached` */
  async create(accountId: string, { name, symbols }: WatchlistInput): Promise<Watchlist> {
    const now = new Date(this.clock.now());
    const watchlist: Watchlist = {
      id: uuidV7(),
      accountId,
      name,
      symbols: symbolsOf(symbols),
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.database.transaction(async () => {
      const limit = this.config.watchlists;
      const detail = `An account has at most ${limit} watchlists here; delete one first.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      await this.repository.insert(watchlist);
    });
    return watchlist;
  }

  /**
   * @param ifMatch the caller's `If-Match`; undefined: any version
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request` for an invalid symbol
   */
  change(accountId: string, id: string, { name, symbols }: WatchlistChanges, ifMatch?: string): Promise<Watchlist> {
    const list = symbols === undefined ? undefined : symbolsOf(symbols ?? []);
    return this.rewrite(accountId, id, ifMatch, (current) => ({
      name: name ?? current.name,
      symbols: list ?? current.symbols,
    }));
  }

  /**
   * Adds a symbol at the end, unless it is listed.
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request`, `quota_reached` for a full list
   */
  add(accountId: string, id: string, text: string, ifMatch?: string): Promise<Watchlist> {
    const symbol = symbolInPath(text);
    return this.rewrite(accountId, id, ifMatch, ({ symbols }) => {
      if (symbols.includes(symbol)) return undefined;
      if (symbols.length < MAX_SYMBOLS) return { symbols: [...symbols, symbol] };
      throw new Problem('quota_reached', {
        detail: `A watchlist has at most ${MAX_SYMBOLS} symbols; remove one, or create another watchlist.`,
      });
    });
  }

  /** @throws Problem `not_found` for the watchlist, `precondition_failed`, `invalid_request` */
  removeSymbol(accountId: string, id: string, text: string, ifMatch?: string): Promise<Watchlist> {
    const symbol = symbolInPath(text);
    return this.rewrite(accountId, id, ifMatch, ({ symbols }) =>
      symbols.includes(symbol) ? { symbols: symbols.filter((other) => other !== symbol) } : undefined,
    );
  }

  /** The account then no longer has it as its default. @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      // The account is locked first: choosing this watchlist as the default at the same time then waits and fails.
      const account = await this.accounts.hold(accountId);
      const current = await this.repository.hold(accountId, id);
      if (current === undefined) throw notFound();
      assertVersion(ifMatch, current);
      await this.repository.remove(accountId, id);
      const isDefault = account !== undefined && preferencesOf(account).defaultWatchlistId === id;
      if (isDefault) await this.accounts.change(accountId, { preferences: { defaultWatchlistId: null } });
    });
  }

  /** Reads the quotes of all symbols, in the order of the list. @throws Problem `not_found` */
  async read(accountId: string, id: string): Promise<Quotes> {
    const { symbols } = await this.get(accountId, id);
    return symbols.length === 0 ? { quotes: [], errors: [] } : this.quotes.read(symbols);
  }

  /** @param revise returns the changes; undefined leaves the watchlist and its version unchanged */
  private rewrite(
    accountId: string,
    id: string,
    ifMatch: string | undefined,
    revise: (current: Watchlist) => Partial<Pick<Watchlist, 'name' | 'symbols'>> | undefined,
  ): Promise<Watchlist> {
    const versions = expectedVersions(ifMatch, id);
    return this.database.transaction(async () => {
      const current = found(await this.repository.hold(accountId, id));
      if (versions !== undefined && !versions.includes(current.version)) throw staleVersion();
      const revised = revise(current);
      if (revised === undefined) return current;
      const next = { ...current, ...revised, version: current.version + 1, updatedAt: new Date(this.clock.now()) };
      await this.repository.replace(next);
      return next;
    });
  }
}

const notFound = () => new Problem('not_found', { detail: 'You have no watchlist with this id.' });

function found(watchlist: Watchlist | undefined): Watchlist {
  if (watchlist === undefined) throw notFound();
  return watchlist;
}
