import { Dto, Field } from '../../../api/field.js';
import { choice, list, number, object, objects, optional, text, uuid } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { symbolRule } from '../../markets/symbol-parameter.js';
import { NewAlertRuleDto } from '../rules/rule.dto.js';
import { type Template, type TemplateValues, templates } from './templates.js';

@Dto('The values for the templates. Omitted values are replaced by examples.')
export class AlertTemplatesQuery {
  @Field('Instruments, such as those of a watchlist.', optional(list(symbolRule, 20, 1)), { example: ['AAPL.US'] })
  symbol?: string[];

  @Field('Latitude of a place in degrees; with `lon`.', optional(number(-90, 90)), { example: 26.57 })
  lat?: number;

  @Field('Longitude of a place in degrees; with `lat`.', optional(number(-180, 180)), { example: 56.25 })
  lon?: number;

  @Field('The id of one of your geofences.', optional(uuid()), { isWithoutExample: true })
  geofenceId?: string;

  @Field(
    'Vessels or aircraft.',
    optional(
      list(
        text(13, 18, /^(?:vessel:\d{9}|aircraft:~?[0-9a-f]{6})$/, 'a vessel or an aircraft such as vessel:219024336'),
        20,
        1,
      ),
    ),
    { example: ['vessel:219024336'] },
  )
  entity?: string[];

  @Field('A feed, as in `GET /health/feeds`.', optional(text(1, 100, /^[a-z0-9][a-z0-9._-]*$/, 'the name of a feed')), {
    isWithoutExample: true,
  })
  feed?: string;
}

@Dto('A complete rule as a starting point.')
export class AlertTemplateDto {
  @Field('Identifier.', choice(templates.map(({ id }) => id)), { example: 'price_level' })
  id!: string;

  @Field('A short name.', text(1, 100), { example: 'Price above a level' })
  name!: string;

  @Field('When it fires.', text(1, 500), { example: 'Fires when a price rises above a level.' })
  description!: string;

  @Field(
    'Query parameters that fill it in. A rule with a `geofenceId` is valid only with one of yours.',
    list(choice(['symbol', 'lat', 'lon', 'geofenceId', 'entity', 'feed']), 6),
    {
      example: ['symbol'],
    },
  )
  values!: string[];

  @Field(
    'The rule as a draft for `POST /alerts/rules`.',
    object(() => NewAlertRuleDto),
  )
  rule!: NewAlertRuleDto;

  static from({ id, name, description, values, rule }: Template, filled: TemplateValues): AlertTemplateDto {
    return Object.assign(new AlertTemplateDto(), { id, name, description, values: [...values], rule: rule(filled) });
  }
}

@Dto('All templates.')
export class AlertTemplateListDto {
  @Field('The templates.', objects(AlertTemplateDto, 100))
  items!: AlertTemplateDto[];

  @SinglePageCursor()
  nextCursor!: string | null;

  static from(filled: TemplateValues): AlertTemplateListDto {
    return Object.assign(new AlertTemplateListDto(), {
      items: templates.map((template) => AlertTemplateDto.from(template, filled)),
      nextCursor: null,
    });
  }
}
