import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { assertVersion, expectedVersions, staleVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/sort-order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { isMoney } from '../../markets/fx/currency.js';
import type { Instrument } from '../../markets/instrument.js';
import { isFlowSymbol } from '../../markets/market-symbol.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { PortfoliosConfig } from '../portfolios.config.js';
import { PortfoliosService } from '../portfolios.records.js';
import { firstDayProblems } from './first-days.js';
import type { Transaction, TransactionContent } from './transaction.js';
import { type TransactionCursor, type TransactionFilter, TransactionRepository } from './transaction.repository.js';
import { transactionProblems } from './transaction-rules.js';
import { inWholeUnits } from './whole-units.js';

/** Changes of a transaction. Omitted members are unchanged. */
export type TransactionChanges = Partial<TransactionContent>;

/**
 * Manages the transactions of a portfolio. All figures are computed from them, so a change of a past transaction
 * changes later figures.
 */
@Service()
export class TransactionsService {
  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly repository: TransactionRepository,
    private readonly markets: MarketsApi,
    private readonly database: Database,
    private readonly config: PortfoliosConfig,
    private readonly clock: Clock,
  ) {}

  /** Lists transactions by the time of the trade. @throws Problem `not_found` */
  async list(
    accountId: string,
    portfolioId: string,
    filter: TransactionFilter,
    limit: number,
    order: Order,
    after?: TransactionCursor,
  ): Promise<Transaction[]> {
    await this.portfolios.get(accountId, portfolioId);
    return this.repository.list(portfolioId, filter, limit, order, after);
  }

  /** Returns a transaction. @throws Problem `not_found` */
  async get(accountId: string, portfolioId: string, id: string): Promise<Transaction> {
    await this.portfolios.get(accountId, portfolioId);
    return found(await this.repository.find(portfolioId, id));
  }

  /**
   * Adds a transaction.
   * @throws Problem `not_found`, `invalid_request`, `conflict` for an external id that the portfolio has,
   * `quota_reached`
   */
  async add(accountId: string, portfolioId: string, given: TransactionContent): Promise<Transaction> {
    const [added] = await this.addAll(accountId, portfolioId, [given]);
    if (added === undefined) throw duplicate();
    return added;
  }

  /**
   * Adds transactions, all or none; those with an external id that the portfolio has are left out.
   * @returns the added transactions
   * @throws Problem `not_found`, `invalid_request`, `quota_reached`
   */
  async addAll(accountId: string, portfolioId: string, given: readonly TransactionContent[]): Promise<Transaction[]> {
    await this.portfolios.get(accountId, portfolioId);
    const now = new Date(this.clock.now());
    const transactions: Transaction[] = [];
    for (const one of given) {
      const content = inWholeUnits(one);
      await this.check(portfolioId, content);
      transactions.push({ id: uuidV7(), portfolioId, ...content, version: 1, createdAt: now, updatedAt: now });
    }
    if (transactions.length === 0) return [];
    return this.database.transaction(async () => {
      await this.portfolios.hold(accountId, portfolioId);
      const limit = this.config.transactions;
      if ((await this.repository.count(portfolioId)) + transactions.length > limit)
        throw new Problem('quota_reached', { detail: `A portfolio has at most ${limit} transactions here.` });
      return this.repository.insert(transactions);
    });
  }

  /**
   * Changes a transaction.
   * @param ifMatch the caller's `If-Match`; undefined: any version
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request`
   */
  async change(
    accountId: string,
    portfolioId: string,
    id: string,
    changes: TransactionChanges,
    ifMatch?: string,
  ): Promise<Transaction> {
    const versions = expectedVersions(ifMatch, id);
    await this.portfolios.get(accountId, portfolioId);
    const before = found(await this.repository.find(portfolioId, id));
    const given = Object.fromEntries(
      Object.entries(changes).filter(([, value]) => value !== undefined),
    ) as TransactionChanges;
    await this.check(portfolioId, inWholeUnits({ ...before, ...given }));
    return this.database.transaction(async () => {
      const current = found(await this.repository.hold(portfolioId, id));
      if (versions !== undefined && !versions.includes(current.version)) throw staleVersion();
      // The checks used the version that was read before the lock, so a newer version is rejected.
      if (current.version !== before.version) throw staleVersion();
      const next = {
        ...inWholeUnits({ ...current, ...given }),
        version: current.version + 1,
        updatedAt: new Date(this.clock.now()),
      };
      await this.repository.replace(next);
      return next;
    });
  }

  /** Deletes a transaction. @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, portfolioId: string, id: string, ifMatch?: string): Promise<void> {
    await this.portfolios.get(accountId, portfolioId);
    await this.database.transaction(async () => {
      const current = found(await this.repository.hold(portfolioId, id));
      assertVersion(ifMatch, current);
      await this.repository.remove(portfolioId, id);
    });
  }

  private async check(portfolioId: string, content: TransactionContent): Promise<void> {
    const problems = transactionProblems(content, this.clock.now());
    if (problems.length === 0) problems.push(...(await this.marketProblems(portfolioId, content)));
    if (problems.length > 0)
      throw new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors: problems });
  }

  /**
   * Returns the problems that need market data: unknown symbols and currencies, a currency other than the instrument's,
   * and times before its first day.
   */
  private async marketProblems(portfolioId: string, content: TransactionContent): Promise<FieldProblem[]> {
    const { type, symbol, newSymbol, currency } = content;
    const problems: FieldProblem[] = [];
    const [own, created] = [await this.lookUp(symbol), await this.lookUp(newSymbol)];
    const isPriced = ['buy', 'sell', 'transfer', 'spin_off', 'symbol_change'].includes(type);
    for (const [pointer, text, instrument] of [
      ['/symbol', symbol, own] as const,
      ['/newSymbol', newSymbol, created] as const,
    ]) {
      if (instrument === null) problems.push({ pointer, detail: 'is unknown; `GET /markets/search` finds symbols' });
      else if (text !== null && isFlowSymbol(text))
        problems.push({ pointer, detail: 'is a count, which cannot be held' });
      else if (isPriced && instrument !== undefined && instrument.currency !== currency)
        problems.push({
          pointer: '/currency',
          detail: `must be ${instrument.currency}, the currency of ${text}; give the booked rate to the base currency as \`rate\``,
        });
    }
    const isOfInstrument = own?.currency === currency || created?.currency === currency;
    if (!isOfInstrument && !isMoney(currency) && !this.markets.cryptoAssets().has(currency))
      problems.push({ pointer: '/currency', detail: 'must be a currency code of ISO 4217 such as USD' });
    const firstDays = { symbol: own?.firstDay ?? null, newSymbol: created?.firstDay ?? null };
    if (firstDayProblems(content, firstDays, undefined).length === 0) return problems;
    const renamings = await this.repository.renamings(portfolioId);
    return [...problems, ...firstDayProblems(content, firstDays, renamings.get(symbol ?? ''))];
  }

  /**
   * Looks up an instrument.
   * @returns null for an unknown symbol; undefined without a symbol, or if the market does not respond now: the
   * transaction is then not rejected
   */
  private async lookUp(symbol: string | null): Promise<Instrument | null | undefined> {
    if (symbol === null) return undefined;
    try {
      return (await this.markets.instrument(symbol)).instrument;
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      return error.code === 'not_found' ? null : undefined;
    }
  }
}

const duplicate = () => new Problem('conflict', { detail: 'The portfolio has a transaction with this `externalId`.' });

function found(transaction: Transaction | undefined): Transaction {
  if (transaction === undefined)
    throw new Problem('not_found', { detail: 'The portfolio has no transaction with this id.' });
  return transaction;
}
