import { Service } from 'typedi';
import { lexemesOf } from '../../../database/columns.js';
import { eq, inArray, sql } from '../../../database/drizzle.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../../search/stored-search.js';
import { ownInstruments } from '../markets.schema.js';

const { accountId, country, name, note, symbol, updatedAt } = ownInstruments;

/** Searches the own instruments of an account by name, symbol and note. */
@Service()
export class OwnInstrumentSearch extends StoredSource {
  readonly type = 'own_instrument';
  readonly title = 'Your own instruments';
  protected readonly table: SearchTable = {
    from: sql`${ownInstruments}`,
    id: symbol,
    title: name,
    text: note,
    country,
    lexemes: lexemesOf('name', 'symbol', 'isin', 'note'),
    time: updatedAt,
    values: {
      symbol: (values) =>
        inArray(
          symbol,
          values.map((value) => value.toUpperCase()),
        ),
    },
    visible: (account) => [eq(accountId, account)],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(found: string): string {
    return `/api/v1/markets/instruments/${found}`;
  }
}
