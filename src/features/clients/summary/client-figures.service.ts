import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { PortfoliosApi } from '../../portfolios/portfolios.api.js';
import type { PortfolioValue } from '../../portfolios/valuation/portfolio-value.js';
import type { InstrumentFacts } from '../mandate/mandate-check.js';
import { type ClientFigures, combined, type HeldForClient, withCheck } from './client-figures.js';

/** Maximum number of concurrent lookups: an instrument that is not in memory is fetched from upstream. */
const MAX_LOOKUPS = 8;

/** Values the holdings of clients, and compares them with their mandates. */
@Service()
export class ClientFiguresService {
  constructor(
    private readonly portfolios: PortfoliosApi,
    private readonly markets: MarketsApi,
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
    const facts = await this.factsOf(new Set(symbols), signal);
    return inSlices((at) => withCheck(figures[at] as ClientFigures, held[at]?.mandate, values, facts));
  }

  private async factsOf(symbols: ReadonlySet<string>, signal?: AbortSignal): Promise<Map<string, InstrumentFacts>> {
    const facts = new Map<string, InstrumentFacts>();
    const rest = symbols.values();
    const run = async () => {
      for (const symbol of rest) {
        signal?.throwIfAborted();
        try {
          const { country, assetClass } = (await this.markets.instrument(symbol)).instrument;
          facts.set(symbol, { country, assetClass });
        } catch (error) {
          // The facts of this symbol stay unknown; the check reports it in `unknownFacts`.
          if (!(error instanceof Problem)) throw error;
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(MAX_LOOKUPS, symbols.size) }, run));
    return facts;
  }
}
