import { Service } from 'typedi';
import { lexemesOf } from '../../database/columns.js';
import { eq, sql } from '../../database/drizzle.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../search/stored-search.js';
import { subscriptions } from './subscriptions.schema.js';

const { accountId, eventTypes, id, name, updatedAt } = subscriptions;

/** Searches the subscriptions of an account by name and types of events. */
@Service()
export class SubscriptionSearch extends StoredSource {
  readonly type = 'subscription';
  readonly title = 'Your subscriptions';
  protected readonly table: SearchTable = {
    from: sql`${subscriptions}`,
    id,
    title: name,
    text: sql`array_to_string(${eventTypes}, ', ')`,
    lexemes: lexemesOf('name', `translate(array_to_string(event_types, ' '), '._', '  ')`),
    time: updatedAt,
    visible: (account) => [eq(accountId, account)],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(subscription: string): string {
    return `/api/v1/subscriptions/${subscription}`;
  }
}
