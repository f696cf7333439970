import { Service } from 'typedi';
import { eq, sql } from '../../../database/drizzle.js';
import { lexemesOf } from '../../../search/sql-query.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../../search/stored-search.js';
import { graphs } from '../graphs.schema.js';

/** Searches the charts of an account by name. */
@Service()
export class GraphSearch extends StoredSource {
  readonly type = 'graph';
  readonly title = 'Your charts';
  protected readonly table: SearchTable = {
    from: sql`${graphs}`,
    id: graphs.id,
    title: graphs.name,
    lexemes: lexemesOf('name'),
    time: graphs.updatedAt,
    visible: (account) => [eq(graphs.accountId, account)],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(id: string): string {
    return `/api/v1/graphs/${id}`;
  }
}
