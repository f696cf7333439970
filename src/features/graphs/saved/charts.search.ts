import { Service } from 'typedi';
import { eq, sql } from '../../../database/drizzle.js';
import { lexemesOf } from '../../../search/sql-query.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../../search/stored-search.js';
import { charts } from '../graphs.schema.js';

/** Searches the charts of an account by name. */
@Service()
export class ChartSearch extends StoredSource {
  readonly type = 'chart';
  readonly title = 'Your charts';
  protected readonly table: SearchTable = {
    from: sql`${charts}`,
    id: charts.id,
    title: charts.name,
    lexemes: lexemesOf('name'),
    time: charts.updatedAt,
    visible: (account) => [eq(charts.accountId, account)],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(id: string): string {
    return `/api/v1/graphs/charts/${id}`;
  }
}
