import { Service } from 'typedi';
import { lexemesOf } from '../../../database/columns.js';
import { and, eq, gt, isNull, or, sql } from '../../../database/drizzle.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../../search/stored-search.js';
import { pins } from '../geospatial.schema.js';

/** Searches the pins of an account by title and note. */
@Service()
export class PinSearch extends StoredSource {
  readonly type = 'pin';
  readonly title = 'Your pins';
  protected readonly table: SearchTable = {
    from: sql`${pins}`,
    id: pins.id,
    title: pins.title,
    text: pins.note,
    lexemes: lexemesOf('title', 'note'),
    time: pins.updatedAt,
    severity: pins.severity,
    lat: pins.lat,
    lon: pins.lon,
    visible: (account, now) => [
      and(eq(pins.accountId, account), or(isNull(pins.expiresAt), gt(pins.expiresAt, now))) ?? sql`false`,
    ],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(id: string): string {
    return `/api/v1/geospatial/pins/${id}`;
  }
}
