import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, number, optional } from '../../../api/rules.js';
import { type PictureLayer, pictureLayers } from '../layer.js';

@Dto('How large a map is and in which colors.')
export class MapSizeQuery {
  @Field(
    '`light`, `dark`, or `auto`, which follows the `prefers-color-scheme`. Ignored for JSON.',
    optional(choice(['auto', 'light', 'dark'])),
    {
      default: 'auto',
      example: 'auto',
    },
  )
  theme: 'auto' | 'light' | 'dark' = 'auto';

  @Field('Width in CSS pixels. Ignored for JSON.', optional(integer(320, 2000)), { default: 960, example: 960 })
  width: number = 960;

  @Field(
    'Height in CSS pixels; derived from the box by default. A low image has a shortened legend. Ignored for JSON.',
    optional(integer(200, 1200)),
    {
      example: 600,
    },
  )
  height?: number;
}

/** Parameters of every map. */
@Dto('Where a map is, how large it is and in which colors.')
export class MapLookQuery extends MapSizeQuery {
  @Field(
    'Box: west, south, east, north in degrees; west is greater than east across the antimeridian. Default: the ' +
      'whole Earth.',
    optional(list(number(-180, 180), 4, 4)),
    { example: [3, 50, 9, 54] },
  )
  bbox?: number[];
}

@Dto('The content of a map, its size and its colors.')
export class MapQuery extends MapLookQuery {
  @Field(
    'Layers to draw; pins and geofences are your own.',
    optional(list(choice(pictureLayers), pictureLayers.length, 1)),
    {
      default: ['vessels', 'aircraft', 'events'],
      example: ['vessels', 'geofences'],
    },
  )
  layer: PictureLayer[] = ['vessels', 'aircraft', 'events'];
}
