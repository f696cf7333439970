import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { WithPng } from '../../../http/png-variant.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { picture, svgType } from '../../../http/svg-response.js';
import { MapQuery } from './map.dto.js';
import { MapService } from './map.service.js';

@Service()
@Authorized()
@JsonController('/geospatial')
export class MapController {
  constructor(private readonly pictures: MapService) {}

  @WithPng()
  @Get('/map.svg')
  @Endpoint({
    summary: 'Render a map as SVG',
    description:
      'Draws the box with coastlines, borders and the current objects: vessels (without base stations and ' +
      'aids to navigation) as arrows when moving and as dots when not, aircraft, events by severity, your ' +
      'pins and, on request, your geofences as outlines (moving ones at their current position). The image ' +
      'extends beyond the box when its shape differs. Above 2,500 vessels or aircraft, counts are drawn ' +
      'instead. Objects that have not reported recently are drawn hollow. Boxes near a pole are drawn ' +
      'around it. Coastlines are from Natural Earth at 1:10 million at best; ports are finer than that. To ' +
      'draw over the map, read `data-projection` (`mercator`, `equirectangular` or `polar`) and `data-bbox` ' +
      'of the inner `svg`, whose first path is the land. A box with invalid or inverted latitudes is a 400.',
    alternatives: { [svgType]: 'The map.' },
  })
  async renderMap(@CurrentRequester() requester: Requester, @QueryParams() query: MapQuery): Promise<Reply> {
    return picture(await this.pictures.draw(requester, query));
  }
}
