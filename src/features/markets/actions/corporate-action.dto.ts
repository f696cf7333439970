import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, day, list, nullable, number, object, objects, optional, text, timeOrDay } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import type { ListedAction, ListedActions } from './listed-action.js';

export const actionTypes = ['split', 'dividend'] as const;
type ActionType = (typeof actionTypes)[number];

/** Maximum number of splits and dividends in a response: daily dividends of five years and more. */
const MAX_ACTIONS = 2_000;

@Dto('The splits and dividends to list.')
export class CorporateActionsQuery {
  @Field('Only actions of these types. Default: both.', optional(list(choice(actionTypes), actionTypes.length, 1)), {
    example: ['dividend'],
  })
  type?: ActionType[];

  @Field('Only actions with this ex-day or a later one; of a time, its day (UTC).', optional(timeOrDay()), {
    example: '2024-01-01',
  })
  from?: string;

  @Field('Only actions with an ex-day before this day (exclusive); of a time, its day (UTC).', optional(timeOrDay()), {
    example: '2026-12-31',
  })
  to?: string;

  @Field('Only actions that were known by the end of this day, as `knownSince` states it.', optional(day()), {
    example: '2026-11-20',
  })
  knownAt?: string;
}

@Dto('A split or a cash dividend.')
export class CorporateActionDto {
  @Field('The type of the action.', choice(actionTypes), { example: 'dividend' })
  type!: ActionType;

  @Field('The ex-day: the first day on which the instrument trades without the dividend, or as new shares.', day(), {
    example: '2026-11-10',
  })
  day!: string;

  @Field('New shares for each old one; below 1 for a reverse split; null for a dividend.', nullable(number(0)), {
    example: null,
  })
  ratio!: number | null;

  @Field('Amount for each share of that day; null for a split.', nullable(number(0)), { example: 0.26 })
  amount!: number | null;

  @Field('Currency of the amount; null for a split.', nullable(text(2, 12)), { example: 'USD' })
  currency!: string | null;

  @Field('The day of the announcement; null if the provider does not state it.', nullable(day()), {
    example: '2026-10-29',
  })
  declarationDay!: string | null;

  @Field('The day on which a holder must be registered; null if unknown, and for a split.', nullable(day()), {
    example: '2026-11-10',
  })
  recordDay!: string | null;

  @Field('The day of payment; null if unknown, and for a split.', nullable(day()), { example: '2026-11-13' })
  paymentDay!: string | null;

  @Field(
    'The day since which it has been known: that of the announcement, or, if the provider does not state it, the day ' +
      'on ' +
      'which this service first received it, but no later than the ex-day.',
    day(),
    { example: '2026-10-29' },
  )
  knownSince!: string;

  static from({ kind, value, currency, declarationDay, recordDay, paymentDay, ...action }: ListedAction) {
    const isSplit = kind === 'split';
    return answerOf(CorporateActionDto, {
      type: kind,
      day: action.day,
      ratio: isSplit ? value : null,
      amount: isSplit ? null : value,
      currency: isSplit ? null : currency,
      declarationDay: declarationDay ?? null,
      recordDay: recordDay ?? null,
      paymentDay: paymentDay ?? null,
      knownSince: action.knownSince,
    });
  }
}

@Dto('Splits and dividends of an instrument.')
export class CorporateActionListDto {
  @Field('The instrument.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field(
    'The actions, by ex-day, earliest first; announced ones are in the future.',
    objects(CorporateActionDto, MAX_ACTIONS),
  )
  items!: CorporateActionDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  @Field(
    'The provider, and when it was last queried.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  /** Returns the latest actions if there are too many for a response. */
  static from({ symbol, actions, provenance }: ListedActions): CorporateActionListDto {
    const items = actions.slice(-MAX_ACTIONS).map(CorporateActionDto.from);
    return Object.assign(new CorporateActionListDto(), { symbol, items, provenance: ProvenanceDto.from(provenance) });
  }
}
