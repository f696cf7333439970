import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { eq } from '../../../database/drizzle.js';
import { ownPriceReadings } from '../markets.schema.js';
import { type PriceAddress, type PriceReading, unread } from '../own/price-address.js';

/** An address that is due to be read. */
export interface DueAddress {
  /** Id of the instrument. */
  id: string;
  accountId: string;
  symbol: string;
  currency: string;
  address: PriceAddress;
  reading: PriceReading;
}

type DueRow = Omit<DueAddress, 'reading'> & PriceReading & Record<string, unknown>;

const { instrumentId, nextReadAt, readAt, succeededAt, failures, failure, failureDetail, price, day } =
  ownPriceReadings;
const reading = { nextReadAt, readAt, succeededAt, failures, failure, failureDetail, price, day };

/** Stores the state of the readings of price addresses. Callers check the owner of the instrument. */
@Service()
export class PriceReadingRepository {
  constructor(private readonly database: Database) {}

  async find(id: string): Promise<PriceReading | undefined> {
    const [found] = await this.database.orm.select(reading).from(ownPriceReadings).where(eq(instrumentId, id));
    return found;
  }

  /** Returns the number of price addresses of an account. */
  async count(accountId: string): Promise<number> {
    const { rows } = await this.database.query<{ count: number }>(
      'select count(*)::int as count from own_instruments where account_id = $1 and price_address is not null',
      [accountId],
    );
    return rows[0]?.count ?? 0;
  }

  /** Makes an address due at once, without failures. */
  async restart(id: string, now: Date): Promise<void> {
    await this.put(id, unread(now.getTime()));
  }

  async put(id: string, next: PriceReading): Promise<void> {
    await this.database.orm
      .insert(ownPriceReadings)
      .values({ instrumentId: id, ...next })
      .onConflictDoUpdate({ target: instrumentId, set: next });
  }

  /** Sets the time of the next reading and leaves the rest unchanged. */
  async postpone(id: string, until: Date): Promise<void> {
    await this.database.orm.update(ownPriceReadings).set({ nextReadAt: until }).where(eq(instrumentId, id));
  }

  async remove(id: string): Promise<void> {
    await this.database.orm.delete(ownPriceReadings).where(eq(instrumentId, id));
  }

  /**
   * Returns addresses that are due, the one due for the longest time first.
   * @param each maximum number of addresses of one account
   */
  async due(now: Date, limit: number, each: number): Promise<DueAddress[]> {
    const { rows } = await this.database.query<DueRow>(
      `select id, account_id as "accountId", symbol, currency, price_address as address,
         next_read_at as "nextReadAt", read_at as "readAt", succeeded_at as "succeededAt", failures, failure,
         failure_detail as "failureDetail", price, day
       from (
         select one.id, one.account_id, one.symbol, one.currency, one.price_address, reading.*,
           row_number() over (partition by one.account_id order by reading.next_read_at, one.id) as place
         from own_price_readings reading join own_instruments one on one.id = reading.instrument_id
         where reading.next_read_at <= $1 and one.price_address is not null
       ) due where place <= $3 order by next_read_at, id limit $2`,
      [now, limit, each],
    );
    return rows.map(({ id, accountId, symbol, currency, address, ...own }) => ({
      ...{ id, accountId, symbol, currency, address },
      reading: own,
    }));
  }
}
