import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { Instrument } from '../../markets/instrument.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { type ValuationRequest, ValuationService } from '../valuation/valuation.service.js';
import type { Position, Positions } from './position.js';

/** Maximum number of holdings in a scenario, so that the work for a request is limited. */
export const MAX_POSITIONS = 200;

/** Reads today's holdings and cash with the facts of their instruments. */
@Service()
export class PositionsReader {
  constructor(
    private readonly valuations: ValuationService,
    private readonly markets: MarketsApi,
  ) {}

  /**
   * Returns the present holdings and cash.
   * @throws Problem `not_found`, `unprocessable` for too many holdings, `unavailable`
   */
  async read(
    accountId: string,
    portfolioId: string,
    request: ValuationRequest,
    signal?: AbortSignal,
  ): Promise<Positions> {
    const { day, currency, holdings, cash, warnings } = await this.valuations.read(
      accountId,
      portfolioId,
      request,
      signal,
    );
    const valued = holdings.filter(({ value }) => value !== null);
    if (valued.length > MAX_POSITIONS)
      throw new Problem('unprocessable', { detail: `A scenario has at most ${MAX_POSITIONS} holdings.` });
    const positions: Position[] = [];
    for (const { symbol, currency: own, value } of valued) {
      const { assetClass = null, sector = null, country = null } = (await this.instrument(symbol)) ?? {};
      positions.push({ symbol, currency: own, value: value?.toNumber() ?? 0, assetClass, sector, country });
    }
    const balances = cash.flatMap(({ currency: own, value }) =>
      value === null ? [] : [{ currency: own, value: value.toNumber() }],
    );
    const value = [...positions, ...balances].reduce((sum, one) => sum + one.value, 0);
    const providers = [...new Set(holdings.flatMap(({ provider }) => (provider === null ? [] : [provider])))].sort();
    return { day, currency, holdings: positions, cash: balances, value, providers, warnings };
  }

  /**
   * Returns an instrument; undefined when no provider knows it now: shocks by its facts then do not apply to the
   * holding.
   */
  private async instrument(symbol: string): Promise<Instrument | undefined> {
    try {
      return (await this.markets.instrument(symbol)).instrument;
    } catch (error) {
      if (error instanceof Problem && ['not_found', 'unavailable'].includes(error.code)) return undefined;
      throw error;
    }
  }
}
