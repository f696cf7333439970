import { Service } from 'typedi';
import { Database } from '../../../../database/database.js';
import { and, asc, eq, isNull, sql } from '../../../../database/drizzle.js';
import { geofenceMembers } from '../../geospatial.schema.js';
import type { Layer } from '../../layer.js';

export interface StoredGeofenceMember {
  layer: Layer;
  key: number;
  since: Date;
  dwelled: boolean;
}

/** Reads the stored members of a geofence. */
@Service()
export class GeofenceMemberRepository {
  constructor(private readonly database: Database) {}

  /** Lists members whose entry is confirmed, vessels before aircraft, by key, after the member `after`. */
  async list(fenceId: string, limit: number, after?: { layer: Layer; key: number }): Promise<StoredGeofenceMember[]> {
    const { layer, object, pending } = geofenceMembers;
    const rows = await this.database.orm
      .select()
      .from(geofenceMembers)
      .where(
        and(
          eq(geofenceMembers.fenceId, fenceId),
          isNull(pending),
          after && sql`(${layer}, ${object}) > (${after.layer === 'aircraft' ? 2 : 1}, ${after.key})`,
        ),
      )
      .orderBy(asc(layer), asc(object))
      .limit(limit);
    return rows.map(({ layer, object, since, dwelled }) => ({
      layer: layer === 2 ? 'aircraft' : 'vessels',
      key: object,
      since,
      dwelled,
    }));
  }
}
