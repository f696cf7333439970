import { Service } from 'typedi';
import type { Requester } from '../../http/requester.js';
import { type WeightedMapRequest, WeightedMaps } from './map/weights/weighted-maps.service.js';

/** Draws maps for other features. */
@Service()
export class GeospatialMapsApi {
  constructor(private readonly maps: WeightedMaps) {}

  /**
   * Draws positions as circles whose area grows with their weight.
   * @returns an SVG document
   * @throws Problem `invalid_request` for an invalid box; `overloaded`
   */
  drawWeights(requester: Requester, request: WeightedMapRequest): Promise<string> {
    return this.maps.draw(requester, request);
  }
}
