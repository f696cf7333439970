import { Dto, Field } from '../../../openapi/field.js';
import { choice, integer, list, number, object, optional, text } from '../../../openapi/rules.js';
import { degrees } from '../geojson.js';
import { PositionDto } from '../position.dto.js';
import { type CountedCell, type DensityLayer, densityLayers, MOST_CELLS } from './density.js';
import { h3 } from './h3.js';
import { FINEST } from './h3-code.js';
import { MapLookQuery } from './map-look.dto.js';

@Dto('What is counted, where and how finely.')
export class DensityQuery {
  @Field(
    'A box: west, south, east, north in degrees; west is greater than east across the antimeridian. All of the Earth when left out.',
    optional(list(number(-180, 180), 4, 4)),
    { example: [3, 50, 9, 54] },
  )
  bbox?: number[];

  @Field('The resolution of H3: 0 has cells of 4 million km², each further one has them a seventh as large, 8 has 0.7 km².', optional(integer(0, FINEST)), {
    default: 3,
    example: 3,
  })
  resolution: number = 3;

  @Field('What is counted.', optional(choice(densityLayers)), { default: 'vessels', example: 'vessels' })
  layer: DensityLayer = 'vessels';
}

@Dto('What is counted, where and how finely, and how large the picture is and in which colours.')
export class DensityPictureQuery extends MapLookQuery {
  @Field('The resolution of H3, as for the counts themselves. As fine as is well to be seen in the picture when left out.', optional(integer(0, FINEST)), {
    example: 3,
  })
  resolution?: number;

  @Field('What is counted.', optional(choice(densityLayers)), { default: 'vessels', example: 'vessels' })
  layer: DensityLayer = 'vessels';
}

@Dto('How many objects are in one cell.')
export class TrafficDensityCellDto {
  @Field('The index of the cell (https://h3geo.org), in hexadecimal.', text(15, 16, /^[0-9a-f]+$/), { example: '83196bfffffffff' })
  cell!: string;

  @Field('Objects in it, 1 or more.', integer(1, 100_000_000), { example: 42 })
  count!: number;

  @Field(
    'The middle of the cell.',
    object(() => PositionDto),
  )
  center!: PositionDto;

  /** As JSON. */
  static json({ cell, count }: CountedCell): string {
    const [lat, lon] = h3().cellToLatLng(cell);
    return `{"cell":"${cell}","count":${count},"center":{"lat":${degrees(lat)},"lon":${degrees(lon)}}}`;
  }
}

@Dto('How many objects there are, by cells of H3. Cells without any are left out.')
export class TrafficDensityDto {
  @Field('The resolution of H3, 0 to 8.', integer(0, FINEST), { example: 3 })
  resolution!: number;

  @Field('What was counted.', choice(densityLayers), { example: 'vessels' })
  layer!: DensityLayer;

  @Field('Objects in all cells together.', integer(0, 100_000_000), { example: 1234 })
  total!: number;

  @Field('Who told of them, of more than 2,000 a sample; `simulator` is made up and never real.', list(text(1, 50), 100), { example: ['simulator'] })
  providers!: string[];

  @Field(
    'The fullest first.',
    list(
      object(() => TrafficDensityCellDto),
      MOST_CELLS,
    ),
  )
  items!: TrafficDensityCellDto[];
}
