import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import type { LotMethod } from '../lots/lot-book.js';
import type { Portfolio } from '../portfolio.js';
import { PortfoliosService } from '../portfolios.records.js';
import type { Transaction } from '../transactions/transaction.js';
import { TransactionRepository } from '../transactions/transaction.repository.js';
import { Ledger } from './ledger.js';

/** A portfolio with its transactions until a time. */
export interface LoadedLedger {
  portfolio: Portfolio;
  transactions: Transaction[];
  ledger: Ledger;
}

/** Loads the ledgers of an account's portfolios. */
@Service()
export class Ledgers {
  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly transactions: TransactionRepository,
  ) {}

  /** Returns a portfolio, and a text that changes when one of its transactions changes. @throws Problem `not_found` */
  async versionOf(accountId: string, portfolioId: string): Promise<{ portfolio: Portfolio; fingerprint: string }> {
    const portfolio = await this.portfolios.get(accountId, portfolioId);
    return { portfolio, fingerprint: await this.transactions.fingerprint(portfolioId) };
  }

  /**
   * Loads a portfolio and applies its transactions until a time (inclusive).
   * @param method replaces the lot method of the portfolio
   * @throws Problem `not_found`
   */
  async load(accountId: string, portfolioId: string, until: Date, method?: LotMethod): Promise<LoadedLedger> {
    const portfolio = await this.portfolios.get(accountId, portfolioId);
    const transactions = await this.transactions.until(portfolioId, until);
    const ledger = new Ledger({ lotMethod: method ?? portfolio.lotMethod, tracksCash: portfolio.tracksCash });
    const slices = new YieldTimer();
    for (const transaction of transactions) {
      ledger.apply(transaction);
      if (slices.isOver) await slices.next();
    }
    return { portfolio, transactions, ledger };
  }
}
