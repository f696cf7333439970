import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, nullable, number, objects, text, uuid } from '../../../api/rules.js';
import { symbolRule } from '../../markets/symbol-parameter.js';
import { groupings } from '../../portfolios/allocation/grouping.js';
import { breachCodes, type MandateBreach } from '../mandate/mandate-breach.js';
import { type LimitCheck, limitStates } from '../mandate/mandate-limits.js';
import type { ClientWarning } from './client-figures.js';

export const amount = () => text(1, 60, /^-?\d{1,40}(?:\.\d{1,18})?$/, 'a decimal number such as 1250.40');
const MAX_LISTED = 100;
const limited = ['instrument', ...groupings] as const;

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

@Dto('A limit of the mandate, compared with the holdings.')
export class MandateLimitCheckDto {
  @Field('The limited attribute; `instrument`: the largest weight of one instrument.', choice(limited), {
    example: 'sector',
  })
  by!: LimitCheck['by'];

  @Field('The group, or the symbol of the largest instrument; null if nothing is held.', nullable(text(1, 100)), {
    example: 'Technology',
  })
  group!: string | null;

  @Field('The smallest allowed weight; null for no such limit.', nullable(number(0, 1)), { example: null })
  minWeight!: number | null;

  @Field('The largest allowed weight; null for no such limit.', nullable(number(0, 1)), { example: 0.4 })
  maxWeight!: number | null;

  @Field('The known weight, as a fraction of the whole value; null without a value.', nullable(number()), {
    example: 0.31,
  })
  weight!: number | null;

  @Field('The weight of what may belong to the group, as its facts are not known.', number(0), { example: 0.02 })
  unknownWeight!: number;

  @Field(
    '`kept` and `breached` hold for every content of the unknown weight; `unverified`: it depends on it, or a price ' +
      'is missing.',
    choice(limitStates),
    { example: 'kept' },
  )
  state!: LimitCheck['state'];

  @Field('The result as a sentence.', text(1, 400), {
    example: 'The sector Technology is 31% of the value, and up to 2% more are not known; at most 40% is allowed.',
  })
  detail!: string;

  static from(limitCheck: LimitCheck): MandateLimitCheckDto {
    return answerOf(MandateLimitCheckDto, limitCheck);
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
      'holding, or what a fund holds, is unknown, so that a restriction or limit could not be checked.',
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
export const limitsText =
  'The limits of groups and, for a mandate that looks through funds, that of the largest instrument.';
export const limits = () => objects(MandateLimitCheckDto, MAX_LISTED);
export const limitsOf = (found: readonly LimitCheck[]): MandateLimitCheckDto[] => found.map(MandateLimitCheckDto.from);
export const warningsOf = (found: readonly ClientWarning[]): ClientWarningDto[] =>
  found.slice(0, MAX_LISTED).map(ClientWarningDto.from);
