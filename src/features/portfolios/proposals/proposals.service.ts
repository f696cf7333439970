import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import type { ListedActions } from '../../markets/actions/listed-action.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { zero } from '../lots/decimal.js';
import { PortfoliosService } from '../portfolios.records.js';
import type { Transaction, TransactionContent } from '../transactions/transaction.js';
import { TransactionRepository } from '../transactions/transaction.repository.js';
import { TransactionsService } from '../transactions/transactions.service.js';
import { MAX_PROPOSALS, missingActions, type Proposal, type Proposals } from './missing-actions.js';

/** Symbols whose actions are read at a time. */
const CONCURRENT_SYMBOLS = 8;

/** Proposes the dividends and splits that a portfolio should have booked. Nothing is booked without a request. */
@Service()
export class ProposalsService {
  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly repository: TransactionRepository,
    private readonly transactions: TransactionsService,
    private readonly markets: MarketsApi,
    private readonly clock: Clock,
  ) {}

  /** Returns the proposals of a portfolio. @throws Problem `not_found` */
  async list(accountId: string, portfolioId: string): Promise<Proposals> {
    await this.portfolios.get(accountId, portfolioId);
    const now = new Date(this.clock.now());
    const transactions = await this.repository.until(portfolioId, now);
    const { known, missing } = await this.actionsOf(firstDays(transactions));
    const dayOf = (symbol: string, at: Date) => this.dayOf(symbol, at);
    const proposals = await missingActions(transactions, known, dayOf, now.toISOString().slice(0, 10));
    return { proposals: proposals.slice(0, MAX_PROPOSALS), missing };
  }

  /**
   * Books proposals, all or none.
   * @param ids undefined: all that `list` returns
   * @returns the transactions; none for proposals that another request has just booked
   * @throws Problem `not_found`, `quota_reached`, `unprocessable` for ids that are no proposals now
   */
  async accept(accountId: string, portfolioId: string, ids?: readonly string[]): Promise<Transaction[]> {
    const { proposals } = await this.list(accountId, portfolioId);
    const byId = new Map(proposals.map((proposal) => [proposal.id, proposal]));
    const errors = (ids ?? []).flatMap((id, index): FieldProblem[] =>
      byId.has(id) ? [] : [{ pointer: `/ids/${index}`, detail: 'is not a proposal of this portfolio now' }],
    );
    if (errors.length > 0)
      throw new Problem('unprocessable', { detail: 'Some ids are not proposals now; list them again.', errors });
    const chosen = ids === undefined ? proposals : [...new Set(ids)].map((id) => byId.get(id) as Proposal);
    return this.transactions.addAll(accountId, portfolioId, chosen.map(transactionOf));
  }

  private async actionsOf(firstDays: ReadonlyMap<string, Date>) {
    const known: ListedActions[] = [];
    const missing: Proposals['missing'] = [];
    const waiting = [...firstDays];
    const next = async (): Promise<void> => {
      for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) {
        const [symbol, first] = one;
        try {
          known.push(await this.markets.actions(symbol, { firstDay: this.dayOf(symbol, first) }));
        } catch (error) {
          if (!(error instanceof Problem)) throw error;
          if (error.code !== 'unprocessable') missing.push({ symbol, detail: error.detail ?? error.title });
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENT_SYMBOLS }, next));
    missing.sort((a, b) => (a.symbol < b.symbol ? -1 : 1));
    return { known, missing };
  }

  /**
   * Returns the market's day; the day in UTC without a symbol. A transaction at midnight (UTC) was entered as a date,
   * which is that day everywhere.
   */
  private dayOf(symbol: string, at: Date): string {
    const isDate = symbol === '' || at.getTime() % DAY_MS === 0;
    return isDate ? at.toISOString().slice(0, 10) : this.markets.dayOf(symbol, at);
  }
}

/** Returns the time of the first transaction of each symbol, of all symbols that units were booked for. */
function firstDays(transactions: readonly Transaction[]): Map<string, Date> {
  const first = new Map<string, Date>();
  for (const { symbol, newSymbol, tradedAt } of transactions)
    for (const one of [symbol, newSymbol]) if (one !== null && !first.has(one)) first.set(one, tradedAt);
  return first;
}

function transactionOf({
  id,
  type,
  symbol,
  bookedOn,
  quantity,
  price,
  amount,
  currency,
}: Proposal): TransactionContent {
  return {
    type,
    tradedAt: new Date(bookedOn),
    symbol,
    quantity,
    price,
    amount,
    currency,
    fee: zero,
    tax: zero,
    rate: null,
    newSymbol: null,
    costFraction: null,
    lotIds: null,
    note: null,
    externalId: `proposal:${id}`,
  };
}
