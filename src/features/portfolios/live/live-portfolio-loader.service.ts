import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { dayOf, endOf, textOf } from '../day.js';
import { Ledgers } from '../ledger/ledgers.service.js';
import { DailyHistories, type DailyHistory, MAX_DAYS } from '../performance/daily-history.service.js';
import type { Portfolio } from '../portfolio.js';
import { indexedDays } from '../returns/return-index.js';
import { ValuationService } from '../valuation/valuation.service.js';
import { type LiveHistory, LivePortfolio } from './live-portfolio.js';

/** Loads portfolios in their present state: units and cash, with the last known prices and rates. */
@Service()
export class LivePortfolioLoader {
  constructor(
    private readonly ledgers: Ledgers,
    private readonly valuations: ValuationService,
    private readonly histories: DailyHistories,
    private readonly clock: Clock,
  ) {}

  /** Loads a portfolio. @throws Problem `not_found`, `unavailable` */
  async load({ accountId, id, baseCurrency }: Portfolio): Promise<LivePortfolio> {
    const today = dayOf(new Date(this.clock.now()));
    const loaded = await this.ledgers.load(accountId, id, endOf(today));
    const { holdings, cash } = await this.valuations.of(loaded, today, baseCurrency);
    // Transactions may be older than the longest period; the drawdown then counts from the start of that period.
    const history = await this.histories.read(accountId, id, { from: textOf(today - MAX_DAYS + 1) });
    const rates = new Map(
      [...holdings, ...cash].flatMap(({ currency, rate }) =>
        rate === null ? [] : [[currency, rate.toNumber()] as const],
      ),
    );
    return new LivePortfolio({
      baseCurrency,
      holdings: holdings.map(({ symbol, quantity, currency, price }) => ({
        symbol,
        quantity: quantity.toNumber(),
        currency,
        price: price?.toNumber() ?? null,
      })),
      cash: new Map(cash.map(({ currency, amount }) => [currency, amount.toNumber()])),
      rates,
      history: history && historyOf(history, today),
    });
  }
}

/**
 * Returns the state at the end of yesterday and the external flows of today; null if the history does not end today.
 */
function historyOf({ days }: DailyHistory, today: number): LiveHistory | null {
  const indexed = indexedDays(days);
  const last = days.at(-1);
  const previous = indexed.at(-2);
  if (last?.day !== today || previous === undefined) return null;
  const peak = indexed.slice(0, -1).reduce((highest, { index }) => Math.max(highest, index), 1);
  return { previousValue: previous.value, paidIn: last.paidIn, takenOut: last.takenOut, index: previous.index, peak };
}
