import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { PortfoliosApi } from '../../portfolios/portfolios.api.js';
import type { PortfolioValue } from '../../portfolios/valuation/portfolio-value.js';
import { type ClientFigures, combined, type HeldForClient, withCheck } from './client-figures.js';
import { HeldInstruments } from './held-instruments.service.js';

/** Values the holdings of clients, and compares them with their mandates. */
@Service()
export class ClientFiguresService {
  constructor(
    private readonly portfolios: PortfoliosApi,
    private readonly instruments: HeldInstruments,
  ) {}

  /** Returns the figures of each client, in the order of `held`. @throws the reason of the signal */
  async read(
    accountId: string,
    held: readonly HeldForClient[],
    currency: string,
    signal?: AbortSignal,
  ): Promise<ClientFigures[]> {
    const models = held.flatMap(({ mandate }) => mandate?.modelPortfolioId ?? []);
    const ids = [...new Set([...held.flatMap(({ portfolioIds }) => portfolioIds), ...models])];
    const values = await this.portfolios.currentValues(accountId, ids, currency, signal);
    return this.checked(held, values, currency, signal);
  }

  /**
   * Computes the figures of one client from values that were read before.
   * @param values by the id of the portfolio, in `currency`
   */
  async of(
    held: HeldForClient,
    values: ReadonlyMap<string, PortfolioValue>,
    currency: string,
    signal?: AbortSignal,
  ): Promise<ClientFigures> {
    const [figures] = await this.checked([held], values, currency, signal);
    return figures as ClientFigures;
  }

  private async checked(
    held: readonly HeldForClient[],
    values: ReadonlyMap<string, PortfolioValue>,
    currency: string,
    signal?: AbortSignal,
  ) {
    const slices = new YieldTimer();
    const inSlices = async <Result>(work: (at: number) => Result): Promise<Result[]> => {
      const results: Result[] = [];
      for (const at of held.keys()) {
        results.push(work(at));
        if (slices.isOver) await slices.next(signal);
      }
      return results;
    };
    const figures = await inSlices((at) => combined(held[at]?.portfolioIds ?? [], values, currency));
    const restricted = held.map(
      ({ mandate }) =>
        mandate !== undefined && mandate.excludedCountries.length + mandate.excludedAssetClasses.length > 0,
    );
    const symbols = figures.flatMap(({ holdings }, at) => (restricted[at] ? holdings.map(({ symbol }) => symbol) : []));
    const facts = await this.instruments.read(new Set(symbols), signal);
    return inSlices((at) => withCheck(figures[at] as ClientFigures, held[at]?.mandate, values, facts));
  }
}
