import { pageOf } from '../../../http/page.js';
import { Dto, Field } from '../../../openapi/field.js';
import { integer, nullable, object, optional, text, timestamp, uuid } from '../../../openapi/rules.js';
import { MAX_FEATURES } from '../area-query.dto.js';
import { PositionDto } from '../position.dto.js';
import type { Pin } from './pin.js';

const title = () => text(1, 200);
const note = () => text(0, 4_000);
const severity = () => integer(1, 5);
const position = () => object(() => PositionDto);
const graveness = 'How grave it is to you, from 1 (slight) to 5 (grave).';
const expiry = 'When it goes by itself (UTC); null for never.';

@Dto('A pin to set.')
export class NewPinDto {
  @Field('A name to know it by.', title(), { example: 'Wreck buoy adrift' })
  title!: string;

  @Field('What else there is to say; null or left out for nothing.', optional(nullable(note())), { example: 'Reported by two coasters.' })
  note?: string | null;

  @Field('Where it is.', position())
  position!: PositionDto;

  @Field(graveness, optional(severity()), { default: 1, example: 2 })
  severity: number = 1;

  @Field(`${expiry} Must be in the future.`, optional(nullable(timestamp())), { example: null })
  expiresAt?: string | null;
}

@Dto('What to change of a pin (RFC 7396): fields left out stay.')
export class PinChangesDto {
  @Field('A name to know it by.', optional(title()), { example: 'Wreck buoy adrift' })
  title?: string;

  @Field('What else there is to say; null for nothing.', optional(nullable(note())), { example: 'Reported by two coasters.' })
  note?: string | null;

  @Field('Where it is, both coordinates.', optional(position()))
  position?: PositionDto;

  @Field(graveness, optional(severity()), { example: 2 })
  severity?: number;

  @Field(`${expiry} Must be in the future.`, optional(nullable(timestamp())), { example: null })
  expiresAt?: string | null;
}

@Dto('A place that you have marked.')
export class PinDto {
  @Field('Identifier (UUIDv7).', uuid())
  id!: string;

  @Field('A name to know it by.', title(), { example: 'Wreck buoy adrift' })
  title!: string;

  @Field('What else there is to say; null for nothing.', nullable(note()), { example: 'Reported by two coasters.' })
  note!: string | null;

  @Field('Where it is.', position())
  position!: PositionDto;

  @Field(graveness, severity(), { example: 2 })
  severity!: number;

  @Field(expiry, nullable(timestamp()), { example: null })
  expiresAt!: string | null;

  @Field('When it was set (UTC).', timestamp())
  createdAt!: string;

  @Field('When it was last changed (UTC).', timestamp())
  updatedAt!: string;

  @Field('Grows by one with every change; the ETag holds it.', integer(1, 2_147_483_647), { example: 1 })
  version!: number;

  static from({ id, title, note, position, severity, expiresAt, createdAt, updatedAt, version }: Pin): PinDto {
    const times = { expiresAt: expiresAt?.toISOString() ?? null, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
    return Object.assign(new PinDto(), { id, title, note, position, severity, ...times, version });
  }
}

export const PinPageDto = pageOf(PinDto, 'PinPageDto', 'A page of pins, oldest first.', MAX_FEATURES);
