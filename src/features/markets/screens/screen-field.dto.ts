import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, list, objects, text } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { type FieldGroup, type FieldKind, type FieldUnit, fieldGroups, fieldUnits } from './screen-fields.js';

/** Fields that a catalog has at most. */
const MAX_KINDS = 500;

@Dto('A field that screens compare, sort by or show.')
export class ScreenFieldDto {
  @Field('The name of the field; parameters follow it after colons.', text(2, 40), {
    example: 'priceChange',
    identity: true,
  })
  field!: string;

  @Field('The group of data from which values come.', choice(fieldGroups), { example: 'price' })
  group!: FieldGroup;

  @Field('The meaning of the value.', text(1, 200), { example: 'Change of the close over a number of candles' })
  label!: string;

  @Field(
    '`money` is in the currency of the company, `price` in that of the price; `fraction`: 0.05 is 5 %; `indicator`: ' +
      'as ' +
      '`GET /markets/indicators/{symbol}` returns it.',
    choice(fieldUnits),
    { example: 'fraction' },
  )
  unit!: FieldUnit;

  @Field(
    'The parameters in their order: `days` is a number of daily candles from 1 to 500; `period` is `ttm` (default), ' +
      '`annual` or `quarter`; those of indicators have defaults.',
    list(text(1, 30), 10),
    { example: ['days'] },
  )
  parameters!: readonly string[];

  @Field(
    'Values of an indicator; the first one is the default, another one follows a dot, as in `macd.signal`.',
    list(text(1, 30), 10),
    { example: [] },
  )
  outputs!: readonly string[];

  static from({ name, group, label, unit, parameters, outputs = [] }: FieldKind): ScreenFieldDto {
    return answerOf(ScreenFieldDto, { field: name, group, label, unit, parameters, outputs });
  }
}

@Dto('All fields of screens.')
export class ScreenFieldListDto {
  @Field('The fields, in the order of their groups.', objects(ScreenFieldDto, MAX_KINDS))
  items!: ScreenFieldDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from(kinds: readonly FieldKind[]): ScreenFieldListDto {
    return answerOf(ScreenFieldListDto, { items: kinds.map(ScreenFieldDto.from), nextCursor: null });
  }
}
