import { Service } from 'typedi';
import { lexemesOf } from '../../../database/columns.js';
import { arrayOverlaps, eq, sql } from '../../../database/drizzle.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../../search/stored-search.js';
import { timelineNotes as notes } from '../timeline.schema.js';

/** Searches the notes of an account by title and text. */
@Service()
export class NoteSearch extends StoredSource {
  readonly type = 'note';
  readonly title = 'Your notes';
  protected readonly table: SearchTable = {
    from: sql`${notes}`,
    id: notes.id,
    title: notes.title,
    text: notes.text,
    lexemes: lexemesOf('title', '"text"'),
    time: notes.time,
    severity: notes.severity,
    lat: notes.lat,
    lon: notes.lon,
    values: {
      symbol: (values) =>
        arrayOverlaps(
          notes.symbols,
          values.map((value) => value.toUpperCase()),
        ),
      entity: (values) => arrayOverlaps(notes.entities, [...values]),
    },
    visible: (account) => [eq(notes.accountId, account)],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(id: string): string {
    return `/api/v1/timeline/notes/${id}`;
  }
}
