import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, nullable, number, objects, text, uuid } from '../../../api/rules.js';
import { symbolRule } from '../../markets/symbol-parameter.js';
import { breachCodes, type MandateBreach } from '../mandate/mandate-check.js';
import type { ClientWarning } from './client-figures.js';

export const amount = () => text(1, 60, /^-?\d{1,40}(?:\.\d{1,18})?$/, 'a decimal number such as 1250.40');
const MAX_LISTED = 100;

@Dto('A term of the mandate that the holdings violate.')
export class MandateBreachDto {
  @Field(
    '`outside_band`: a weight is too far from its target; `excluded_symbol`, `excluded_country`, ' +
      '`excluded_asset_class`: a holding is excluded; `holding_too_large`: a holding is above its largest ' +
      'weight; `cash_too_low`: cash is below its smallest weight.',
    choice(breachCodes),
    { example: 'holding_too_large' },
  )
  code!: MandateBreach['code'];

  @Field('The breach as a sentence.', text(1, 300), {
    example: 'AAPL.US is 34.2 % of the value; at most 30 % is allowed.',
  })
  detail!: string;

  @Field('The symbol; null for cash.', nullable(symbolRule), { example: 'AAPL.US' })
  symbol!: string | null;

  @Field('Its weight, as a fraction of the whole value; null without a value.', nullable(number()), { example: 0.342 })
  weight!: number | null;

  @Field('The violated limit; null for excluded holdings.', nullable(number()), {
    example: 0.3,
  })
  limit!: number | null;

  static from(mandateBreach: MandateBreach): MandateBreachDto {
    return answerOf(MandateBreachDto, mandateBreach);
  }
}

const conditionCodes = [
  'oversold',
  'lots_unavailable',
  'negative_cash',
  'cost_unknown',
  'price_missing',
  'price_stale',
  'rate_missing',
  'model_missing',
  'model_without_value',
  'facts_unknown',
];

@Dto('A missing or doubtful input of the figures of a client.')
export class ClientWarningDto {
  @Field(
    'As in the figures of a portfolio; of the mandate `model_missing`: its model portfolio was deleted, ' +
      '`model_without_value`: its model portfolio has no value, `facts_unknown`: the country or asset class of a ' +
      'holding is unknown.',
    choice(conditionCodes),
    { example: 'price_stale' },
  )
  code!: ClientWarning['code'];

  @Field('The input, and how the figures handle it, as a sentence.', text(1, 500), {
    example: 'The price of AAPL.US is of 2026-11-06.',
  })
  detail!: string;

  @Field('The portfolio it is of; null for the mandate.', nullable(uuid()), { example: null })
  portfolioId!: string | null;

  @Field('The symbol; null for cash.', nullable(symbolRule), { example: 'AAPL.US' })
  symbol!: string | null;

  static from(clientWarning: ClientWarning): ClientWarningDto {
    return answerOf(ClientWarningDto, clientWarning);
  }
}

export const breaches = () => objects(MandateBreachDto, MAX_LISTED);
export const warnings = () => objects(ClientWarningDto, MAX_LISTED);
export const breachesOf = (found: readonly MandateBreach[]): MandateBreachDto[] =>
  found.slice(0, MAX_LISTED).map(MandateBreachDto.from);
export const warningsOf = (found: readonly ClientWarning[]): ClientWarningDto[] =>
  found.slice(0, MAX_LISTED).map(ClientWarningDto.from);
