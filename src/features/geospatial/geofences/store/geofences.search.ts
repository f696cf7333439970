import { Service } from 'typedi';
import { lexemesOf } from '../../../../database/columns.js';
import { and, eq, gt, isNull, or, sql } from '../../../../database/drizzle.js';
import { type SearchTable, StoredSearch, StoredSource } from '../../../../search/stored-search.js';
import { geofences } from '../../geospatial.schema.js';

const { accountId, endedAt, expiresAt, id, name, updatedAt } = geofences;

/** Searches the geofences of an account by name. */
@Service()
export class GeofenceSearch extends StoredSource {
  readonly type = 'geofence';
  readonly title = 'Your geofences';
  protected readonly table: SearchTable = {
    from: sql`${geofences}`,
    id,
    title: name,
    lexemes: lexemesOf('name'),
    time: updatedAt,
    visible: (account, now) => [
      and(eq(accountId, account), isNull(endedAt), or(isNull(expiresAt), gt(expiresAt, now))) ?? sql`false`,
    ],
  };

  constructor(stored: StoredSearch) {
    super(stored);
  }

  protected hrefOf(geofence: string): string {
    return `/api/v1/geospatial/geofences/${geofence}`;
  }
}
