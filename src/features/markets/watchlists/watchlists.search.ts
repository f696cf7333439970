import { Service } from 'typedi';
import { lexemesOf } from '../../../database/columns.js';
import { arrayOverlaps, eq, sql } from '../../../database/drizzle.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../../search/stored-search.js';
import { watchlists } from '../markets.schema.js';

const { accountId, id, name, symbols, updatedAt } = watchlists;

/** Searches the watchlists of an account by name and symbols. */
@Service()
export class WatchlistSearch extends StoredSource {
  readonly type = 'watchlist';
  readonly title = 'Your watchlists';
  protected readonly table: SearchTable = {
    from: sql`${watchlists}`,
    id,
    title: name,
    text: sql`array_to_string(${symbols}, ', ')`,
    lexemes: lexemesOf('name', `array_to_string(symbols, ' ')`),
    time: updatedAt,
    values: {
      symbol: (values) =>
        arrayOverlaps(
          symbols,
          values.map((value) => value.toUpperCase()),
        ),
    },
    visible: (account) => [eq(accountId, account)],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(watchlist: string): string {
    return `/api/v1/markets/watchlists/${watchlist}`;
  }
}
