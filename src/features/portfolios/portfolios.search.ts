import { Service } from 'typedi';
import { eq, sql } from '../../database/drizzle.js';
import { lexemesOf } from '../../search/sql-query.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../search/stored-search.js';
import { portfolios } from './portfolios.schema.js';

/** Searches the portfolios of an account by name. */
@Service()
export class PortfolioSearch extends StoredSource {
  readonly type = 'portfolio';
  readonly title = 'Your portfolios';
  protected readonly table: SearchTable = {
    from: sql`${portfolios}`,
    id: portfolios.id,
    title: portfolios.name,
    lexemes: lexemesOf('name'),
    time: portfolios.updatedAt,
    visible: (account) => [eq(portfolios.accountId, account)],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(id: string): string {
    return `/api/v1/portfolios/${id}`;
  }
}
