import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { Clock } from '../../../time/clock.js';
import { dayOf } from '../../portfolios/day.js';
import type { ExposedRequest } from '../../portfolios/exposure/place.js';
import { ExposuresApi, type NearbyPlace, ValuationPricesApi } from '../../portfolios/portfolios.api.js';
import { pointAt } from '../../portfolios/valuation/daily-series.js';
import type { Client } from '../client.js';
import { ClientsService } from '../clients.records.js';
import { ClientPortfolios } from '../portfolios/client-portfolios.service.js';

/** Limit of the query, above the number of links that an account can have. */
const MAX_LINKS = 100_000;

/** A client with portfolios that depend on the places of a request. Values are in the currency of the client. */
export interface ExposedClient {
  client: Client;
  portfolioCount: number;
  /** Number of portfolios that depend on the places. */
  exposedPortfolioCount: number;
  value: number;
  exposedValue: number;
  /** `exposedValue` divided by `value`; null if `value` is not positive. */
  exposedFraction: number | null;
  /** Symbols, or currencies of cash, with value that depends on the places; the largest value first. */
  symbols: string[];
}

export interface ExposedClients {
  /** Places of the request, nearest first. */
  places: NearbyPlace[];
  /** Clients by the absolute value of their exposed fraction, the largest first. */
  clients: ExposedClient[];
  /** True when some portfolios, prices or rates are unknown and left out, so that fractions may be wrong. */
  isPartial: boolean;
}

/** Finds the clients whose portfolios depend on an event's place, or on a place. */
@Service()
export class ExposedClientsService {
  constructor(
    private readonly clients: ClientsService,
    private readonly linked: ClientPortfolios,
    private readonly prices: ValuationPricesApi,
    private readonly exposures: ExposuresApi,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the exposed clients.
   * @throws Problem `invalid_request` unless exactly one place is given and valid; `not_found` for an unknown event
   */
  async find(accountId: string, request: ExposedRequest): Promise<ExposedClients> {
    const places = await this.exposures.touched(request);
    const ids = new Set(places.map(({ place }) => place.id));
    if (ids.size === 0) return { places, clients: [], isPartial: false };
    return this.prices.inOneReading(async () => {
      const [clients, links, all] = [
        await this.clients.all(accountId),
        await this.linked.ofAccount(accountId, MAX_LINKS),
        await this.exposures.all(accountId),
      ];
      const byId = new Map(all.map((one) => [one.portfolio.id, one]));
      const linksOf = Map.groupBy(links, ({ clientId }) => clientId);
      const found: ExposedClient[] = [];
      const rates = new Map<string, number | undefined>();
      const slices = new YieldTimer();
      let isPartial = false;
      for (const client of clients) {
        const own = linksOf.get(client.id) ?? [];
        const sums = { value: 0, exposedValue: 0, exposedPortfolioCount: 0 };
        const bySymbol = new Map<string, number>();
        for (const { portfolioId } of own) {
          const holdings = byId.get(portfolioId);
          const pair = `${holdings?.valuation.currency}/${client.currency}`;
          if (holdings !== undefined && !rates.has(pair))
            rates.set(pair, await this.rate(holdings.valuation.currency, client.currency));
          const rate = rates.get(pair);
          if (holdings === undefined || rate === undefined) {
            isPartial = true;
            continue;
          }
          isPartial ||= holdings.warnings.some(({ code }) => code === 'price_missing' || code === 'rate_missing');
          const value = holdings.valuation.value.toNumber() * rate;
          sums.value += value;
          const contributions = this.exposures.exposureToAny(holdings, ids);
          if (contributions.length > 0) sums.exposedPortfolioCount += 1;
          for (const { symbol, currency, exposedFraction } of contributions) {
            sums.exposedValue += value * exposedFraction;
            const name = symbol ?? currency;
            bySymbol.set(name, (bySymbol.get(name) ?? 0) + value * exposedFraction);
          }
        }
        if (slices.isOver) await slices.next();
        if (sums.exposedPortfolioCount === 0) continue;
        const symbols = [...bySymbol].sort(([, a], [, b]) => Math.abs(b) - Math.abs(a)).map(([symbol]) => symbol);
        found.push({
          client,
          portfolioCount: own.length,
          ...sums,
          exposedFraction: sums.value > 0 ? sums.exposedValue / sums.value : null,
          symbols,
        });
      }
      const size = ({ exposedFraction }: ExposedClient) => Math.abs(exposedFraction ?? 0);
      found.sort((a, b) => size(b) - size(a) || (a.client.id < b.client.id ? -1 : 1));
      return { places, clients: found, isPartial };
    });
  }

  /** Returns today's exchange rate; undefined when no provider has it. */
  private async rate(from: string, to: string): Promise<number | undefined> {
    const day = dayOf(new Date(this.clock.now()));
    const series = await this.prices.rates(from, to, day, day);
    return series && pointAt(series, day)?.value;
  }
}
