import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, type FeatureDescription } from '../../../../api/endpoint.js';
import type { DtoClass } from '../../../../api/rules.js';
import { type Caller, CurrentCaller } from '../../../../http/caller.js';
import { ChunkedJsonWriter } from '../../../../http/chunked-json.js';
import { feature, geoJson, geoJsonType, pointGeometry, WantsGeoJson } from '../../../../http/geojson.js';
import { RawJson } from '../../../../http/raw-json.js';
import type { Reply } from '../../../../http/reply.js';
import { idOf, type MapLayer } from '../../layer.js';
import {
  AircraftSnapshotDto,
  GeoEventSnapshotDto,
  GeospatialSnapshotDto,
  PinSnapshotDto,
  SnapshotQuery,
  VesselSnapshotDto,
} from './snapshot.dto.js';
import { type Snapshot, SnapshotsService } from './snapshots.service.js';

const pastFeature = (layer: MapLayer, dto: DtoClass, id: string): FeatureDescription => ({
  dto,
  without: ['position'],
  also: { layer: { type: 'string', enum: [layer], description: 'Layer that the feature belongs to.' } },
  geometry: ['Point'],
  id,
});
const snapshotFeatures = [
  pastFeature('vessels', VesselSnapshotDto, '219024336'),
  pastFeature('aircraft', AircraftSnapshotDto, '4ca2d6'),
  pastFeature('events', GeoEventSnapshotDto, '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901'),
  pastFeature('pins', PinSnapshotDto, '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d6e'),
];

@Service()
@Authorized()
@JsonController('/geospatial/snapshot')
export class SnapshotsController {
  private readonly shared: ReturnType<SnapshotsService['sharedTexts']>;

  constructor(private readonly snapshots: SnapshotsService) {
    this.shared = snapshots.sharedTexts(textOf);
  }

  @Get('')
  @Endpoint({
    summary: 'Get a snapshot',
    lane: 'reads',
    description:
      'Returns all positions and ongoing events at one moment, at most 10,000 of each layer, without base ' +
      'stations and aids to navigation. The present is the live state of at most half a second ago, at the time ' +
      '`at` of the response. For the past, positions are ' +
      'interpolated between the stored reports before and after `at`; without a later report the last ' +
      'position is used. Positions are never extrapolated. Names are current. A time in the future or older ' +
      'than the stored tracks is a 400.',
    returns: GeospatialSnapshotDto,
    alternatives: {
      [geoJsonType]: {
        description: 'A FeatureCollection of points; the property `layer` is the kind of each.',
        geoJson: {
          features: snapshotFeatures,
          collection: GeospatialSnapshotDto,
          without: ['vessels', 'aircraft', 'events', 'pins'],
        },
      },
    },
  })
  async getSnapshot(
    @QueryParams() query: SnapshotQuery,
    @CurrentCaller() { accountId }: Caller,
    @WantsGeoJson() isGeoJson: boolean,
  ): Promise<RawJson | Reply> {
    const text =
      query.at === undefined && !query.layer.includes('pins')
        ? await this.shared(query, isGeoJson)
        : await textOf(await this.snapshots.read(query, accountId), isGeoJson);
    return isGeoJson ? geoJson(text) : new RawJson(text);
  }
}

const textOf = (snapshot: Snapshot, isGeoJson: boolean): Promise<Buffer> =>
  isGeoJson ? asFeatures(snapshot) : asJson(snapshot);

interface Placed {
  position: { lat: number; lon: number };
}

async function asJson({ at, layers, vessels, aircraft, events, pins, truncated }: Snapshot): Promise<Buffer> {
  const text = new ChunkedJsonWriter();
  text.add(`{"at":${JSON.stringify(at)},"layers":${JSON.stringify(layers)},"vessels":[`);
  await text.addItems(vessels, (one) => JSON.stringify(VesselSnapshotDto.from(one)));
  text.add('],"aircraft":[');
  await text.addItems(aircraft, (one) => JSON.stringify(AircraftSnapshotDto.from(one)));
  text.add('],"events":[');
  await text.addItems(events, (one) => JSON.stringify(GeoEventSnapshotDto.from(one)));
  text.add('],"pins":[');
  await text.addItems(pins, (one) => JSON.stringify(PinSnapshotDto.from(one)));
  text.add(`],"truncated":${JSON.stringify(truncated)}}`);
  return text.done();
}

async function asFeatures({ at, layers, vessels, aircraft, events, pins, truncated }: Snapshot): Promise<Buffer> {
  const text = new ChunkedJsonWriter();
  text.add('{"type":"FeatureCollection","features":[');
  let isFirst = true;
  const addLayer = async <Item>(items: readonly Item[], write: (item: Item) => string) => {
    if (items.length > 0 && !isFirst) text.add(',');
    isFirst &&= items.length === 0;
    await text.addItems(items, write);
  };
  await addLayer(vessels, (past) => featureOf('vessels', idOf('vessels', past.key), VesselSnapshotDto.from(past)));
  await addLayer(aircraft, (past) => featureOf('aircraft', idOf('aircraft', past.key), AircraftSnapshotDto.from(past)));
  await addLayer(events, (past) => featureOf('events', past.id, GeoEventSnapshotDto.from(past)));
  await addLayer(pins, (past) => featureOf('pins', past.id, PinSnapshotDto.from(past)));
  text.add(`],"at":${JSON.stringify(at)},"layers":${JSON.stringify(layers)},"truncated":${JSON.stringify(truncated)}}`);
  return text.done();
}

function featureOf(layer: MapLayer, id: string, { position: { lat, lon }, ...properties }: Placed): string {
  return feature(id, pointGeometry(lat, lon), JSON.stringify({ layer, ...properties }));
}
