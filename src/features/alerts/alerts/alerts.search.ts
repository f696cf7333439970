import { Service } from 'typedi';
import { lexemesOf } from '../../../database/columns.js';
import { arrayOverlaps, eq, sql } from '../../../database/drizzle.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../../search/stored-search.js';
import { alerts } from '../alerts.schema.js';

/** Searches the alerts of an account by title and by the name of their rule. */
@Service()
export class AlertSearch extends StoredSource {
  readonly type = 'alert';
  readonly title = 'Your alerts';
  protected readonly table: SearchTable = {
    from: sql`${alerts}`,
    id: alerts.id,
    title: alerts.title,
    text: alerts.ruleName,
    lexemes: lexemesOf('title', 'rule_name'),
    time: alerts.startedAt,
    lat: alerts.latitude,
    lon: alerts.longitude,
    values: {
      symbol: (values) =>
        arrayOverlaps(
          alerts.symbols,
          values.map((value) => value.toUpperCase()),
        ),
      entity: (values) => arrayOverlaps(alerts.entities, [...values]),
    },
    visible: (account) => [eq(alerts.accountId, account)],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(id: string): string {
    return `/api/v1/alerts/${id}`;
  }
}
