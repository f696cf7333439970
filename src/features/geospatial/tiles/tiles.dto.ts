import { Dto, Field } from '../../../api/field.js';
import { choice, integer, json, list, number, objects, optional, text, timeOrDay } from '../../../api/rules.js';
import { MAX_ZOOM } from './tile.js';
import { type TileLayer, type TileLayerDescription, tileLayers } from './tile-layers.js';

@Dto('The moment that a tile shows.')
export class TileQuery {
  @Field(
    'A past moment for vessels, aircraft and events. Default: now. Not in the future, and within the stored ' +
      'tracks. A plain date is the start of that day (UTC).',
    optional(timeOrDay()),
    { omitFromExample: true, example: '2026-11-20T23:15:00.000Z' },
  )
  at?: string;
}

@Dto('A layer inside a vector tile.')
export class VectorLayerDto {
  @Field('Name of the layer in the tile.', text(1, 50), { example: 'vessels', identity: true })
  id!: string;

  @Field('Content of the layer.', text(1, 200), { example: 'Vessels, in tiles with at most 4,000 of them.' })
  description!: string;

  @Field('Properties of the features by name, each with its meaning.', json(50), {
    example: { name: 'Name or callsign, where it is known.' },
  })
  fields!: Readonly<Record<string, string>>;
}

@Dto('A tile set, as TileJSON 3.0.0.')
export class TileJsonDto {
  @Field('Version of TileJSON.', choice(['3.0.0']), { example: '3.0.0' })
  tilejson!: string;

  @Field('Title of the layer.', text(1, 50), { example: 'Vessels', identity: true })
  name!: string;

  @Field('Template of the addresses of tiles.', list(text(1, 500), 1, 1), {
    example: ['https://watchfloor.example.com/api/v1/geospatial/tiles/vessels/{z}/{x}/{y}.mvt'],
  })
  tiles!: string[];

  @Field('The least zoom level.', integer(0, MAX_ZOOM), { example: 0 })
  minzoom!: number;

  @Field('The greatest zoom level with more detail; clients enlarge its tiles beyond it.', integer(0, MAX_ZOOM), {
    example: 14,
  })
  maxzoom!: number;

  @Field('West, south, east and north in degrees.', list(number(-180, 180), 4, 4), {
    example: [-180, -85.0511, 180, 85.0511],
  })
  bounds!: number[];

  @Field('Sources to be named beside the map; empty for data of this service.', text(0, 200), {
    example: 'Natural Earth',
  })
  attribution!: string;

  @Field('Layers inside each tile.', objects(VectorLayerDto, 10))
  vector_layers!: VectorLayerDto[];

  static from(layer: TileLayer, { title, maxZoom, attribution, layers }: TileLayerDescription, url: string) {
    return Object.assign(new TileJsonDto(), {
      tilejson: '3.0.0',
      name: title,
      tiles: [`${url}/${layer}/{z}/{x}/{y}.mvt`],
      minzoom: 0,
      maxzoom: maxZoom,
      bounds: [-180, -85.0511, 180, 85.0511],
      attribution,
      vector_layers: layers.map((one) => Object.assign(new VectorLayerDto(), one)),
    });
  }
}

/** The path parameters of a tile. */
export const tileParams = {
  layer: { description: 'Layer of the map.', rule: choice(tileLayers), example: 'vessels' },
  z: {
    description: `Zoom level, from 0 to ${MAX_ZOOM}.`,
    rule: text(1, 2, /^(?:1?\d|20)$/, 'a zoom level'),
    example: '6',
  },
  x: { description: 'Column, from 180° W eastward.', rule: text(1, 7, /^\d{1,7}$/, 'a column'), example: '32' },
  y: { description: 'Row, from 85.0511° N southward.', rule: text(1, 7, /^\d{1,7}$/, 'a row'), example: '21' },
};
