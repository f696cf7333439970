import { Service } from 'typedi';
import { eq, sql } from '../../../database/drizzle.js';
import { lexemesOf } from '../../../search/sql-query.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../../search/stored-search.js';
import { osintCases } from '../osint.schema.js';

/** Searches the cases of an account by title and description. */
@Service()
export class CaseSearch extends StoredSource {
  readonly type = 'case';
  readonly title = 'Your cases';
  protected readonly table: SearchTable = {
    from: sql`${osintCases}`,
    id: osintCases.id,
    title: osintCases.title,
    text: osintCases.description,
    lexemes: lexemesOf('title', 'description'),
    time: osintCases.updatedAt,
    visible: (account) => [eq(osintCases.accountId, account)],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(id: string): string {
    return `/api/v1/osint/cases/${id}`;
  }
}
