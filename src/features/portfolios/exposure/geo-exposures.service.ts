import { LRUCache } from 'lru-cache';
import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { MINUTE_MS } from '../../../durations.js';
import { Problem } from '../../../http/problem.js';
import { MarketsApi } from '../../markets/markets.api.js';
import type { Portfolio } from '../portfolio.js';
import { PortfoliosService } from '../portfolios.service.js';
import { TransactionRepository } from '../transactions/transaction.repository.js';
import type { Valuation } from '../valuation/valuation.js';
import { type ValuationRequest, ValuationService } from '../valuation/valuation.service.js';
import type { ExposureMapping } from './exposure-mapping.js';
import { ExposureMappings } from './exposure-mappings.service.js';
import { ExposurePlaces } from './exposure-places.service.js';
import type { HoldingFacts } from './exposure-rules.js';
import { type ExposedHolding, exposuresOf, type GeoExposure } from './geo-exposure.js';

/** A value is used again for this long (ms) while no transaction changed. */
const FRESH_MS = MINUTE_MS;
const MAX_CACHED = 500;
/** Portfolios that are valued at a time, because each reads prices on the event loop. */
const AT_ONCE = 4;

/** To which places portfolios are exposed. */
@Service()
export class GeoExposures {
  private readonly valued = new LRUCache<string, { valuation: Promise<Valuation>; until: number }>({ max: MAX_CACHED });

  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly valuations: ValuationService,
    private readonly transactions: TransactionRepository,
    private readonly mappings: ExposureMappings,
    private readonly places: ExposurePlaces,
    private readonly markets: MarketsApi,
    private readonly clock: Clock,
  ) {}

  /** @throws Problem `not_found`, `unavailable` */
  async read(accountId: string, portfolioId: string, request: ValuationRequest = {}): Promise<GeoExposure> {
    const portfolio = await this.portfolios.get(accountId, portfolioId);
    return this.of(portfolio, await this.mappings.corrections(accountId), request);
  }

  /** In the order of the portfolios; those that cannot be valued now are left out. @param corrections of their account */
  async all(portfolios: readonly Portfolio[], corrections: ReadonlyMap<string, ExposureMapping>): Promise<GeoExposure[]> {
    const found: Array<GeoExposure | undefined> = [];
    for (let at = 0; at < portfolios.length; at += AT_ONCE)
      found.push(...(await Promise.all(portfolios.slice(at, at + AT_ONCE).map((portfolio) => this.of(portfolio, corrections).catch(unlessUnavailable)))));
    return found.filter((exposure) => exposure !== undefined);
  }

  /** @param corrections of the account @throws Problem `unavailable` */
  async of(portfolio: Portfolio, corrections: ReadonlyMap<string, ExposureMapping>, request: ValuationRequest = {}): Promise<GeoExposure> {
    const valuation = await this.value(portfolio, request);
    const unmapped: GeoExposure['unmapped'] = [];
    const holdings: ExposedHolding[] = [];
    const add = (facts: HoldingFacts, weight: number | null) => {
      const shares = this.mappings.sharesOf(facts, corrections);
      if (weight !== null && shares.length > 0) holdings.push({ ...facts, weight, shares });
      else unmapped.push({ symbol: facts.symbol, currency: facts.currency, weight });
    };
    const facts = await Promise.all(valuation.holdings.map(({ symbol, currency }) => this.factsOf(symbol, currency)));
    for (const [index, { weight }] of valuation.holdings.entries()) add(facts[index] as HoldingFacts, weight);
    for (const { currency, value } of valuation.cash) {
      const weight = value === null || valuation.value.isZero() ? null : value.div(valuation.value).toNumber();
      add({ symbol: null, currency, assetClass: null, sector: null, country: null }, weight);
    }
    const providers = [...new Set(valuation.holdings.flatMap(({ provider }) => provider ?? []))].sort();
    const places = exposuresOf(holdings, (id) => this.places.find(id));
    return { portfolio, valuation, places, holdings, unmapped, conditions: valuation.conditions, providers };
  }

  /** The positions of the places that holdings depend on, each once. */
  async placesOf({ accountId, baseCurrency }: Portfolio, symbols: readonly string[]): Promise<Array<{ lat: number; lon: number }>> {
    const corrections = await this.mappings.corrections(accountId);
    const facts = await Promise.all(symbols.map((symbol) => this.factsOf(symbol, baseCurrency)));
    const ids = new Set(facts.flatMap((one) => this.mappings.sharesOf(one, corrections)).map(({ place }) => place));
    return [...ids].flatMap((id) => {
      const place = this.places.find(id);
      return place === undefined ? [] : [{ lat: place.lat, lon: place.lon }];
    });
  }

  private async value(portfolio: Portfolio, request: ValuationRequest): Promise<Valuation> {
    const { id, accountId, version } = portfolio;
    const now = this.clock.now();
    const key = [id, version, request.asOf, request.currency, await this.transactions.fingerprint(id)].join('|');
    const known = this.valued.get(key);
    if (known !== undefined && known.until > now) return known.valuation;
    const valuation = this.valuations.read(accountId, id, request);
    this.valued.set(key, { valuation, until: now + FRESH_MS });
    // A failure is not remembered.
    valuation.catch(() => this.valued.delete(key));
    return valuation;
  }

  /** An unknown instrument has neither sector nor country. */
  private async factsOf(symbol: string, currency: string): Promise<HoldingFacts> {
    try {
      const { assetClass, sector, country } = (await this.markets.instrument(symbol)).instrument;
      return { symbol, currency, assetClass, sector, country };
    } catch (error) {
      if (error instanceof Problem && (error.code === 'not_found' || error.code === 'unavailable'))
        return { symbol, currency, assetClass: null, sector: null, country: null };
      throw error;
    }
  }
}

const unlessUnavailable = (error: unknown): undefined => {
  if (error instanceof Problem && error.code === 'unavailable') return undefined;
  throw error;
};
