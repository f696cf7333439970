import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL } from '../../../database/drizzle.js';
import { afterKey, inOrder } from '../../../database/order-by.js';
import type { Order } from '../../../time/sort-order.js';
import type { Area } from '../area.js';
import { pins } from '../geospatial.schema.js';
import type { Distant } from '../nearby.js';
import type { Position } from '../position.js';
import { type DistanceCursor, distanceFrom, fartherThan, withinArea } from '../within-area.js';
import type { Pin } from './pin.js';

type Row = typeof pins.$inferSelect;

const pinOf = ({ lat, lon, ...row }: Row): Pin => ({ ...row, position: { lat, lon } });
const rowOf = ({ position: { lat, lon }, ...pin }: Pin): Row => ({ ...pin, lat, lon });

/** Matches pins that have not expired; expired pins may not be deleted yet. */
const lasting = (now: Date): SQL | undefined => or(isNull(pins.expiresAt), gt(pins.expiresAt, now));
const own = (accountId: string, id: string, now: Date) =>
  and(eq(pins.id, id), eq(pins.accountId, accountId), lasting(now));

/** Stores pins. */
@Service()
export class PinRepository {
  constructor(private readonly database: Database) {}

  async find(accountId: string, id: string, now: Date): Promise<Pin | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(pins)
      .where(own(accountId, id, now));
    return row && pinOf(row);
  }

  /** Returns the current version of a pin, locked against other changes until the transaction ends. */
  async hold(accountId: string, id: string, now: Date): Promise<Pin | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(pins)
      .where(own(accountId, id, now))
      .for('update');
    return row && pinOf(row);
  }

  /**
   * Lists pins, oldest first, after the pin `after`. An area is applied by its boxes, so the result may include pins
   * outside it.
   */
  async list(
    accountId: string,
    area: Area | undefined,
    now: Date,
    limit: number,
    after?: string,
    order: Order = 'asc',
  ): Promise<Pin[]> {
    const rows = await this.database.orm
      .select()
      .from(pins)
      .where(
        and(
          eq(pins.accountId, accountId),
          lasting(now),
          area && withinArea(pins.lon, pins.lat, area),
          afterKey(pins.id, order, after),
        ),
      )
      .orderBy(inOrder(pins.id, order))
      .limit(limit);
    return rows.map(pinOf);
  }

  /** Lists pins in the boxes of an area, nearest to `center` first. */
  async nearest(
    accountId: string,
    area: Area,
    center: Position,
    now: Date,
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
          lasting(now),
          withinArea(pins.lon, pins.lat, area),
          fartherThan(distance, pins.id, after),
        ),
      )
      .orderBy(asc(distance), asc(pins.id))
      .limit(limit);
    return rows.map(({ pin, distance }) => ({ ...pinOf(pin), distance }));
  }

  /** Counts the pins of an account. */
  count(accountId: string, now: Date): Promise<number> {
    return this.database.orm.$count(pins, and(eq(pins.accountId, accountId), lasting(now)));
  }

  async insert(pin: Pin): Promise<void> {
    await this.database.orm.insert(pins).values(rowOf(pin));
  }

  async replace(pin: Pin): Promise<void> {
    const { id, accountId: _, createdAt: __, ...revised } = rowOf(pin);
    await this.database.orm.update(pins).set(revised).where(eq(pins.id, id));
  }

  /** Deletes a pin. @returns whether it existed */
  async remove(accountId: string, id: string, now: Date): Promise<boolean> {
    const removed = await this.database.orm
      .delete(pins)
      .where(own(accountId, id, now))
      .returning({ id: pins.id });
    return removed.length > 0;
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
}
