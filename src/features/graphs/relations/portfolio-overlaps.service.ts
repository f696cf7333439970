import { Service } from 'typedi';
import { type ExposurePlace, ExposuresApi, type GeoExposure } from '../../portfolios/portfolios.api.js';

/** A symbol or place that two portfolios have in common. Weights are fractions of the value of each portfolio. */
export interface Shared<Item> {
  item: Item;
  firstWeight: number;
  secondWeight: number;
  /** The smaller of the two weights. */
  overlap: number;
}

export interface PortfolioOverlap {
  first: GeoExposure['portfolio'];
  second: GeoExposure['portfolio'];
  /** Sum of the smaller weights of all common symbols, from 0 to 1. */
  overlap: number;
  /** Common symbols and places, the largest overlap first. */
  symbols: Array<Shared<string>>;
  places: Array<Shared<ExposurePlace>>;
}

/** Compares the holdings and the places of two portfolios. */
@Service()
export class PortfolioOverlaps {
  constructor(private readonly exposures: ExposuresApi) {}

  /** Compares two portfolios. @throws Problem `not_found`, `unavailable` */
  async between(accountId: string, firstId: string, secondId: string): Promise<PortfolioOverlap> {
    const [first, second] = [await this.exposures.of(accountId, firstId), await this.exposures.of(accountId, secondId)];
    const symbols = shared(weightsOf(first), weightsOf(second));
    const placesOf = ({ places }: GeoExposure) =>
      new Map(places.map(({ place, exposedFraction }) => [place.id, exposedFraction]));
    const byId = new Map(first.places.map(({ place }) => [place.id, place]));
    const places = shared(placesOf(first), placesOf(second)).map((one) => ({
      ...one,
      item: byId.get(one.item) as ExposurePlace,
    }));
    return {
      first: first.portfolio,
      second: second.portfolio,
      overlap: symbols.reduce((sum, one) => sum + one.overlap, 0),
      symbols,
      places,
    };
  }
}

/** Returns the holdings with a positive weight; a debt cannot overlap. */
const weightsOf = ({ holdings, unmapped }: GeoExposure): Map<string, number> =>
  new Map(
    [...holdings, ...unmapped].flatMap(({ symbol, weight }) =>
      symbol === null || weight === null ? [] : [[symbol, weight] as const],
    ),
  );

function shared(first: ReadonlyMap<string, number>, second: ReadonlyMap<string, number>): Array<Shared<string>> {
  const found = [...first].flatMap(([item, firstWeight]) => {
    const secondWeight = second.get(item) ?? 0;
    return firstWeight > 0 && secondWeight > 0
      ? [{ item, firstWeight, secondWeight, overlap: Math.min(firstWeight, secondWeight) }]
      : [];
  });
  return found.sort((a, b) => b.overlap - a.overlap || (a.item < b.item ? -1 : 1));
}
