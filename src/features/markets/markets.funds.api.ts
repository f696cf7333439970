import { Service } from 'typedi';
import type { FundPortfolio, KnownFund } from './fund-portfolio.js';
import { FundWeightsService } from './funds/fund-weights.service.js';
import { FundsService } from './funds/funds.service.js';

/** Lets other features look through funds. */
@Service()
export class MarketsFundsApi {
  constructor(
    private readonly funds: FundsService,
    private readonly weights: FundWeightsService,
  ) {}

  /** Returns the holdings of funds that an account states, by symbol. */
  stated(accountId: string): Promise<ReadonlyMap<string, FundPortfolio>> {
    return this.weights.all(accountId);
  }

  /**
   * Returns the holdings of a fund on a day or before; undefined for an instrument that is no fund, for an unknown
   * fund, and if the source does not answer.
   * @param stated as returned by `stated()`
   */
  find(stated: ReadonlyMap<string, FundPortfolio>, symbol: string, asOf?: string): Promise<KnownFund | undefined> {
    return this.funds.find(stated, symbol, asOf);
  }
}
