import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { text } from '../../../api/rules.js';
import { HttpConfig } from '../../../config/http-config.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { geoJson, geoJsonType } from '../../../http/geojson.js';
import { RequestedAddress } from '../../../http/public-address.js';
import { Reply } from '../../../http/reply.js';
import { CurrentRequester, Requester } from '../../../http/requester.js';
import { Clock } from '../../../time/clock.js';
import { aircraftFeature } from '../aircraft/aircraft.dto.js';
import { eventFeatures } from '../events/geo-event.dto.js';
import { fenceFeature } from '../geofences/api/geofence.dto.js';
import { vesselFeature } from '../vessels/vessel.dto.js';
import { ogcCollectionIds, ogcCollectionOf, ogcCollections } from './collections.js';
import {
  linkTo,
  OgcCollectionDto,
  OgcCollectionsDto,
  OgcConformanceDto,
  OgcDto,
  OgcItemsQuery,
  OgcLandingPageDto,
} from './ogc.dto.js';
import { OgcService } from './ogc.service.js';

const CLASSES = 'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf';
const jsonType = 'application/json';
const features = [vesselFeature, aircraftFeature, eventFeatures, fenceFeature];

const params = {
  collectionId: {
    description: `Collection of features: ${ogcCollectionIds.join(', ')}.`,
    rule: text(1, 100),
    example: 'vessels',
  },
  featureId: {
    description: 'The MMSI of a vessel, the ICAO address of an aircraft, or the id of an event or geofence.',
    rule: text(1, 100),
    example: '219024336',
  },
};
const { collectionId } = params;

/** OGC API Features 1.0.1, Part 1: Core (OGC 17-069r4), for QGIS, ArcGIS and other map programs. */
@Service()
@Authorized()
@JsonController('/geospatial/ogc')
export class OgcController {
  constructor(
    private readonly ogc: OgcService,
    private readonly config: HttpConfig,
    private readonly clock: Clock,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'Get the landing page of OGC API Features',
    description:
      'Returns links for programs that read OGC API Features 1.0 (Part 1: Core), such as QGIS. Personal keys are ' +
      'accepted as bearer tokens.',
    returns: OgcLandingPageDto,
    acceptsKeys: true,
  })
  async getOgcLandingPage(@RequestedAddress() requested: string): Promise<OgcLandingPageDto> {
    const address = this.addressOf(requested);
    const host = address.slice(0, address.indexOf('/api/v1'));
    return {
      title: 'Watchfloor',
      description: 'Vessels, aircraft, events and geofences.',
      links: [
        linkTo(address, 'self', jsonType, 'This document'),
        linkTo(
          `${host}/openapi.json`,
          'service-desc',
          'application/vnd.oai.openapi+json;version=3.1',
          'API description',
        ),
        linkTo(`${host}/docs`, 'service-doc', 'text/html', 'API documentation'),
        linkTo(`${address}/conformance`, 'conformance', jsonType, 'Conformance classes'),
        linkTo(`${address}/collections`, 'data', jsonType, 'Collections'),
      ],
    };
  }

  @Get('/conformance')
  @Endpoint({
    summary: 'List OGC conformance classes',
    description: 'Lists the conformance classes of OGC API Features that this service implements: Core and GeoJSON.',
    returns: OgcConformanceDto,
    acceptsKeys: true,
  })
  async getOgcConformance(): Promise<OgcConformanceDto> {
    return { conformsTo: [`${CLASSES}/core`, `${CLASSES}/geojson`] };
  }

  @Get('/collections')
  @Endpoint({
    summary: 'List feature collections',
    description: 'Lists the collections of OGC API Features.',
    returns: OgcCollectionsDto,
    acceptsKeys: true,
  })
  async getOgcCollections(@RequestedAddress() requested: string): Promise<OgcCollectionsDto> {
    const address = this.addressOf(requested);
    return {
      links: [linkTo(`${address}/collections`, 'self', jsonType, 'This document')],
      collections: ogcCollectionIds.map((id) => OgcCollectionDto.from(id, address)),
    };
  }

  @Get('/collections/:collectionId')
  @Endpoint({
    summary: 'Get a feature collection',
    errors: ['not_found'],
    description: 'Returns a collection of OGC API Features.',
    params: { collectionId },
    returns: OgcCollectionDto,
    acceptsKeys: true,
  })
  async getOgcCollection(
    @Param('collectionId') collection: string,
    @RequestedAddress() requested: string,
  ): Promise<OgcCollectionDto> {
    return OgcCollectionDto.from(ogcCollectionOf(collection), this.addressOf(requested));
  }

  @Get('/collections/:collectionId/items')
  @Endpoint({
    summary: 'List the features of a collection',
    errors: ['not_found'],
    description:
      'Returns a page of features; the link `next` leads to the following one. The order is that of the list of the ' +
      'same name.',
    params: { collectionId },
    alternatives: {
      [geoJsonType]: {
        description: 'A FeatureCollection with links.',
        geoJson: { features, collection: OgcDto },
      },
    },
    acceptsKeys: true,
  })
  async getOgcFeatures(
    @Param('collectionId') collection: string,
    @QueryParams() query: OgcItemsQuery,
    @CurrentCaller() caller: Caller,
    @CurrentRequester() { signal }: Requester,
    @RequestedAddress() requested: string,
  ): Promise<Reply> {
    const id = ogcCollectionOf(collection);
    const page = await this.ogc.items(caller, id, query, signal);
    const address = `${this.addressOf(requested)}/collections/${id}`;
    const pageAt = (cursor: string | undefined) => {
      const { bbox, datetime, limit } = query;
      const parts = Object.entries({ bbox: bbox?.join(), datetime, limit: String(limit), cursor });
      const given = parts.filter((part): part is [string, string] => part[1] !== undefined);
      return `${address}/items?${new URLSearchParams(given)}`;
    };
    const links = [
      linkTo(pageAt(query.cursor), 'self', geoJsonType, 'This page'),
      ...(page.next === null ? [] : [linkTo(pageAt(page.next), 'next', geoJsonType, 'Next page')]),
      linkTo(address, 'collection', jsonType, ogcCollections[id].title),
    ];
    const timeStamp = new Date(this.clock.now()).toISOString();
    const numberReturned = page.features.length;
    return geoJson(
      JSON.stringify({ type: 'FeatureCollection', features: page.features, links, timeStamp, numberReturned }),
    );
  }

  @Get('/collections/:collectionId/items/:featureId')
  @Endpoint({
    summary: 'Get a feature of a collection',
    errors: ['not_found'],
    description: 'Returns one feature. The header `Link` has the links of the standard.',
    params,
    alternatives: { [geoJsonType]: { description: 'The Feature.', geoJson: { features } } },
    headers: { Link: 'Links to this feature and to its collection.' },
    acceptsKeys: true,
  })
  async getOgcFeature(
    @Param('collectionId') collection: string,
    @Param('featureId') featureId: string,
    @CurrentCaller() caller: Caller,
    @CurrentRequester() { signal }: Requester,
    @RequestedAddress() requested: string,
  ): Promise<Reply> {
    const id = ogcCollectionOf(collection);
    const feature = await this.ogc.item(caller, id, featureId, signal);
    const address = `${this.addressOf(requested)}/collections/${id}`;
    const self = `<${address}/items/${encodeURIComponent(featureId)}>; rel="self"; type="${geoJsonType}"`;
    const links = `${self}, <${address}>; rel="collection"; type="${jsonType}"`;
    return new Reply(JSON.stringify(feature), { type: geoJsonType, headers: { Link: links } });
  }

  private addressOf(requested: string): string {
    return `${this.config.baseUrl ?? requested}/api/v1/geospatial/ogc`;
  }
}
