import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL } from '../../../database/drizzle.js';
import { OwnedTable } from '../../../resources/owned-table.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/sort-order.js';
import type { Area } from '../area.js';
import { pins } from '../geospatial.schema.js';
import type { Distant } from '../nearby.js';
import type { Position } from '../position.js';
import { type DistanceCursor, distanceFrom, fartherThan, withinArea } from '../within-area.js';
import type { Pin } from './pin.js';

type Row = typeof pins.$inferSelect;

@Service()
export class PinRepository extends OwnedTable<Row, Pin> {
  constructor(
    database: Database,
    private readonly clock: Clock,
  ) {
    super(database, pins);
  }

  /** Lists pins in the boxes of an area by creation, after the pin `after`. */
  within(accountId: string, area: Area, limit: number, after?: string, order?: Order): Promise<Pin[]> {
    return this.list(accountId, limit, after, order, withinArea(pins.lon, pins.lat, area));
  }

  /** Lists pins in the boxes of an area, nearest to `center` first. */
  async nearest(
    accountId: string,
    area: Area,
    center: Position,
    limit: number,
    after?: DistanceCursor,
  ): Promise<Distant<Pin>[]> {
    const distance = distanceFrom(center, pins.lon, pins.lat);
    const rows = await this.database.orm
      .select({ pin: pins, distance: distance.mapWith(Number) })
      .from(pins)
      .where(
        and(
          eq(pins.accountId, accountId),
          this.existing(),
          withinArea(pins.lon, pins.lat, area),
          fartherThan(distance, pins.id, after),
        ),
      )
      .orderBy(asc(distance), asc(pins.id))
      .limit(limit);
    return rows.map(({ pin, distance }) => ({ ...this.itemOf(pin), distance }));
  }

  /** Deletes up to `limit` expired pins. @returns the number of deleted pins */
  async removeExpired(now: Date, limit: number): Promise<number> {
    const expired = this.database.orm
      .select({ id: pins.id })
      .from(pins)
      .where(lte(pins.expiresAt, now))
      .orderBy(asc(pins.expiresAt))
      .limit(limit);
    return (await this.database.orm.delete(pins).where(inArray(pins.id, expired)).returning({ id: pins.id })).length;
  }

  /** Matches pins that have not expired; expired pins may not be deleted yet. */
  override existing(): SQL | undefined {
    return or(isNull(pins.expiresAt), gt(pins.expiresAt, new Date(this.clock.now())));
  }

  protected override itemOf({ lat, lon, ...row }: Row): Pin {
    return { ...row, position: { lat, lon } };
  }

  protected override rowOf({ position: { lat, lon }, ...pin }: Pin): Row {
    return { ...pin, lat, lon };
  }
}
