import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, number, object, objects, optional, text, timestamp } from '../../../api/rules.js';
import { type OgcCollectionId, ogcCollectionIds, ogcCollections } from './collections.js';

const href = () => text(1, 1_000);

@Dto('A link to a related resource.')
export class OgcLinkDto {
  @Field('Absolute address.', href(), { example: 'https://watchfloor.example.com/api/v1/geospatial/ogc' })
  href!: string;

  @Field('Relation to this resource, such as `self`, `next` or `items`.', text(1, 100), { example: 'self' })
  rel!: string;

  @Field('Media type of the target.', text(1, 100), { example: 'application/json' })
  type!: string;

  @Field('Title of the target.', text(1, 100), { example: 'This document' })
  title!: string;
}

@Dto('The landing page of OGC API Features.')
export class OgcLandingPageDto {
  @Field('Title of the service.', text(1, 100), { example: 'Watchfloor' })
  title!: string;

  @Field('Content of the service.', text(1, 300), { example: 'Vessels, aircraft, events and geofences.' })
  description!: string;

  @Field('Links to the description, the conformance classes and the collections.', objects(OgcLinkDto, 20))
  links!: OgcLinkDto[];
}

@Dto('The conformance classes that this service implements.')
export class OgcConformanceDto {
  @Field('Addresses of the classes.', list(text(1, 200), 20), {
    example: ['http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core'],
  })
  conformsTo!: string[];
}

@Dto('The area of a collection.')
export class OgcSpatialExtentDto {
  @Field(
    'Boxes: west, south, east and north in degrees; the first contains the others.',
    list(list(number(-180, 180), 4, 4), 1, 1),
    {
      example: [[-180, -90, 180, 90]],
    },
  )
  bbox!: number[][];

  @Field('Coordinate reference system: longitude and latitude on WGS 84.', text(1, 100), {
    example: 'http://www.opengis.net/def/crs/OGC/1.3/CRS84',
  })
  crs!: string;
}

@Dto('The extent of a collection.')
export class OgcExtentDto {
  @Field(
    'Area of the features.',
    object(() => OgcSpatialExtentDto),
  )
  spatial!: OgcSpatialExtentDto;
}

@Dto('A collection of features.')
export class OgcCollectionDto {
  @Field('Identifier.', choice(ogcCollectionIds), { example: 'vessels', identity: true })
  id!: OgcCollectionId;

  @Field('Name of the collection to show.', text(1, 50), { example: 'Vessels' })
  title!: string;

  @Field('Content of the collection.', text(1, 200), { example: 'Vessels at their latest position, by MMSI.' })
  description!: string;

  @Field('Always `feature`.', choice(['feature']), { example: 'feature' })
  itemType!: string;

  @Field(
    'Extent of the features.',
    object(() => OgcExtentDto),
  )
  extent!: OgcExtentDto;

  @Field('Coordinate reference systems that the features have.', list(text(1, 100), 1, 1), {
    example: ['http://www.opengis.net/def/crs/OGC/1.3/CRS84'],
  })
  crs!: string[];

  @Field('Links to the collection and to its items.', objects(OgcLinkDto, 20))
  links!: OgcLinkDto[];

  /** @param address address of the landing page */
  static from(id: OgcCollectionId, address: string): OgcCollectionDto {
    const { title, description } = ogcCollections[id];
    const self = `${address}/collections/${id}`;
    return Object.assign(new OgcCollectionDto(), {
      id,
      title,
      description,
      itemType: 'feature',
      extent: { spatial: { bbox: [[-180, -90, 180, 90]], crs: CRS84 } },
      crs: [CRS84],
      links: [
        linkTo(self, 'self', 'application/json', 'This document'),
        linkTo(`${self}/items`, 'items', 'application/geo+json', title),
      ],
    });
  }
}

@Dto('The collections of features.')
export class OgcCollectionsDto {
  @Field('Links to this document.', objects(OgcLinkDto, 20))
  links!: OgcLinkDto[];

  @Field('Collections of features, each with its links.', objects(OgcCollectionDto, 20))
  collections!: OgcCollectionDto[];
}

@Dto('The features to return.')
export class OgcItemsQuery {
  @Field(
    'Box: west, south, east, north in degrees, or six numbers with heights, which are ignored; west is greater than ' +
      'east across the antimeridian.',
    optional(list(number(-1_000_000, 1_000_000), 6, 4)),
    { example: [3, 50, 9, 54] },
  )
  bbox?: number[];

  @Field(
    'Instant, or interval as `start/end`, where `..` is an open end. Vessels and aircraft match by the time of ' +
      'their last report, events by their start; geofences always match.',
    optional(text(1, 100)),
    { omitFromExample: true, example: '2026-11-20T00:00:00Z/..' },
  )
  datetime?: string;

  @Field('Maximum number of features in a page.', optional(integer(1, 10_000)), { default: 100, example: 100 })
  limit: number = 100;

  // The field has no example, because an invented cursor would be invalid.
  @Field(
    'Position of the page; only as in the link `next` of the previous page.',
    optional(text(1, 512, /^[A-Za-z0-9_-]+$/, 'a cursor as it was given')),
  )
  cursor?: string;
}

@Dto('A page of features.')
export class OgcDto {
  @Field('Links to this page, the next one and the collection.', objects(OgcLinkDto, 20))
  links!: OgcLinkDto[];

  @Field('Time of the response (UTC).', timestamp(), { example: '2026-11-20T23:15:00.000Z' })
  timeStamp!: string;

  @Field('Number of features in this page; a page with fewer than `limit` may have a next one.', integer(0, 10_000), {
    example: 100,
  })
  numberReturned!: number;
}

export const CRS84 = 'http://www.opengis.net/def/crs/OGC/1.3/CRS84';

export const linkTo = (to: string, rel: string, type: string, title: string): OgcLinkDto =>
  Object.assign(new OgcLinkDto(), { href: to, rel, type, title });
