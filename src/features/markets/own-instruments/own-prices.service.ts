import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/sort-order.js';
import { MAX_PRICES, type OriginatedPrice, type OwnPrice } from '../own/own-instrument.js';
import { priceProblem } from '../own/price-rules.js';
import { OwnInstruments } from './own-instruments.records.js';
import { OwnPriceRepository, type PriceRange } from './own-price.repository.js';
import { readPriceTable } from './price-table.js';

/** The result of storing prices. */
export interface PriceImport {
  /** Number of given prices. */
  storedCount: number;
  /** Number of prices that the instrument has now. */
  totalCount: number;
}

/** Manages the prices of own instruments: at most one a day, which is the price at its end. */
@Service()
export class OwnPrices {
  constructor(
    private readonly instruments: OwnInstruments,
    private readonly repository: OwnPriceRepository,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Lists prices by day, after the day `after`. @throws Problem `not_found` */
  async list(
    accountId: string,
    symbol: string,
    range: PriceRange,
    limit: number,
    order: Order,
    after?: string,
  ): Promise<OriginatedPrice[]> {
    const { id } = await this.instruments.of(accountId, symbol);
    return this.repository.list(id, range, limit, order, after);
  }

  /**
   * Stores prices, all or none; those of other days are unchanged.
   * @param replaces true: the prices of other days are deleted
   * @throws Problem `not_found`, `invalid_request`, `quota_reached`
   */
  async put(accountId: string, symbol: string, prices: readonly OwnPrice[], replaces: boolean): Promise<PriceImport> {
    const seen = new Set<string>();
    const errors = prices.flatMap((one, index): FieldProblem[] => {
      const problem = priceProblem(one, this.today(), seen);
      seen.add(one.day);
      return problem === undefined ? [] : [{ pointer: `/prices/${index}/${problem.field}`, detail: problem.detail }];
    });
    if (errors.length > 0)
      throw new Problem('invalid_request', { detail: 'Some prices are not valid, so none was stored.', errors });
    return this.store(accountId, symbol, prices, replaces);
  }

  /**
   * Stores the prices of a CSV table, all or none.
   * @throws Problem `not_found`, `unprocessable` whose pointers are `/row/column`, `quota_reached`
   */
  async import(accountId: string, symbol: string, table: Uint8Array, replaces: boolean): Promise<PriceImport> {
    await this.instruments.of(accountId, symbol);
    const { prices, problems: errors } = readPriceTable(table, this.today());
    if (errors.length > 0)
      throw new Problem('unprocessable', {
        detail: 'Some rows of the table cannot be read, so no price was stored; see errors.',
        errors,
      });
    return this.store(accountId, symbol, prices, replaces);
  }

  /** Stores the price of a day. @throws Problem `not_found`, `invalid_request`, `quota_reached` */
  async set(accountId: string, symbol: string, price: OwnPrice): Promise<OriginatedPrice> {
    const problem = priceProblem(price, this.today(), new Set());
    if (problem !== undefined) {
      const errors = [{ pointer: problem.field === 'day' ? 'path/day' : '/price', detail: problem.detail }];
      throw new Problem('invalid_request', { detail: 'The price is not valid; see errors.', errors });
    }
    await this.store(accountId, symbol, [price], false);
    const { id } = await this.instruments.of(accountId, symbol);
    const receivedAt = new Date(this.clock.now());
    return (await this.repository.find(id, price.day)) ?? { ...price, receivedAt, origin: 'account' };
  }

  /** Deletes the price of a day. @throws Problem `not_found` */
  async remove(accountId: string, symbol: string, day: string): Promise<void> {
    const { id } = await this.instruments.of(accountId, symbol);
    if (await this.repository.remove(id, day)) return;
    throw new Problem('not_found', { detail: 'The instrument has no price on this day.' });
  }

  private async store(
    accountId: string,
    symbol: string,
    prices: readonly OwnPrice[],
    replaces: boolean,
  ): Promise<PriceImport> {
    const { id } = await this.instruments.of(accountId, symbol);
    return this.database.transaction(async () => {
      await this.instruments.hold(accountId, id);
      if (replaces)
        await this.repository.keep(
          id,
          prices.map(({ day }) => day),
        );
      await this.repository.put(id, prices, new Date(this.clock.now()));
      const total = await this.repository.count(id);
      if (total > MAX_PRICES)
        throw new Problem('quota_reached', { detail: `An instrument has at most ${MAX_PRICES} prices.` });
      return { storedCount: prices.length, totalCount: total };
    });
  }

  /** Returns the present day in UTC, the last day of a price. */
  private today(): string {
    return new Date(this.clock.now()).toISOString().slice(0, 10);
  }
}
