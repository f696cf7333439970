import { Service } from 'typedi';
import { preferencesOf } from '../../../accounts/account.js';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Clock } from '../../../clock.js';
import { Database } from '../../../database/database.js';
import { expectedVersions, staleVersion } from '../../../http/entity-tag.js';
import { Problem } from '../../../http/problem.js';
import { uuidV7 } from '../../../uuid-v7.js';
import { MarketsConfig } from '../markets.config.js';
import { type Quotes, QuotesService } from '../quotes/quotes.service.js';
import { MOST_SYMBOLS, symbolInPath, symbolsOf, type Watchlist } from './watchlist.js';
import { WatchlistRepository } from './watchlist.repository.js';

/** What a caller sends to make one. */
export interface WatchlistInput {
  name: string;
  symbols: readonly string[];
}

/** What a caller sends to change one: fields left out stay, null empties the list. */
export interface WatchlistChanges {
  name?: string;
  symbols?: readonly string[] | null;
}

/** The watchlists of an account. Symbols that nobody knows are kept like any others: who asks for their quotes is told. */
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

  /** Whether the account has such a watchlist. */
  async has(accountId: string, id: string): Promise<boolean> {
    return (await this.repository.find(accountId, id)) !== undefined;
  }

  /** Oldest first, after the watchlist `after`. */
  list(accountId: string, limit: number, after?: string): Promise<Watchlist[]> {
    return this.repository.list(accountId, limit, after);
  }

  /** @throws Problem `invalid_request` for what can be no symbol, `quota_reached` */
  async create(accountId: string, { name, symbols }: WatchlistInput): Promise<Watchlist> {
    const now = new Date(this.clock.now());
    const watchlist: Watchlist = { id: uuidV7(), accountId, name, symbols: symbolsOf(symbols), version: 1, createdAt: now, updatedAt: now };
    await this.database.transaction(async () => {
      const limit = this.config.watchlists;
      const detail = `An account has at most ${limit} watchlists here; delete one first.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId), detail });
      await this.repository.insert(watchlist);
    });
    return watchlist;
  }

  /**
   * @param ifMatch the caller's `If-Match`; undefined changes whatever version there is
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request` for what can be no symbol
   */
  change(accountId: string, id: string, { name, symbols }: WatchlistChanges, ifMatch?: string): Promise<Watchlist> {
    const list = symbols === undefined ? undefined : symbolsOf(symbols ?? []);
    return this.rewrite(accountId, id, ifMatch, (current) => ({ name: name ?? current.name, symbols: list ?? current.symbols }));
  }

  /** At the end, unless it is there. @throws Problem `not_found`, `precondition_failed`, `invalid_request`, `quota_reached` for a full list */
  add(accountId: string, id: string, text: string, ifMatch?: string): Promise<Watchlist> {
    const symbol = symbolInPath(text);
    return this.rewrite(accountId, id, ifMatch, ({ symbols }) => {
      if (symbols.includes(symbol)) return undefined;
      if (symbols.length < MOST_SYMBOLS) return { symbols: [...symbols, symbol] };
      throw new Problem('quota_reached', { detail: `A watchlist has at most ${MOST_SYMBOLS} symbols; take one out, or begin another list.` });
    });
  }

  /** @throws Problem `not_found` for the watchlist, `precondition_failed`, `invalid_request` */
  takeOut(accountId: string, id: string, text: string, ifMatch?: string): Promise<Watchlist> {
    const symbol = symbolInPath(text);
    return this.rewrite(accountId, id, ifMatch, ({ symbols }) =>
      symbols.includes(symbol) ? { symbols: symbols.filter((other) => other !== symbol) } : undefined,
    );
  }

  /** The account then no longer has it as its default. @throws Problem `not_found` */
  async remove(accountId: string, id: string): Promise<void> {
    await this.database.transaction(async () => {
      // The account first: whoever chooses this watchlist as the default at the same time waits, and is then told that it is gone.
      const account = await this.accounts.hold(accountId);
      if (!(await this.repository.remove(accountId, id))) throw notFound();
      const isDefault = account !== undefined && preferencesOf(account).defaultWatchlistId === id;
      if (isDefault) await this.accounts.change(accountId, { preferences: { defaultWatchlistId: null } });
    });
  }

  /** Of all its symbols, in its order. @throws Problem `not_found` */
  async read(accountId: string, id: string): Promise<Quotes> {
    const { symbols } = await this.get(accountId, id);
    return symbols.length === 0 ? { quotes: [], errors: [] } : this.quotes.read(symbols);
  }

  /** @param revise says what becomes of it; undefined leaves it as it is, its version included */
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
