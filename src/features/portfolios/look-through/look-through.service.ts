import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import type { KnownFund } from '../../markets/fund-portfolio.js';
import { MarketsFundsApi } from '../../markets/markets.funds.api.js';
import { type LookedThrough, lookThrough } from './look-through.js';

/** Maximum number of funds that are read at the same time. */
const MAX_READS = 8;

/** Looks through the funds of portfolios. */
@Service()
export class LookThroughService {
  constructor(private readonly funds: MarketsFundsApi) {}

  /**
   * Returns the holdings of funds, each by its symbol. Instruments that are no funds, and funds whose holdings are not
   * known, are left out.
   * @param asOf the day of the holdings: the last ones of this day or before
   */
  async throughEach(accountId: string, symbols: readonly string[], asOf: string): Promise<Map<string, LookedThrough>> {
    const find = await this.finder(accountId, asOf);
    await this.readAhead(symbols, find);
    const slices = new YieldTimer();
    const found = new Map<string, LookedThrough>();
    for (const symbol of symbols) {
      const looked = await lookThrough(new Map([[symbol, 1]]), find, slices);
      if (looked.funds.length > 0) found.set(symbol, looked);
    }
    return found;
  }

  private async readAhead(symbols: readonly string[], find: Find): Promise<void> {
    const rest = symbols.values();
    const work = async () => {
      for (const symbol of rest) await find(symbol);
    };
    await Promise.all(Array.from({ length: MAX_READS }, work));
  }

  /** Returns a function that reads each fund once. */
  private async finder(accountId: string, asOf: string): Promise<Find> {
    const stated = await this.funds.stated(accountId);
    const known = new Map<string, Promise<KnownFund | undefined>>();
    return (symbol) => {
      const reading = known.get(symbol) ?? this.funds.find(stated, symbol, asOf);
      known.set(symbol, reading);
      return reading;
    };
  }
}

type Find = (symbol: string) => Promise<KnownFund | undefined>;
