import type { Portfolio } from '../portfolio.js';
import type { Valuation, ValuationWarning } from '../valuation/valuation.js';
import type { HoldingFacts, PlaceDependency } from './exposure-rules.js';
import type { ExposurePlace } from './place.js';

/** A holding, or cash of a currency, with the places it depends on. */
export interface ExposedHolding extends HoldingFacts {
  /** Share of the value of the portfolio. */
  weight: number;
  shares: PlaceDependency[];
}

/** The contribution of a holding to the exposure to a place. */
export interface ExposureContribution extends PlaceDependency, Pick<HoldingFacts, 'symbol' | 'currency'> {
  weight: number;
  /** `weight` × `share`. */
  exposedShare: number;
}

export interface PlaceExposure {
  place: ExposurePlace;
  /** The share of the value of the portfolio that depends on the place. */
  exposedShare: number;
  /** The largest first. */
  contributions: ExposureContribution[];
}

/** The holdings of a portfolio, with the places that they depend on. */
export interface ExposedHoldings {
  portfolio: Portfolio;
  valuation: Pick<Valuation, 'day' | 'currency' | 'value'>;
  holdings: ExposedHolding[];
  /** Holdings without a place, and those without a value. */
  unmapped: Array<Pick<HoldingFacts, 'symbol' | 'currency'> & { weight: number | null }>;
  warnings: ValuationWarning[];
}

export interface GeoExposure extends ExposedHoldings {
  /** The most exposed place first. */
  places: PlaceExposure[];
  /** The providers of prices. */
  providers: string[];
}

/**
 * Sums the shares of holdings by place. Shares of different places overlap, so that they do not add up to 1.
 * @param find a place by its id
 */
export function exposuresOf(
  holdings: readonly ExposedHolding[],
  find: (id: string) => ExposurePlace | undefined,
): PlaceExposure[] {
  const byPlace = new Map<string, PlaceExposure>();
  for (const { symbol, currency, weight, shares } of holdings) {
    for (const share of shares) {
      const place = find(share.place);
      if (place === undefined) continue;
      const exposure = byPlace.get(place.id) ?? { place, exposedShare: 0, contributions: [] };
      const exposedShare = weight * share.share;
      exposure.exposedShare += exposedShare;
      exposure.contributions.push({ ...share, symbol, currency, weight, exposedShare });
      byPlace.set(place.id, exposure);
    }
  }
  for (const { contributions } of byPlace.values())
    contributions.sort((a, b) => Math.abs(b.exposedShare) - Math.abs(a.exposedShare));
  return [...byPlace.values()].sort(
    (a, b) => Math.abs(b.exposedShare) - Math.abs(a.exposedShare) || (a.place.id < b.place.id ? -1 : 1),
  );
}

/**
 * Returns the exposure of a portfolio to several places together: each holding counts once, with its largest share.
 * @returns the largest contribution first
 */
export function exposureToAny(
  holdings: readonly ExposedHolding[],
  places: ReadonlySet<string>,
): ExposureContribution[] {
  return holdings
    .flatMap(({ symbol, currency, weight, shares }): ExposureContribution[] => {
      const [largest] = shares.filter(({ place }) => places.has(place)).sort((a, b) => b.share - a.share);
      return largest === undefined
        ? []
        : [{ ...largest, symbol, currency, weight, exposedShare: weight * largest.share }];
    })
    .sort((a, b) => Math.abs(b.exposedShare) - Math.abs(a.exposedShare));
}
