import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { CursorCodec } from '../../../http/cursor.js';
import {
  feature,
  featureCollection,
  geoJson,
  geoJsonType,
  pointGeometry,
  WantsGeoJson,
} from '../../../http/geojson.js';
import type { Page } from '../../../http/page.js';
import type { Reply } from '../../../http/reply.js';
import { centerOf, readArea, sortCenterOf } from '../geometry/read-area.js';
import { nearby } from '../nearby.js';
import { locodeParameter, PortDto, PortPageDto, PortsQuery, portFeatures } from './port.dto.js';
import { PortsService } from './ports.service.js';

@Service()
@Authorized()
@JsonController('/geospatial/ports')
export class PortsController {
  constructor(
    private readonly ports: PortsService,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List ports',
    description:
      'Lists the ports at which calls of vessels are detected, by name, or nearest first with `sort=distance`: ' +
      'those of the World Port Index, and further ones of Natural Earth. Larger ports have a UN/LOCODE; for many ' +
      'small ones it is not known (`locode` is null). Positions with the same UN/LOCODE are one port. Area filters ' +
      'use the position of the largest part.',
    returns: PortPageDto,
    alternatives: {
      [geoJsonType]: {
        description: 'A FeatureCollection of points with `nextCursor`.',
        geoJson: { features: [portFeatures], collection: PortPageDto },
      },
    },
  })
  async listPorts(
    @QueryParams() query: PortsQuery,
    @WantsGeoJson() wantsGeoJson: boolean,
  ): Promise<Page<object> | Reply> {
    const { limit, cursor, ...request } = query;
    const scope = `ports:${JSON.stringify(request)}`;
    const after = cursor === undefined ? undefined : this.cursors.decode(scope, cursor);
    const filter = { ...request, area: readArea(request) };
    const center = sortCenterOf(request);
    const { items: found, next } =
      center === undefined ? this.ports.list(filter, limit, after) : this.ports.nearest(filter, center, limit, after);
    const nextCursor = next === undefined ? null : this.cursors.encode(scope, next);
    const items = found.map((port) => PortDto.from(nearby(port, centerOf(request))));
    return wantsGeoJson ? geoJson(await featureCollection(items, portFeature, { nextCursor })) : { items, nextCursor };
  }

  @Get('/:locode')
  @Endpoint({
    summary: 'Get a port',
    description: 'Returns the port with a UN/LOCODE, with the positions and distances by which calls are detected.',
    returns: PortDto,
    params: { locode: locodeParameter },
    alternatives: { [geoJsonType]: { description: 'The port as a Feature.', geoJson: { features: [portFeatures] } } },
    errors: ['not_found'],
  })
  getPort(@Param('locode') locode: string, @WantsGeoJson() wantsGeoJson: boolean): PortDto | Reply {
    const dto = PortDto.from(this.ports.get(locode));
    return wantsGeoJson ? geoJson(portFeature(dto)) : dto;
  }
}

/** Formats a port as a GeoJSON Feature. The `properties` are the other fields of its JSON. */
function portFeature({ id, position: { lat, lon }, ...properties }: PortDto): string {
  return feature(id, pointGeometry(lat, lon), JSON.stringify(properties));
}
