import { Service } from 'typedi';
import { Problem, wrongParameter } from '../../../api/problem.js';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import type { Portfolio } from '../portfolio.js';
import { PortfoliosService } from '../portfolios.records.js';
import { ExposureMappings } from './exposure-mappings.service.js';
import { ExposurePlaces } from './exposure-places.service.js';
import { type ExposureContribution, exposureToAny, type GeoExposure } from './geo-exposure.js';
import { GeoExposures, MAX_EXPOSED } from './geo-exposures.service.js';
import type { ExposedRequest, NearbyPlace } from './place.js';

/** Maximum number of portfolios in a response. */
const MAX_LISTED = 1_000;
/** Default distance (m) within which an event affects places, in addition to the reach of the place itself. */
const EVENT_RADIUS_METERS = 50_000;

export interface ExposedPortfolio {
  portfolio: Portfolio;
  valuation: GeoExposure['valuation'];
  /** Fraction of the value that depends on any of the places. Each holding counts once, with its largest fraction. */
  exposedFraction: number;
  contributions: ExposureContribution[];
}

export interface ExposedPortfolios {
  /** Places near the event or position, or the named place; nearest first. */
  places: NearbyPlace[];
  /** Portfolios by the absolute value of their exposed fraction, the largest first. */
  portfolios: ExposedPortfolio[];
  /** True when some portfolios were left out, or when holdings have no price or rate now. */
  isPartial: boolean;
}

/** Finds the portfolios of an account that are exposed to an event or a place. */
@Service()
export class ExposedPortfoliosService {
  constructor(
    private readonly portfolios: PortfoliosService,
    private readonly exposures: GeoExposures,
    private readonly mappings: ExposureMappings,
    private readonly places: ExposurePlaces,
    private readonly geospatial: GeospatialApi,
  ) {}

  /**
   * Returns the exposed portfolios.
   * @throws Problem `invalid_request` unless exactly one place is given and valid; `not_found` for an unknown event
   */
  async find(accountId: string, request: ExposedRequest): Promise<ExposedPortfolios> {
    const places = await this.touched(request);
    const ids = new Set(places.map(({ place }) => place.id));
    const found: ExposedPortfolios = { places, portfolios: [], isPartial: false };
    if (ids.size === 0) return found;
    const corrections = await this.mappings.corrections(accountId);
    const all = await this.portfolios.list(accountId, MAX_EXPOSED);
    const exposures = await this.exposures.all(all, corrections);
    for (const { portfolio, valuation, holdings, warnings } of exposures) {
      found.isPartial ||= warnings.some(({ code }) => code === 'price_missing' || code === 'rate_missing');
      const contributions = exposureToAny(holdings, ids);
      if (contributions.length === 0) continue;
      const exposedFraction = contributions.reduce((sum, one) => sum + one.exposedFraction, 0);
      found.portfolios.push({ portfolio, valuation, exposedFraction, contributions });
    }
    found.portfolios.sort(
      (a, b) => Math.abs(b.exposedFraction) - Math.abs(a.exposedFraction) || (a.portfolio.id < b.portfolio.id ? -1 : 1),
    );
    found.isPartial ||= all.length === MAX_EXPOSED || found.portfolios.length > MAX_LISTED;
    found.portfolios.length = Math.min(found.portfolios.length, MAX_LISTED);
    return found;
  }

  /**
   * Returns the places near an event or a position, or the named place, nearest first.
   * @throws Problem `invalid_request` unless exactly one place is given and valid; `not_found` for an unknown event
   */
  async touched({ near, radiusMeters, eventId, place }: ExposedRequest): Promise<NearbyPlace[]> {
    const given = [near, eventId, place].filter((one) => one !== undefined).length;
    if (given !== 1)
      throw wrongParameter(
        given === 0 ? 'query/near' : 'query/eventId',
        'give exactly one of `near`, `eventId` and `place`',
      );
    if (place !== undefined) {
      const known = this.places.find(place);
      if (known === undefined)
        throw wrongParameter('query/place', 'is not a known place; find places with GET /portfolios/exposure/places');
      return [{ place: known, distanceMeters: 0 }];
    }
    const radius = radiusMeters ?? EVENT_RADIUS_METERS;
    if (near !== undefined) {
      const [lat = 0, lon = 0] = near;
      if (Math.abs(lat) > 90)
        throw wrongParameter('query/near', 'must have a latitude from -90 to 90 first, then the longitude');
      return this.places.near({ lat, lon }, radius);
    }
    const event = await this.geospatial.event(eventId as string);
    if (event === undefined)
      throw new Problem('not_found', { detail: 'There is no geo event with this id; see GET /geospatial/events.' });
    return this.places.near(event.position, radius);
  }
}
