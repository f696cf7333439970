import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, vectorTileType } from '../../../api/endpoint.js';
import { HttpConfig } from '../../../config/http-config.js';
import { RequestedAddress } from '../../../http/public-address.js';
import { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { checkTile } from './tile.js';
import { type TileLayer, tileDescriptions } from './tile-layers.js';
import { TileJsonDto, TileQuery, tileParams } from './tiles.dto.js';
import { TilesService } from './tiles.service.js';

@Service()
@Authorized()
@JsonController('/geospatial/tiles')
export class TilesController {
  constructor(
    private readonly tiles: TilesService,
    private readonly config: HttpConfig,
  ) {}

  @Get('/:layer.json')
  @Endpoint({
    summary: 'Get the TileJSON of a layer',
    description: 'Returns the description of the vector tiles of a layer, for map programs (TileJSON 3.0.0).',
    params: { layer: tileParams.layer },
    returns: TileJsonDto,
    acceptsKeys: true,
  })
  async getTileJson(@Param('layer') layer: TileLayer, @RequestedAddress() requested: string): Promise<TileJsonDto> {
    const address = this.config.baseUrl ?? requested;
    return TileJsonDto.from(layer, tileDescriptions[layer], `${address}/api/v1/geospatial/tiles`);
  }

  @Get('/:layer/:z/:x/:y.mvt')
  @Endpoint({
    summary: 'Get a vector tile',
    lane: 'reads',
    description:
      'Returns one tile of Web Mercator as a Mapbox Vector Tile with 4,096 units. `base` has land, borders and ' +
      'names; `vessels` and `aircraft` have each object, or counts of cells where there are more than 4,000 in the ' +
      'tile; `events` have ongoing events and those of the last day; `geofences` are your own; `density` has ' +
      'vessels by H3 cell. With `at`, vessels, aircraft and events are those of a past moment. A tile without ' +
      'content is empty. A row or column that the zoom level does not have is a 400.',
    params: tileParams,
    alternatives: { [vectorTileType]: 'The tile.' },
    acceptsKeys: true,
  })
  async getVectorTile(
    @Param('layer') layer: TileLayer,
    @Param('z') z: string,
    @Param('x') x: string,
    @Param('y') y: string,
    @QueryParams() { at }: TileQuery,
    @CurrentRequester() requester: Requester,
  ): Promise<Reply> {
    const tile = checkTile({ z: Number(z), x: Number(x), y: Number(y) });
    const bytes = await this.tiles.draw(requester, { layer, tile, at });
    const { maxAgeSeconds } = tileDescriptions[layer];
    const cache = maxAgeSeconds === 0 ? 'private, no-cache' : `private, max-age=${maxAgeSeconds}`;
    return new Reply(bytes, { type: vectorTileType, headers: { 'Cache-Control': cache } });
  }
}
