import { Service } from 'typedi';
import { preferencesOf } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { MarketsConfig } from '../markets.config.js';
import { watchlists } from '../markets.schema.js';
import { type Quotes, QuotesService } from '../quotes/quotes.service.js';
import { WatchlistDto } from './watchlist.dto.js';
import { MAX_SYMBOLS, symbolInPath, symbolsOf, type Watchlist } from './watchlist.js';

export interface WatchlistInput {
  name: string;
  symbols: readonly string[];
}

/** Changes of a watchlist. Omitted fields are unchanged; null for `symbols` empties the list. */
export interface WatchlistChanges {
  name?: string;
  symbols?: readonly string[] | null;
}

/** Manages the watchlists of an account. Unknown symbols are accepted; reading their quotes reports an error. */
@Service()
export class WatchlistsService extends OwnedRecords<Watchlist, WatchlistInput, WatchlistChanges> {
  constructor(
    parts: OwnedParts,
    config: MarketsConfig,
    private readonly accounts: AccountsService,
    private readonly quotes: QuotesService,
  ) {
    super(parts, {
      table: parts.table(watchlists),
      noun: 'watchlist',
      limitName: 'watchlists',
      limit: () => config.watchlists,
      exported: {
        section: 'watchlists',
        description: 'Lists of symbols that the account follows.',
        item: WatchlistDto,
      },
      shared: { name: 'watchlist', path: '/markets/watchlists', access: ['read', 'write'] },
    });
  }

  /**
   * Adds a symbol at the end, unless the list has it.
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request`, `quota_reached` for a full list
   */
  add(accountId: string, id: string, text: string, ifMatch?: string): Promise<Watchlist> {
    const symbol = symbolInPath(text);
    return this.rewrite(accountId, id, ifMatch, ({ symbols }) => {
      if (symbols.includes(symbol)) return {};
      if (symbols.length < MAX_SYMBOLS) return { symbols: [...symbols, symbol] };
      throw new Problem('quota_reached', {
        detail: `A watchlist has at most ${MAX_SYMBOLS} symbols; remove one, or create another watchlist.`,
      });
    });
  }

  /** Removes a symbol. @throws Problem `not_found` for the watchlist, `precondition_failed`, `invalid_request` */
  removeSymbol(accountId: string, id: string, text: string, ifMatch?: string): Promise<Watchlist> {
    const symbol = symbolInPath(text);
    return this.rewrite(accountId, id, ifMatch, ({ symbols }) => ({
      symbols: symbols.filter((other) => other !== symbol),
    }));
  }

  /**
   * Deletes a watchlist; if it is the default watchlist of the account, the account has no default afterwards.
   * @throws Problem `not_found`, `precondition_failed`
   */
  override async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.parts.database.transaction(async () => {
      // The account is locked first, so that a concurrent request that makes this watchlist the default waits and
      // fails.
      const account = await this.accounts.hold(accountId);
      await super.remove(accountId, id, ifMatch);
      const isDefault = account !== undefined && preferencesOf(account).defaultWatchlistId === id;
      if (isDefault) await this.accounts.change(accountId, { preferences: { defaultWatchlistId: null } });
    });
  }

  /** Reads the quotes of all symbols, in the order of the list. @throws Problem `not_found` */
  async read(accountId: string, id: string): Promise<Quotes> {
    const { symbols } = await this.get(accountId, id);
    return symbols.length === 0 ? { quotes: [], errors: [] } : this.quotes.read(symbols);
  }

  /** Returns the content of a new watchlist. @throws Problem `invalid_request` for an invalid symbol */
  protected fresh(_accountId: string, { name, symbols }: WatchlistInput): ContentOf<Watchlist> {
    return { name, symbols: symbolsOf(symbols) };
  }

  /**
   * Returns the changed fields. Every request counts as a change.
   * @throws Problem `invalid_request` for an invalid symbol
   */
  protected revised(_watchlist: Watchlist, { name, symbols }: WatchlistChanges): Partial<Watchlist> {
    return { name, symbols: symbols === undefined ? undefined : symbolsOf(symbols ?? []), updatedAt: this.now() };
  }
}
