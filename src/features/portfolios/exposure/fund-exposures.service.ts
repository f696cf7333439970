import { Service } from 'typedi';
import { textOf } from '../day.js';
import type { LookedThrough } from '../look-through/look-through.js';
import { together } from '../look-through/look-through.js';
import { LookThroughService } from '../look-through/look-through.service.js';
import type { ValuationRequest } from '../valuation/valuation.service.js';
import type { ExposureMapping } from './exposure-mapping.js';
import { ExposureMappings } from './exposure-mappings.service.js';
import { ExposurePlaces } from './exposure-places.service.js';
import type { HoldingFacts, PlaceDependency } from './exposure-rules.js';
import { exposuresOf, type GeoExposure } from './geo-exposure.js';
import { GeoExposures } from './geo-exposures.service.js';

/** Number of holdings of a fund that a reason names. */
const NAMED = 3;

export interface FundExposureRequest extends ValuationRequest {
  lookThrough: boolean;
}

export interface FundExposure extends GeoExposure {
  /** The funds that were replaced by their holdings; null if none were to be. */
  through: LookedThrough | null;
}

/**
 * Computes the places that portfolios are exposed to, through their funds: a fund depends on the places on which its
 * holdings depend. A correction of the fund itself by the account applies instead.
 */
@Service()
export class FundExposures {
  constructor(
    private readonly exposures: GeoExposures,
    private readonly looking: LookThroughService,
    private readonly mappings: ExposureMappings,
    private readonly places: ExposurePlaces,
  ) {}

  /** Returns the exposure of a portfolio. @throws Problem `not_found`, `unavailable` */
  async read(
    accountId: string,
    portfolioId: string,
    { lookThrough, ...request }: FundExposureRequest,
  ): Promise<FundExposure> {
    const exposure = await this.exposures.read(accountId, portfolioId, request);
    if (!lookThrough) return { ...exposure, through: null };
    const corrections = await this.mappings.corrections(accountId);
    const direct = [
      ...exposure.holdings,
      ...exposure.unmapped.map((one) => ({ ...one, ...unknownFacts, dependencies: [] })),
    ];
    const symbols = direct.flatMap(({ symbol }) => (symbol === null || corrections.has(symbol) ? [] : [symbol]));
    const looked = await this.looking.throughEach(accountId, symbols, textOf(exposure.valuation.day));
    const holdings: GeoExposure['holdings'] = [];
    const unmapped: GeoExposure['unmapped'] = [];
    for (const one of direct) {
      const { symbol, currency, weight } = one;
      const through = symbol === null ? undefined : looked.get(symbol);
      const dependencies = through === undefined ? one.dependencies : this.dependenciesOf(through, corrections);
      if (weight === null || dependencies.length === 0) unmapped.push({ symbol, currency, weight });
      else holdings.push({ ...one, weight, dependencies });
    }
    const weights = new Map(direct.map(({ symbol, weight }) => [symbol ?? '', weight ?? 0]));
    const opaqueFunds = direct.flatMap(({ symbol, assetClass }) =>
      symbol !== null && assetClass === 'etf' && !looked.has(symbol) && !corrections.has(symbol) ? [symbol] : [],
    );
    const places = exposuresOf(holdings, (id) => this.places.find(id));
    return { ...exposure, holdings, unmapped, places, through: together(looked, weights, opaqueFunds) };
  }

  /** Returns the places on which the holdings of a fund depend, the largest fraction first. */
  private dependenciesOf(
    { parts, funds }: LookedThrough,
    corrections: ReadonlyMap<string, ExposureMapping>,
  ): PlaceDependency[] {
    const places = new Map<string, { fraction: number; symbols: Map<string, number> }>();
    for (const { symbol, kind, sector, country, currency, fraction } of parts) {
      const facts: HoldingFacts = { symbol, currency: currency ?? '', assetClass: kind, sector, country };
      for (const dependency of this.mappings.dependenciesOf(facts, corrections)) {
        const place = places.get(dependency.place) ?? { fraction: 0, symbols: new Map<string, number>() };
        const own = fraction * dependency.fraction;
        place.fraction += own;
        if (symbol !== null) place.symbols.set(symbol, (place.symbols.get(symbol) ?? 0) + own);
        places.set(dependency.place, place);
      }
    }
    const [first] = funds;
    const source = `holdings of ${first?.fund.asOf}, ${first?.fund.provenance.provider}`;
    return [...places]
      .filter(([, { fraction }]) => fraction > 0)
      .map(([place, { fraction, symbols }]): PlaceDependency => {
        const most = [...symbols].sort(([, one], [, other]) => other - one).slice(0, NAMED);
        const named = most.map(([symbol, own]) => `${symbol} (${(own * 100).toFixed(1)} %)`).join(', ');
        const above = named === '' ? '' : `, above all ${named}`;
        const reason = `Holdings of the fund depend on it: ${(fraction * 100).toFixed(1)} % of the fund${above}.`;
        return { place, fraction: Math.min(1, fraction), reason, basis: 'instrument', source };
      })
      .sort((one, other) => other.fraction - one.fraction);
  }
}

const unknownFacts = { assetClass: null, sector: null, country: null };
