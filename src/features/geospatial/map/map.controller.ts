import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { picture, svgType } from '../../../http/picture.js';
import type { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { MapQuery } from './map.dto.js';
import { MapRenderer } from './map-renderer.service.js';

@Service()
@Authorized()
@JsonController('/geospatial/map.svg')
export class MapController {
  constructor(private readonly pictures: MapRenderer) {}

  @Get('')
  @Endpoint({
    summary: 'Draw a map',
    description:
      'The box with coastlines and borders, and on it what is there now: ships as arrows where they move and as dots where they do not, aircraft, events by severity, the ' +
      "caller's pins, and the caller's geofences where they are asked for: as outlines, those that move where they are now, without those that sleep. All of the box is shown, and what lies around it where the picture has another shape. Of more than 2,500 ships or aircraft the picture has counts. " +
      'Hollow marks have not been heard of for a while. Boxes near a pole are drawn around it. Coasts are those of Natural Earth at 1:10 million at best: ' +
      'harbours are finer than that. A box whose latitudes are out of range or the wrong way round is a 400.',
    alternatives: { [svgType]: 'The map.' },
  })
  async renderMap(@CurrentRequester() requester: Requester, @QueryParams() query: MapQuery): Promise<Reply> {
    return picture(await this.pictures.draw(requester, query));
  }
}
