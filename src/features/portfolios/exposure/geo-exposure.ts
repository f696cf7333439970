import type { Portfolio } from '../portfolio.js';
import type { Valuation, ValuationWarning } from '../valuation/valuation.js';
import type { HoldingFacts, PlaceDependency } from './exposure-rules.js';
import type { ExposurePlace } from './place.js';

/** A holding, or the cash in one currency, with the places that it depends on. */
export interface ExposedHolding extends HoldingFacts {
  /** Fraction of the value of the portfolio. */
  weight: number;
  dependencies: PlaceDependency[];
}

/** The contribution of a holding to the exposure to a place. */
export interface ExposureContribution extends PlaceDependency, Pick<HoldingFacts, 'symbol' | 'currency'> {
  weight: number;
  /** `weight` × `fraction`. */
  exposedFraction: number;
}

export interface PlaceExposure {
  place: ExposurePlace;
  /** Fraction of the value of the portfolio that depends on the place. */
  exposedFraction: number;
  /** Contributions of holdings, the largest first. */
  contributions: ExposureContribution[];
}

/** The holdings of a portfolio, with the places that they depend on. */
export interface ExposedHoldings {
  portfolio: Portfolio;
  valuation: Pick<Valuation, 'day' | 'currency' | 'value'>;
  holdings: ExposedHolding[];
  /** Holdings that depend on no place or have no value; the weight is null without a value. */
  unmapped: Array<Pick<HoldingFacts, 'symbol' | 'currency'> & { weight: number | null }>;
  warnings: ValuationWarning[];
}

export interface GeoExposure extends ExposedHoldings {
  /** Places, the most exposed first. */
  places: PlaceExposure[];
  /** Providers of the prices. */
  providers: string[];
}

/**
 * Sums the exposures of holdings by place. The exposures to different places overlap, so they do not add up to 1.
 * @param find returns a place by its id
 */
export function exposuresOf(
  holdings: readonly ExposedHolding[],
  find: (id: string) => ExposurePlace | undefined,
): PlaceExposure[] {
  const byPlace = new Map<string, PlaceExposure>();
  for (const { symbol, currency, weight, dependencies } of holdings) {
    for (const dependency of dependencies) {
      const place = find(dependency.place);
      if (place === undefined) continue;
      const exposure = byPlace.get(place.id) ?? { place, exposedFraction: 0, contributions: [] };
      const exposedFraction = weight * dependency.fraction;
      exposure.exposedFraction += exposedFraction;
      exposure.contributions.push({ ...dependency, symbol, currency, weight, exposedFraction });
      byPlace.set(place.id, exposure);
    }
  }
  for (const { contributions } of byPlace.values())
    contributions.sort((a, b) => Math.abs(b.exposedFraction) - Math.abs(a.exposedFraction));
  return [...byPlace.values()].sort(
    (a, b) => Math.abs(b.exposedFraction) - Math.abs(a.exposedFraction) || (a.place.id < b.place.id ? -1 : 1),
  );
}

/**
 * Returns the exposure of a portfolio to several places together: each holding counts once, with its largest fraction.
 * @returns the largest contribution first
 */
export function exposureToAny(
  holdings: readonly ExposedHolding[],
  places: ReadonlySet<string>,
): ExposureContribution[] {
  return holdings
    .flatMap(({ symbol, currency, weight, dependencies }): ExposureContribution[] => {
      const [largest] = dependencies.filter(({ place }) => places.has(place)).sort((a, b) => b.fraction - a.fraction);
      return largest === undefined
        ? []
        : [{ ...largest, symbol, currency, weight, exposedFraction: weight * largest.fraction }];
    })
    .sort((a, b) => Math.abs(b.exposedFraction) - Math.abs(a.exposedFraction));
}
