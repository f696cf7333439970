import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { Clock } from '../../../time/clock.js';
import type { AssetClass } from '../asset-class.js';
import { InstrumentTable } from '../directory/instrument-table.js';
import type { FundHoldingKind, FundPortfolio } from '../fund-portfolio.js';
import { MarketsConfig } from '../markets.config.js';
import { type FundWeights, FundWeightsRepository, type WrittenHolding } from './fund-weights.repository.js';

/** Sum of weights above which holdings are rejected; rounded percentages may sum to a little more than 1. */
const MAX_SUM = 1.005;

const kindOfClass: Readonly<Record<AssetClass, FundHoldingKind>> = {
  equity: 'equity',
  etf: 'fund',
  commodity: 'commodity',
  fx: 'cash',
  crypto: 'other',
  index: 'other',
};

/** Stores the holdings of funds that accounts state themselves. They replace the reported ones for the account. */
@Service()
export class FundWeightsService {
  constructor(
    private readonly repository: FundWeightsRepository,
    private readonly instruments: InstrumentTable,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    private readonly clock: Clock,
    config: MarketsConfig,
  ) {
    quota.declare('fund_weights', {
      configured: () => config.fundWeights,
      count: (accountId) => repository.count(accountId),
    });
  }

  /** Returns the holdings that an account states for a fund; undefined if it states none. */
  async find(accountId: string, symbol: string): Promise<FundPortfolio | undefined> {
    const stated = await this.repository.find(accountId, symbol.toUpperCase());
    return stated && this.portfolioOf(stated);
  }

  /** Returns all that an account states, by the symbol of the fund. */
  async all(accountId: string): Promise<Map<string, FundPortfolio>> {
    const stated = await this.repository.list(accountId, await this.quota.limitOf(accountId, 'fund_weights'));
    return new Map(stated.map((one) => [one.symbol, this.portfolioOf(one)]));
  }

  /**
   * Stores the holdings of a fund, and replaces earlier ones.
   * @throws Problem `unprocessable` for a sum of weights above 1, a day in the future, or a fund that holds itself;
   * `quota_reached`
   */
  async put(accountId: string, fund: string, asOf: string, holdings: WrittenHolding[]): Promise<FundPortfolio> {
    const now = this.clock.now();
    const symbol = fund.toUpperCase();
    this.check(symbol, asOf, holdings, new Date(now).toISOString().slice(0, 10));
    const weights: FundWeights = { accountId, symbol, asOf, holdings, updatedAt: new Date(now) };
    await this.database.transaction(async () => {
      if ((await this.repository.find(accountId, symbol)) === undefined)
        await this.quota.check(
          accountId,
          'fund_weights',
          (limit) => `An account states the holdings of at most ${limit} funds here; delete those of one first.`,
        );
      await this.repository.put(weights);
    });
    return this.portfolioOf(weights);
  }

  /** Deletes the holdings that an account states for a fund. @throws Problem `not_found` */
  async remove(accountId: string, fund: string): Promise<void> {
    if (await this.repository.remove(accountId, fund.toUpperCase())) return;
    throw new Problem('not_found', { detail: 'You have stated no holdings of this fund.' });
  }

  private check(symbol: string, asOf: string, holdings: readonly WrittenHolding[], today: string): void {
    const errors: FieldProblem[] = [];
    if (asOf > today) errors.push({ pointer: '/asOf', detail: 'must not be in the future' });
    for (const [at, holding] of holdings.entries()) {
      if (holding.symbol === symbol)
        errors.push({ pointer: `/holdings/${at}/symbol`, detail: 'is the fund itself, which cannot hold itself' });
      if (holding.symbol === null && holding.name === null)
        errors.push({ pointer: `/holdings/${at}/name`, detail: 'is required without a symbol' });
    }
    const sum = holdings.reduce((total, { weight }) => total + weight, 0);
    if (sum > MAX_SUM)
      errors.push({ pointer: '/holdings', detail: `sum to ${sum.toFixed(4)}; weights are fractions that sum to 1` });
    if (errors.length > 0)
      throw new Problem('unprocessable', { detail: 'The holdings cannot be stored; see errors.', errors });
  }

  /** Adds what the directory knows about the instruments. */
  private portfolioOf({ asOf, updatedAt, holdings }: FundWeights): FundPortfolio {
    const found = holdings.map(({ symbol, name, kind, country, currency, weight }) => {
      const known = symbol === null ? undefined : this.instruments.find(symbol);
      return {
        symbol,
        name: name ?? known?.name ?? symbol ?? '',
        isin: known?.isin ?? null,
        cusip: null,
        lei: null,
        sector: known?.sector ?? null,
        kind: kind ?? (known === undefined ? 'other' : kindOfClass[known.assetClass]),
        country: country ?? known?.country ?? null,
        currency: currency ?? known?.currency ?? null,
        weight,
      };
    });
    found.sort((one, other) => other.weight - one.weight);
    return { name: null, asOf, publishedAt: updatedAt, url: null, holdings: found, warnings: [] };
  }
}
