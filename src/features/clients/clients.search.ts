import { Service } from 'typedi';
import { eq, sql } from '../../database/drizzle.js';
import { lexemesOf } from '../../search/sql-query.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../search/stored-search.js';
import { clients } from './clients.schema.js';

/** Searches the clients of an account by name, reference and tags. */
@Service()
export class ClientSearch extends StoredSource {
  readonly type = 'client';
  readonly title = 'Your clients';
  protected readonly table: SearchTable = {
    from: sql`${clients}`,
    id: clients.id,
    title: clients.name,
    lexemes: lexemesOf('name', 'reference', `array_to_string(tags, ' ')`),
    time: clients.updatedAt,
    visible: (account) => [eq(clients.accountId, account)],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(id: string): string {
    return `/api/v1/clients/${id}`;
  }
}
