import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { dayOf } from '../day.js';
import type { Portfolio } from '../portfolio.js';
import { PortfoliosConfig } from '../portfolios.config.js';
import { PortfoliosService } from '../portfolios.records.js';
import type { TransactionContent } from '../transactions/transaction.js';
import { TransactionRepository } from '../transactions/transaction.repository.js';
import { pointAt } from '../valuation/daily-series.js';
import { PriceHistory } from '../valuation/price-history.service.js';
import { actionsIn } from './corporate-actions.js';
import { DemonstrationRepository } from './demonstration.repository.js';
import {
  type DemonstrationMarket,
  demonstrationId,
  demonstrationSymbols,
  demonstrationTransactions,
  modelTransactions,
} from './demonstration-ledger.js';
import { DEMONSTRATION_START, demonstrationNames, firstPurchases } from './demonstration-plan.js';

/** A demonstration portfolio and its model, with market prices and made-up transactions. */
export interface Demonstration {
  portfolio: Portfolio;
  model: Portfolio;
  transactions: number;
  /** True if this call created at least one of the two portfolios. */
  isCreated: boolean;
}

/** Creates the demonstration portfolios of an account. */
@Service()
export class DemonstrationService {
  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly repository: DemonstrationRepository,
    private readonly transactions: TransactionRepository,
    private readonly prices: PriceHistory,
    private readonly accounts: AccountsService,
    private readonly database: Database,
    private readonly config: PortfoliosConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the demonstration portfolios of an account; missing portfolios are created.
   * @throws Problem `quota_reached`, `unavailable` without prices
   */
  async open(accountId: string, signal?: AbortSignal): Promise<Demonstration> {
    const [own, model] = await this.existing(accountId);
    if (own && model)
      return { portfolio: own, model, transactions: await this.transactions.count(own.id), isCreated: false };
    const yesterday = dayOf(new Date(this.clock.now())) - 1;
    const markets = await this.markets(yesterday, signal);
    const rates = await this.rates(yesterday, signal);
    const contents = {
      own: demonstrationTransactions(markets, yesterday),
      model: modelTransactions(markets, yesterday, rates),
    };
    return this.database.transaction(async () => {
      // The lock makes concurrent calls of one account run in turn, so that the second finds the portfolios of the
      // first.
      await this.accounts.hold(accountId);
      const [ownNow, modelNow] = await this.existing(accountId);
      const portfolio = ownNow ?? (await this.create(accountId, 'own', contents.own));
      const target = modelNow ?? (await this.create(accountId, 'model', contents.model));
      return {
        portfolio,
        model: target,
        transactions: await this.transactions.count(portfolio.id),
        isCreated: !(ownNow && modelNow),
      };
    });
  }

  private existing(accountId: string): Promise<Array<Portfolio | undefined>> {
    return Promise.all(
      (['own', 'model'] as const).map((kind) => this.repository.find(accountId, demonstrationId(kind, 1))),
    );
  }

  private async create(
    accountId: string,
    kind: 'own' | 'model',
    contents: readonly TransactionContent[],
  ): Promise<Portfolio> {
    if (contents.length > this.config.transactions)
      throw new Problem('quota_reached', {
        detail: `A portfolio has at most ${this.config.transactions} transactions here; the demonstration needs more.`,
      });
    const settings = {
      name: demonstrationNames[kind],
      kind,
      baseCurrency: 'USD',
      benchmark: kind === 'own' ? 'SPY.US' : null,
      tracksCash: kind === 'own',
    };
    const portfolio = await this.portfolios.create(accountId, settings);
    const now = new Date(this.clock.now());
    await this.transactions.insert(
      contents.map((content) => ({
        id: uuidV7(),
        portfolioId: portfolio.id,
        ...content,
        version: 1,
        createdAt: now,
        updatedAt: now,
      })),
    );
    return portfolio;
  }

  /**
   * Returns the markets of all symbols. The series are read one after another, because each is parsed on the event
   * loop.
   */
  private async markets(lastDay: number, signal?: AbortSignal): Promise<Map<string, DemonstrationMarket>> {
    const firstDay = Date.parse(DEMONSTRATION_START) / DAY_MS;
    const markets = new Map<string, DemonstrationMarket>();
    for (const symbol of demonstrationSymbols) {
      const read = (adjustment: 'none' | 'splits' | 'all') =>
        this.prices.prices(symbol, firstDay, lastDay, signal, adjustment);
      const [asTraded, bySplits, byAll] = [await read('none'), await read('splits'), await read('all')];
      if (!asTraded || !bySplits || !byAll || pointAt(asTraded, firstDay) === undefined)
        throw new Problem('unavailable', {
          detail: `No prices of ${symbol} since ${DEMONSTRATION_START} are available now. Try again later.`,
        });
      markets.set(symbol, { prices: asTraded, actions: actionsIn({ asTraded, bySplits, byAll }) });
    }
    return markets;
  }

  /** Returns the US dollars for one unit of each currency. @throws Problem `unavailable` */
  private async rates(day: number, signal?: AbortSignal): Promise<Map<string, number>> {
    const rates = new Map<string, number>();
    for (const currency of new Set(firstPurchases.map(({ currency }) => currency))) {
      const series = await this.prices.rates(currency, 'USD', day, day, signal);
      const point = series && pointAt(series, day);
      if (point === undefined)
        throw new Problem('unavailable', {
          detail: `No exchange rate from ${currency} to USD is available now. Try again later.`,
        });
      rates.set(currency, point.value);
    }
    return rates;
  }
}
