import { Dto, Field } from '../../../openapi/field.js';
import { choice, flag, integer, list, number, optional, text, timestamp } from '../../../openapi/rules.js';
import { type ShipType, shipTypes } from '../ais/ship-type.js';
import { type MapLayer, mapLayers } from '../layer.js';
import { type CurrentItem, type GoneItem, type GoneReason, goneReasons, type ResetReason, resetReasons } from './stream-item.js';

@Dto('What is followed, and where.')
export class GeoStreamQuery {
  @Field(
    'A box: west, south, east, north in degrees; west is greater than east across the antimeridian. All of the Earth when left out.',
    optional(list(number(-180, 180), 4, 4)),
    { example: [3, 50, 9, 54] },
  )
  bbox?: number[];

  @Field('What is followed; of pins those of the caller.', optional(list(choice(mapLayers), mapLayers.length, 1)), {
    default: ['vessels', 'aircraft', 'events'],
    example: ['vessels', 'aircraft', 'events'],
  })
  layer: MapLayer[] = ['vessels', 'aircraft', 'events'];

  @Field('Of ships only those of these types; a ship that has not told hers is of none.', optional(list(choice(shipTypes), shipTypes.length, 1)), {
    omitFromExample: true,
    example: ['cargo', 'tanker'],
  })
  type?: ShipType[];

  @Field('Of events only those at least so grave, from 1 (slight) to 5 (grave).', optional(integer(1, 5)), { example: 3 })
  minSeverity?: number;
}

@Dto('Something that was told of is not to be shown any more.')
export class GeoStreamRemovalDto {
  @Field('What kind of thing it is.', choice(mapLayers), { example: 'vessels' })
  layer!: MapLayer;

  @Field('Its MMSI, its 24-bit address, or the id of the event or pin.', text(1, 50), { example: '219024336' })
  id!: string;

  @Field(
    '`left`: it is outside of the box, or no longer of the kind that was asked for; `expired`: it has been silent for too long; `deleted`: it was taken back or deleted, or its time was over.',
    choice(goneReasons),
    { example: 'left' },
  )
  reason!: GoneReason;

  static from({ layer, id, reason }: GoneItem): GeoStreamRemovalDto {
    return Object.assign(new GeoStreamRemovalDto(), { layer, id, reason });
  }
}

@Dto('Everything up to here has been told.')
export class GeoStreamCurrentDto {
  @Field('As of when (UTC).', timestamp(), { example: '2026-11-20T21:00:00.000Z' })
  at!: string;

  @Field('True when there was more in the box at first than is told at once: of the rest each is told when it changes. Ask for a smaller box.', flag(), {
    example: false,
  })
  truncated!: boolean;

  static from({ at, truncated }: CurrentItem): GeoStreamCurrentDto {
    return Object.assign(new GeoStreamCurrentDto(), { at: new Date(at).toISOString(), truncated });
  }
}

@Dto('Everything that was told before is to be forgotten; all there is follows.')
export class GeoStreamResetDto {
  @Field(
    '`unknown_mark`: this process does not know the `Last-Event-ID`, or it was of another stream; `behind`: too much happened to be told one by one.',
    choice(resetReasons),
    { example: 'unknown_mark' },
  )
  reason!: ResetReason;

  static from(reason: ResetReason): GeoStreamResetDto {
    return Object.assign(new GeoStreamResetDto(), { reason });
  }
}
