import { Dto, Field } from '../../../../api/field.js';
import { choice, integer, list, number, object, objects, optional, text } from '../../../../api/rules.js';
import { degrees } from '../../../../http/geojson.js';
import { SinglePageCursor } from '../../../../http/single-page-cursor.js';
import { PositionDto } from '../../position.dto.js';
import { MapLookQuery } from '../map.dto.js';
import { type CountedCell, type DensityLayer, densityLayers, MAX_CELLS } from './density.js';
import { FINEST, h3 } from './h3.js';

@Dto('The objects to count, the area and the size of its cells.')
export class DensityQuery {
  @Field(
    'Box: west, south, east, north in degrees; west is greater than east across the antimeridian. Default: the ' +
      'whole Earth.',
    optional(list(number(-180, 180), 4, 4)),
    { example: [3, 50, 9, 54] },
  )
  bbox?: number[];

  @Field(
    'H3 resolution: cells have 4 million km² at 0, a seventh of that at each further resolution, and 0.7 km² at 8.',
    optional(integer(0, FINEST)),
    {
      default: 3,
      example: 3,
    },
  )
  resolution: number = 3;

  @Field('Layer to count.', optional(choice(densityLayers)), { default: 'vessels', example: 'vessels' })
  layer: DensityLayer = 'vessels';
}

@Dto('The objects to count, the area, the size of its cells, and the size and colors of the image.')
export class DensityPictureQuery extends MapLookQuery {
  @Field('H3 resolution, as for the counts. Default: the finest that is legible.', optional(integer(0, FINEST)), {
    example: 3,
  })
  resolution?: number;

  @Field('Layer to count.', optional(choice(densityLayers)), { default: 'vessels', example: 'vessels' })
  layer: DensityLayer = 'vessels';
}

@Dto('Number of objects in one cell.')
export class TrafficDensityCellDto {
  @Field('H3 index of the cell (https://h3geo.org), in hexadecimal.', text(15, 16, /^[0-9a-f]+$/), {
    example: '83196bfffffffff',
  })
  cell!: string;

  @Field('Number of objects, at least 1.', integer(1, 100_000_000), { example: 42 })
  count!: number;

  @Field(
    'Center of the cell.',
    object(() => PositionDto),
  )
  center!: PositionDto;

  /** Writes a cell as JSON. */
  static json({ cell, count }: CountedCell): string {
    const [lat, lon] = h3().cellToLatLng(cell);
    return `{"cell":"${cell}","count":${count},"center":{"lat":${degrees(lat)},"lon":${degrees(lon)}}}`;
  }
}

@Dto('Number of objects per H3 cell. Empty cells are omitted.')
export class TrafficDensityDto {
  @Field('H3 resolution, 0 to 8.', integer(0, FINEST), { example: 3 })
  resolution!: number;

  @Field('Layer that was counted.', choice(densityLayers), { example: 'vessels' })
  layer!: DensityLayer;

  @Field('Number of objects in all cells.', integer(0, 100_000_000), { example: 1234 })
  total!: number;

  @Field(
    'Providers of the objects (sampled above 2,000 objects); `simulator` data is not real.',
    list(text(1, 50), 100),
    { example: ['simulator'] },
  )
  providers!: string[];

  @Field('Cells, the fullest first.', objects(TrafficDensityCellDto, MAX_CELLS))
  items!: TrafficDensityCellDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;
}
