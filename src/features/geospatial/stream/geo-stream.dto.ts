import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, flag, integer, list, number, optional, text, timestamp } from '../../../api/rules.js';
import {
  AircraftTypeField,
  MaxAltitudeField,
  MilitaryField,
  MinAltitudeField,
  OperatorField,
  RegistrationField,
} from '../aircraft/identity-fields.js';
import { type ShipType, shipTypes } from '../ais/ship-type.js';
import { EntityField, FleetField } from '../fleets/fleet.dto.js';
import { type MapLayer, mapLayers } from '../layer.js';
import {
  type CurrentItem,
  type GoneItem,
  type GoneReason,
  goneReasons,
  type ResetReason,
  resetReasons,
} from './stream-item.js';

@Dto('The area and the objects to stream.')
export class GeoStreamQuery {
  @Field(
    'Box: west, south, east, north in degrees; west is greater than east across the antimeridian. Default: the ' +
      'whole Earth.',
    optional(list(number(-180, 180), 4, 4)),
    { example: [3, 50, 9, 54] },
  )
  bbox?: number[];

  @Field('Layers to stream; pins are your own.', optional(list(choice(mapLayers), mapLayers.length, 1)), {
    default: ['vessels', 'aircraft', 'events'],
    example: ['vessels', 'aircraft', 'events'],
  })
  layer: MapLayer[] = ['vessels', 'aircraft', 'events'];

  @Field(
    'Only vessels of these types; vessels without a known type do not match.',
    optional(list(choice(shipTypes), shipTypes.length, 1)),
    {
      omitFromExample: true,
      example: ['cargo', 'tanker'],
    },
  )
  type?: ShipType[];

  @RegistrationField()
  registration?: string[];

  @AircraftTypeField()
  aircraftType?: string[];

  @OperatorField()
  operator?: string;

  @MilitaryField()
  military?: boolean;

  @Field('Only aircraft that report to be on the ground (`true`) or airborne (`false`).', optional(flag()), {
    omitFromExample: true,
    example: false,
  })
  onGround?: boolean;

  @MinAltitudeField()
  minAltitudeFeet?: number;

  @MaxAltitudeField()
  maxAltitudeFeet?: number;

  @EntityField()
  entity?: string[];

  @FleetField()
  fleetId?: string;

  @Field('Minimum severity of events, from 1 (minor) to 5 (critical).', optional(integer(1, 5)), { example: 3 })
  minSeverity?: number;
}

@Dto('An object that should no longer be shown.')
export class GeoStreamRemovalDto {
  @Field('Kind of object.', choice(mapLayers), { example: 'vessels' })
  layer!: MapLayer;

  @Field('MMSI, 24-bit address, or id of the event or pin.', text(1, 50), { example: '219024336' })
  id!: string;

  @Field(
    '`left`: it is outside the box or no longer matches the filters; `expired`: it has not reported within the ' +
      'live window; `deleted`: it was withdrawn, deleted or has expired.',
    choice(goneReasons),
    { example: 'left' },
  )
  reason!: GoneReason;

  static from(goneItem: GoneItem): GeoStreamRemovalDto {
    return answerOf(GeoStreamRemovalDto, goneItem);
  }
}

@Dto('All changes up to this point were sent.')
export class GeoStreamCurrentDto {
  @Field('Time of the state (UTC).', timestamp(), { example: '2026-11-20T21:00:00.000Z' })
  at!: string;

  @Field(
    'True when the initial state was cut at the limit; the remaining objects are sent when they change. Use a ' +
      'smaller box.',
    flag(),
    {
      example: false,
    },
  )
  truncated!: boolean;

  static from({ at, truncated }: CurrentItem): GeoStreamCurrentDto {
    return Object.assign(new GeoStreamCurrentDto(), { at: new Date(at).toISOString(), truncated });
  }
}

@Dto('Discard all previous objects; the full state follows.')
export class GeoStreamResetDto {
  @Field(
    '`unknown_mark`: the `Last-Event-ID` is unknown to this process or belongs to another stream; `behind`: ' +
      'too many changes to send one by one.',
    choice(resetReasons),
    { example: 'unknown_mark' },
  )
  reason!: ResetReason;

  static from(reason: ResetReason): GeoStreamResetDto {
    return Object.assign(new GeoStreamResetDto(), { reason });
  }
}
