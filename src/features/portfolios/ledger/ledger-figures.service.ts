import { Service } from 'typedi';
import { timeWindow } from '../../../http/time-window.js';
import { Clock } from '../../../time/clock.js';
import type { Lot, LotMethod } from '../lots/lot-book.js';
import type { Ledger } from './ledger.js';
import type { Income, RealizedGain } from './ledger-entries.js';
import { Ledgers } from './ledgers.service.js';

export interface OpenLot extends Lot {
  symbol: string;
  currency: string;
}

export interface PeriodRequest {
  /** Start of the period: RFC 3339 or a plain date. */
  from?: string;
  to?: string;
}

/** Computes the figures of a ledger that need no prices: lots, realized gains and income. */
@Service()
export class LedgerFigures {
  constructor(
    private readonly ledgers: Ledgers,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the open lots, by symbol, then by age.
   * @param method replaces the lot method of the portfolio
   * @throws Problem `not_found`
   */
  async lots(accountId: string, portfolioId: string, method?: LotMethod): Promise<OpenLot[]> {
    const { ledger } = await this.ledgers.load(accountId, portfolioId, this.now(), method);
    return [...ledger.books]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .flatMap(([symbol, { open }]) =>
        open.map((lot) => ({ ...lot, symbol, currency: ledger.currencyOf(symbol) ?? '' })),
      );
  }

  /** Returns realized gains and losses, by the time of the sale. @throws Problem `not_found`, `invalid_request` */
  async realized(
    accountId: string,
    portfolioId: string,
    period: PeriodRequest,
    method?: LotMethod,
  ): Promise<RealizedGain[]> {
    return this.within(accountId, portfolioId, period, ({ realized }) => realized, method);
  }

  /** Returns dividends, interest, fees and taxes, by time. @throws Problem `not_found`, `invalid_request` */
  async income(accountId: string, portfolioId: string, period: PeriodRequest): Promise<Income[]> {
    return this.within(accountId, portfolioId, period, ({ income }) => income);
  }

  private async within<Entry extends { at: Date }>(
    accountId: string,
    portfolioId: string,
    period: PeriodRequest,
    of: (ledger: Ledger) => Entry[],
    method?: LotMethod,
  ): Promise<Entry[]> {
    const { from, to } = timeWindow(period);
    const { ledger } = await this.ledgers.load(accountId, portfolioId, this.now(), method);
    return of(ledger).filter(({ at }) => (from === undefined || at >= from) && (to === undefined || at < to));
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}
