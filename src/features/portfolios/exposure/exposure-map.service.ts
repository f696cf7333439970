import { Service } from 'typedi';
import { formatDay } from '../../../charts/time-axis.js';
import type { Requester } from '../../../http/requester.js';
import { simulatedNotice } from '../../../simulation/simulated-notice.js';
import { DAY_MS } from '../../../time/durations.js';
import { GeospatialMapsApi } from '../../geospatial/geospatial.maps.api.js';
import { FundExposures } from './fund-exposures.service.js';
import { type ExposurePlaceKind, exposurePlaceKinds } from './place.js';

/** Maximum number of circles of one kind on the map; more would cover it. */
const MAX_DRAWN = 150;
const names: Readonly<Record<ExposurePlaceKind, string>> = { country: 'countries', port: 'ports', strait: 'straits' };

export interface ExposureMapRequest {
  asOf?: string;
  currency?: string;
  lookThrough: boolean;
  /** Kinds of places to draw; undefined: all. */
  type?: readonly ExposurePlaceKind[];
  bbox?: number[];
  theme: 'auto' | 'light' | 'dark';
  width: number;
  height?: number;
}

/** Draws the exposure of a portfolio as a map. */
@Service()
export class ExposureMaps {
  constructor(
    private readonly exposures: FundExposures,
    private readonly maps: GeospatialMapsApi,
  ) {}

  /**
   * Draws the places that a portfolio depends on.
   * @returns an SVG document
   * @throws Problem `not_found`, `invalid_request` for an invalid box; `unavailable`, `overloaded`
   */
  async draw(
    requester: Requester,
    portfolioId: string,
    { asOf, currency, lookThrough, type: kinds = exposurePlaceKinds, ...look }: ExposureMapRequest,
  ): Promise<string> {
    const request = { asOf, currency, lookThrough };
    const { portfolio, valuation, places, providers } = await this.exposures.read(
      requester.accountId,
      portfolioId,
      request,
    );
    const groups = exposurePlaceKinds
      .filter((kind) => kinds.includes(kind))
      .map((kind) => ({
        name: names[kind],
        places: places
          .filter(({ place, exposedFraction }) => place.kind === kind && exposedFraction > 0)
          .slice(0, MAX_DRAWN)
          .map(({ place, exposedFraction }) => ({
            lat: place.lat,
            lon: place.lon,
            weight: exposedFraction,
            label: place.name,
          })),
      }));
    const subtitle = [
      'Exposure: fraction of the value that depends on a place',
      formatDay(new Date(valuation.day * DAY_MS)),
      ...providers,
    ].join(' · ');
    const notice = simulatedNotice(providers) ?? '';
    return this.maps.drawWeights(requester, {
      ...look,
      title: portfolio.name,
      subtitle,
      notice,
      groups,
    });
  }
}
