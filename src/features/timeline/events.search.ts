import { Service } from 'typedi';
import { arrayOverlaps, eq, sql } from '../../database/drizzle.js';
import { events } from '../../database/event-schema.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../search/stored-search.js';

/** Searches the event log by title, type and text of the events that an account may see. */
@Service()
export class EventSearch extends StoredSource {
  readonly type = 'event';
  readonly title = 'The event log';
  // Typing errors are not tolerated, because events repeat the names of their subjects, whose own sources tolerate
  // them.
  override readonly toleratesErrors = false;
  // Marks results as log entries: a geo event, an alert or an article is also found by its own source.
  override readonly isRecord = true;
  protected readonly table: SearchTable = {
    from: sql`${events}`,
    id: events.id,
    isLarge: true,
    title: sql`coalesce(${events.title}, ${events.type})`,
    lexemes: events.search,
    time: events.time,
    severity: events.severity,
    lat: events.latitude,
    lon: events.longitude,
    values: {
      symbol: (values) =>
        arrayOverlaps(
          events.keys,
          values.map((value) => `symbol:${value.toUpperCase()}`),
        ),
      entity: (values) => arrayOverlaps(events.keys, [...values]),
    },
    visible: (account) => [eq(events.audience, 'public'), eq(events.ownerId, account)],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(id: string): string {
    return `/api/v1/timeline/${id}`;
  }
}
