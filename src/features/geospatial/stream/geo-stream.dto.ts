import { Dto, Field } from '../../../openapi/field.js';
import { choice, flag, integer, list, number, optional, text, timestamp } from '../../../openapi/rules.js';
import { type ShipType, shipTypes } from '../ais/ship-type.js';
import { type MapLayer, mapLayers } from '../layer.js';
import { type CurrentItem, type GoneItem, type GoneReason, goneReasons, type ResetReason, resetReasons } from './stream-item.js';

@Dto('The area and the objects to stream.')
export class GeoStreamQuery {
  @Field(
    'A box: west, south, east, north in degrees; west is greater than east across the antimeridian. The whole Earth if omitted.',
    optional(list(number(-180, 180), 4, 4)),
    { example: [3, 50, 9, 54] },
  )
  bbox?: number[];

  @Field('The layers to stream; `pins` are those of the caller.', optional(list(choice(mapLayers), mapLayers.length, 1)), {
    default: ['vessels', 'aircraft', 'events'],
    example: ['vessels', 'aircraft', 'events'],
  })
  layer: MapLayer[] = ['vessels', 'aircraft', 'events'];

  @Field('Only vessels of these types. Vessels that have not reported their type are not included.', optional(list(choice(shipTypes), shipTypes.length, 1)), {
    omitFromExample: true,
    example: ['cargo', 'tanker'],
  })
  type?: ShipType[];

  @Field('Only events of at least this severity, from 1 (lowest) to 5 (highest).', optional(integer(1, 5)), { example: 3 })
  minSeverity?: number;
}

@Dto('An object sent before is gone and must be removed.')
export class GeoStreamRemovalDto {
  @Field('The layer of the object.', choice(mapLayers), { example: 'vessels' })
  layer!: MapLayer;

  @Field('The MMSI of a vessel, the 24-bit address of an aircraft, or the id of an event or pin.', text(1, 50), { example: '219024336' })
  id!: string;

  @Field(
    '`left`: it left the box or no longer matches the filters; `expired`: it has not reported for too long; `deleted`: it was deleted, retracted or expired.',
    choice(goneReasons),
    { example: 'left' },
  )
  reason!: GoneReason;

  static from({ layer, id, reason }: GoneItem): GeoStreamRemovalDto {
    return Object.assign(new GeoStreamRemovalDto(), { layer, id, reason });
  }
}

@Dto('Everything up to this message has been sent.')
export class GeoStreamCurrentDto {
  @Field('The time of this state (UTC).', timestamp(), { example: '2026-11-20T21:00:00.000Z' })
  at!: string;

  @Field('True if the box contained more objects than the first snapshot may hold. The others are sent when they change. Request a smaller box.', flag(), {
    example: false,
  })
  truncated!: boolean;

  static from({ at, truncated }: CurrentItem): GeoStreamCurrentDto {
    return Object.assign(new GeoStreamCurrentDto(), { at: new Date(at).toISOString(), truncated });
  }
}

@Dto('All objects received before must be discarded; a new snapshot follows.')
export class GeoStreamResetDto {
  @Field(
    '`unknown_mark`: this process does not know the `Last-Event-ID`, or it belongs to another stream; `behind`: too many events happened to send them one by one.',
    choice(resetReasons),
    { example: 'unknown_mark' },
  )
  reason!: ResetReason;

  static from(reason: ResetReason): GeoStreamResetDto {
    return Object.assign(new GeoStreamResetDto(), { reason });
  }
}
