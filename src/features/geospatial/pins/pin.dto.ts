import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { integer, label, nullable, object, optional, text, timestamp } from '../../../api/rules.js';
import { OrderField, pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import type { Order } from '../../../time/sort-order.js';
import { AreaQuery, DistanceField, MAX_FEATURES } from '../area-query.dto.js';
import type { Nearby } from '../nearby.js';
import { type PositionInput, positionRule } from '../point.dto.js';
import { PositionDto } from '../position.dto.js';
import type { Pin } from './pin.js';

const title = () => label(1, 200);
const note = () => text(0, 4_000);
const severity = () => integer(1, 5);
const position = () => object(() => PositionDto);
const severityText = 'Your rating of the severity, from 1 (minor) to 5 (critical).';
const expiry = 'When the pin is deleted automatically (UTC); null for never.';

@Dto('The pins to list. All conditions hold together.')
export class PinsQuery extends AreaQuery {
  @OrderField('by the time of creation', 'asc')
  order: Order = 'asc';
}

@Dto('A new pin.')
export class NewPinDto {
  @Field('Title of the pin to show on the map.', title(), { example: 'Wreck buoy adrift' })
  title!: string;

  @Field('A note; null or omitted without one.', optional(nullable(note())), { example: 'Reported by two coasters.' })
  note?: string | null;

  @Field('The position: latitude and longitude, or a GeoJSON `Point`.', positionRule())
  position!: PositionInput;

  @Field(severityText, optional(severity()), { default: 1, example: 2 })
  severity: number = 1;

  @Field(`${expiry} Must be in the future.`, optional(nullable(timestamp())), { example: null })
  expiresAt?: string | null;
}

@Dto('Changes to a pin (RFC 7396). Omitted fields are unchanged.')
export class PinChangesDto {
  @Field('Title of the pin to show on the map.', optional(title()), { example: 'Wreck buoy adrift' })
  title?: string;

  @Field('A note; null without one.', optional(nullable(note())), { example: 'Reported by two coasters.' })
  note?: string | null;

  @Field('The position, both coordinates: latitude and longitude, or a GeoJSON `Point`.', optional(positionRule()))
  position?: PositionInput;

  @Field(severityText, optional(severity()), { example: 2 })
  severity?: number;

  @Field(`${expiry} Must be in the future.`, optional(nullable(timestamp())), { example: null })
  expiresAt?: string | null;
}

@Resource('A private note at a place.')
export class PinDto extends ResourceDto {
  @Field('Title of the pin to show on the map.', title(), { example: 'Wreck buoy adrift' })
  title!: string;

  @Field('A note; null without one.', nullable(note()), { example: 'Reported by two coasters.' })
  note!: string | null;

  @Field('Place of the pin, in degrees (WGS 84).', position())
  position!: PositionDto;

  @DistanceField()
  distanceMeters?: number;

  @Field(severityText, severity(), { example: 2 })
  severity!: number;

  @Field(expiry, nullable(timestamp()), { example: null })
  expiresAt!: string | null;

  static from(pin: Nearby<Pin>): PinDto {
    return answerOf(PinDto, pin);
  }
}

export const PinPageDto = pageOf(PinDto, 'PinPageDto', 'A page of pins, oldest first.', MAX_FEATURES);
