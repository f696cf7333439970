import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, eq, gte, lt, sql } from '../../../database/drizzle.js';
import { afterKey, inOrder } from '../../../database/order-by.js';
import type { Order } from '../../../time/sort-order.js';
import { ownInstruments, ownPrices } from '../markets.schema.js';
import type { OriginatedPrice, OwnPrice } from '../own/own-instrument.js';

/** A part of the prices of an instrument. Days are texts such as `2026-11-20`. */
export interface PriceRange {
  /** First day, inclusive. */
  from?: string;
  /** End, exclusive. */
  to?: string;
}

const { instrumentId, day, price, receivedAt, origin } = ownPrices;
const stored = { day, price, receivedAt, origin };

/** Stores the prices of own instruments. Callers check the owner of the instrument. */
@Service()
export class OwnPriceRepository {
  constructor(private readonly database: Database) {}

  /** Lists prices by day, after the day `after`. */
  list(id: string, { from, to }: PriceRange, limit: number, order: Order, after?: string): Promise<OriginatedPrice[]> {
    return this.database.orm
      .select(stored)
      .from(ownPrices)
      .where(
        and(
          eq(instrumentId, id),
          from === undefined ? undefined : gte(day, from),
          to === undefined ? undefined : lt(day, to),
          afterKey(day, order, after),
        ),
      )
      .orderBy(inOrder(day, order))
      .limit(limit);
  }

  async find(id: string, on: string): Promise<OriginatedPrice | undefined> {
    const [found] = await this.database.orm
      .select(stored)
      .from(ownPrices)
      .where(and(eq(instrumentId, id), eq(day, on)));
    return found;
  }

  count(id: string): Promise<number> {
    return this.database.orm.$count(ownPrices, eq(instrumentId, id));
  }

  /** Stores prices of the account, and replaces those of the same days. */
  async put(id: string, prices: readonly OwnPrice[], at: Date): Promise<void> {
    await this.database.query(
      `insert into own_prices (instrument_id, day, price, received_at)
       select $1, day, price, $4 from unnest($2::text[], $3::float8[]) as given (day, price)
       on conflict (instrument_id, day)
         do update set price = excluded.price, received_at = excluded.received_at, origin = 'account'
       where own_prices.price <> excluded.price or own_prices.origin <> 'account'`,
      [id, prices.map((one) => one.day), prices.map((one) => one.price), at],
    );
  }

  /** Stores a price that was read from an address; a price of the same day that the account has stored stays. */
  async putRead(id: string, { day: on, price: read }: OwnPrice, at: Date): Promise<void> {
    await this.database.query(
      `insert into own_prices (instrument_id, day, price, received_at, origin) values ($1, $2, $3, $4, 'address')
       on conflict (instrument_id, day) do update set price = excluded.price, received_at = excluded.received_at
       where own_prices.origin = 'address' and own_prices.price <> excluded.price`,
      [id, on, read, at],
    );
  }

  /** Deletes the prices of all days except some. */
  async keep(id: string, days: readonly string[]): Promise<void> {
    await this.database.query('delete from own_prices where instrument_id = $1 and day <> all($2::text[])', [id, days]);
  }

  /** Deletes a price. @returns false if the day has no price */
  async remove(id: string, on: string): Promise<boolean> {
    const { rowCount } = await this.database.orm.delete(ownPrices).where(and(eq(instrumentId, id), eq(day, on)));
    return rowCount === 1;
  }

  /** Reads the prices of all instruments of an account in pages, by the age of the instrument and by day. */
  async *ofAccount(accountId: string, limit: number, pageSize: number) {
    let after: { id: string; day: string } | undefined;
    for (let left = limit; left > 0; left -= pageSize) {
      const rows = await this.database.orm
        .select({ id: instrumentId, symbol: ownInstruments.symbol, ...stored })
        .from(ownPrices)
        .innerJoin(ownInstruments, eq(ownInstruments.id, instrumentId))
        .where(
          and(
            eq(ownInstruments.accountId, accountId),
            after === undefined ? undefined : sql`(${instrumentId}, ${day}) > (${after.id}, ${after.day})`,
          ),
        )
        .orderBy(instrumentId, day)
        .limit(Math.min(left, pageSize));
      if (rows.length > 0) yield rows;
      after = rows.at(-1);
      if (rows.length < pageSize) return;
    }
  }
}
