import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { WithPng } from '../../../http/png-variant.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { picture, svgType } from '../../../http/svg-response.js';
import { FenceMaps } from './fence-map.service.js';
import { MapSizeQuery } from './map.dto.js';

@Service()
@Authorized()
@JsonController('/geospatial/geofences')
export class FenceMapController {
  constructor(private readonly fences: FenceMaps) {}

  @WithPng()
  @Get('/:id/map.svg')
  @Endpoint({
    summary: 'Render a geofence as SVG',
    description:
      'Draws the outline of the geofence with coastlines, the names of places, and the objects and events around ' +
      'it, of the layers of its policy. The subtitle has the number of objects inside. A moving geofence is drawn at ' +
      'its current position; while it is inactive, the image is a map of the world without it.',
    alternatives: { [svgType]: 'The map.' },
    granted: 'read',
  })
  async renderGeofence(
    @CurrentRequester() requester: Requester,
    @Param('id') id: string,
    @QueryParams() query: MapSizeQuery,
  ): Promise<Reply> {
    return picture(await this.fences.draw(requester, id, query));
  }
}
