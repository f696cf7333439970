import { Service } from 'typedi';
import { lexemesOf } from '../../../database/columns.js';
import { eq, sql } from '../../../database/drizzle.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../../search/stored-search.js';
import { alertRules } from '../alerts.schema.js';

/** Searches the alert rules of an account by name. */
@Service()
export class AlertRuleSearch extends StoredSource {
  readonly type = 'alert_rule';
  readonly title = 'Your alert rules';
  protected readonly table: SearchTable = {
    from: sql`${alertRules}`,
    id: alertRules.id,
    title: alertRules.name,
    lexemes: lexemesOf('name'),
    time: alertRules.updatedAt,
    visible: (account) => [eq(alertRules.accountId, account)],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(id: string): string {
    return `/api/v1/alerts/rules/${id}`;
  }
}
