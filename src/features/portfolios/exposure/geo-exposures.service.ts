import { createHash } from 'node:crypto';
import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { dayOf } from '../day.js';
import type { Decimal } from '../lots/decimal.js';
import type { Portfolio } from '../portfolio.js';
import { PortfoliosService } from '../portfolios.records.js';
import { TransactionRepository } from '../transactions/transaction.repository.js';
import { CurrentValues } from '../valuation/current-values.service.js';
import type { PortfolioValue } from '../valuation/portfolio-value.js';
import type { Valuation } from '../valuation/valuation.js';
import { type ValuationRequest, ValuationService } from '../valuation/valuation.service.js';
import type { ExposureMapping } from './exposure-mapping.js';
import { ExposureMappings } from './exposure-mappings.service.js';
import { ExposurePlaces } from './exposure-places.service.js';
import type { HoldingFacts } from './exposure-rules.js';
import { type ExposedHolding, type ExposedHoldings, exposuresOf, type GeoExposure } from './geo-exposure.js';

/** Time (ms) for which a valuation is reused while no transaction changes. */
const FRESH_MS = MINUTE_MS;
const MAX_CACHED = 500;

/** Maximum number of portfolios whose exposure is read for one response, oldest first. */
export const MAX_EXPOSED = 10_000;
/** Maximum number of concurrent lookups: an instrument that is not in memory is fetched from upstream. */
const MAX_LOOKUPS = 8;

/** Facts of holdings by symbol, and of cash by currency. */
type KnownFacts = Map<string, HoldingFacts & Pick<ExposedHolding, 'dependencies'>>;

/** Computes the places that portfolios are exposed to. */
@Service()
export class GeoExposures {
  /**
   * Exposures by valued portfolio; each is kept as long as its valuation is cached: at most a minute, and only until a
   * transaction changes.
   */
  private readonly known = new WeakMap<PortfolioValue, { version: string; exposed: ExposedHoldings }>();
  private readonly valued = new BoundedCache<{ valuation: Promise<Valuation>; until: number }>(MAX_CACHED);

  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly valuations: ValuationService,
    private readonly current: CurrentValues,
    private readonly transactions: TransactionRepository,
    private readonly mappings: ExposureMappings,
    private readonly places: ExposurePlaces,
    private readonly markets: MarketsApi,
    private readonly clock: Clock,
  ) {}

  /** Returns the exposure of a portfolio. @throws Problem `not_found`, `unavailable` */
  async read(accountId: string, portfolioId: string, request: ValuationRequest = {}): Promise<GeoExposure> {
    const portfolio = await this.portfolios.get(accountId, portfolioId);
    return this.of(portfolio, await this.mappings.corrections(accountId), request);
  }

  /**
   * Returns the present exposures of many portfolios of one account, each in its base currency, in the order of
   * `portfolios`.
   * @param corrections of the account
   */
  async all(
    portfolios: readonly Portfolio[],
    corrections: ReadonlyMap<string, ExposureMapping>,
  ): Promise<ExposedHoldings[]> {
    const day = dayOf(new Date(this.clock.now()));
    const values = new Map<string, PortfolioValue>();
    for (const [currency, some] of Map.groupBy(portfolios, ({ baseCurrency }) => baseCurrency))
      for (const [id, value] of await this.current.of(some, currency)) values.set(id, value);
    const version = versionOf(corrections);
    const isKnown = (value: PortfolioValue) => this.known.get(value)?.version === version;
    const facts = await this.factsOfAll(
      [...values.values()].filter((value) => !isKnown(value)),
      corrections,
    );
    const slices = new YieldTimer();
    const found: ExposedHoldings[] = [];
    for (const portfolio of portfolios) {
      const value = values.get(portfolio.id);
      if (value === undefined) continue;
      if (!isKnown(value)) this.known.set(value, { version, exposed: exposedHoldings(portfolio, value, day, facts) });
      const known = this.known.get(value);
      if (known !== undefined) found.push(known.exposed);
      if (slices.isOver) await slices.next();
    }
    return found;
  }

  /** Returns the facts and places of all holdings, each looked up once. */
  private async factsOfAll(
    values: readonly PortfolioValue[],
    corrections: ReadonlyMap<string, ExposureMapping>,
  ): Promise<KnownFacts> {
    const currencies = new Map<string, string>();
    const known: KnownFacts = new Map();
    const add = (facts: HoldingFacts) =>
      known.set(facts.symbol ?? facts.currency, {
        ...facts,
        dependencies: this.mappings.dependenciesOf(facts, corrections),
      });
    for (const { holdings, cash } of values) {
      for (const { symbol, currency } of holdings) currencies.set(symbol, currency);
      for (const { currency } of cash)
        if (!known.has(currency)) add({ symbol: null, currency, assetClass: null, sector: null, country: null });
    }
    const rest = currencies.entries();
    const work = async () => {
      for (const [symbol, currency] of rest) add(await this.factsOf(symbol, currency));
    };
    await Promise.all(Array.from({ length: MAX_LOOKUPS }, work));
    return known;
  }

  /** Returns the exposure of a portfolio. @param corrections of the account @throws Problem `unavailable` */
  async of(
    portfolio: Portfolio,
    corrections: ReadonlyMap<string, ExposureMapping>,
    request: ValuationRequest = {},
  ): Promise<GeoExposure> {
    const valuation = await this.value(portfolio, request);
    const unmapped: GeoExposure['unmapped'] = [];
    const holdings: ExposedHolding[] = [];
    const add = (facts: HoldingFacts, weight: number | null) => {
      const dependencies = this.mappings.dependenciesOf(facts, corrections);
      if (weight !== null && dependencies.length > 0) holdings.push({ ...facts, weight, dependencies });
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
    return { portfolio, valuation, places, holdings, unmapped, warnings: valuation.warnings, providers };
  }

  /** Returns the positions of the places that holdings of the symbols depend on, each once. */
  async placesOf(
    { accountId, baseCurrency }: Portfolio,
    symbols: readonly string[],
  ): Promise<Array<{ lat: number; lon: number }>> {
    const corrections = await this.mappings.corrections(accountId);
    const facts = await Promise.all(symbols.map((symbol) => this.factsOf(symbol, baseCurrency)));
    const ids = new Set(
      facts.flatMap((one) => this.mappings.dependenciesOf(one, corrections)).map(({ place }) => place),
    );
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
    // A failed valuation is not reused.
    valuation.catch(() => this.valued.delete(key));
    return valuation;
  }

  /** Returns the facts of a holding; the asset class, sector and country of an unknown instrument are null. */
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

/** Returns a text that changes when a correction is added, changed or removed. */
function versionOf(corrections: ReadonlyMap<string, ExposureMapping>): string {
  const hash = createHash('sha256');
  for (const { symbol, places } of corrections.values()) hash.update(JSON.stringify([symbol, places]));
  return hash.digest('base64');
}

function exposedHoldings(
  portfolio: Portfolio,
  { currency, value, holdings, cash, warnings }: PortfolioValue,
  day: number,
  known: KnownFacts,
): ExposedHoldings {
  const found: ExposedHoldings = {
    portfolio,
    valuation: { day, currency, value },
    holdings: [],
    unmapped: [],
    warnings,
  };
  const total = value.toNumber();
  const add = (key: string, own: Decimal | null) => {
    const facts = known.get(key);
    const weight = own === null || total === 0 ? null : own.toNumber() / total;
    if (facts === undefined) return;
    if (weight !== null && facts.dependencies.length > 0) found.holdings.push({ ...facts, weight });
    else found.unmapped.push({ symbol: facts.symbol, currency: facts.currency, weight });
  };
  for (const one of holdings) add(one.symbol, one.value);
  for (const one of cash) add(one.currency, one.value);
  return found;
}
