import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, day, flag, integer, list, number, objects, optional, text, timestamp } from '../../../api/rules.js';
import { symbol } from '../portfolio.dto.js';
import { type LookedThrough, type LookThroughFund, MAX_DEPTH } from './look-through.js';

const MAX_FUNDS = 2_000;

/** Declares the query parameter `lookThrough`. */
export const LookThroughField = (): PropertyDecorator =>
  Field(
    'True: funds are replaced by their holdings, as in `GET /markets/funds/{symbol}/holdings`, and funds in these by ' +
      'theirs, up to five times.',
    optional(flag()),
    { default: false, example: false },
  );

@Dto('A fund that was replaced by its holdings.')
export class LookThroughFundDto {
  @Field('Symbol of the fund.', symbol(), { example: 'SPY.US' })
  symbol!: string;

  @Field('`own`: holdings that you state; `reported`: from a report of the fund.', choice(['own', 'reported']), {
    example: 'reported',
  })
  basis!: 'own' | 'reported';

  @Field('The source of the holdings.', text(1, 40), { example: 'sec' })
  provider!: string;

  @Field('The day of the holdings.', day(), { example: '2026-06-30' })
  asOf!: string;

  @Field('Time from which the public could read them (UTC).', timestamp(), { example: '2026-08-27T14:05:00.000Z' })
  publishedAt!: string;

  @Field('Number of funds through which it is held; 0 if it is held directly.', integer(0, MAX_DEPTH), { example: 0 })
  depth!: number;

  @Field('Fraction of the value of the portfolio that is in the fund, directly and through others.', number(), {
    example: 0.4,
  })
  fraction!: number;

  @Field('Sum of the weights of its holdings; what is missing to 1 is unknown.', number(), { example: 0.998 })
  coveredFraction!: number;

  static from({ fund, depth, fraction }: LookThroughFund): LookThroughFundDto {
    const covered = fund.holdings.reduce((sum, { weight }) => sum + weight, 0);
    return answerOf(LookThroughFundDto, {
      ...fund,
      provider: fund.provenance.provider,
      depth,
      fraction,
      coveredFraction: Math.round(covered * 1e9) / 1e9,
    });
  }
}

@Dto('The funds that were replaced by their holdings, and what stays unknown.')
export class LookThroughDto {
  @Field('The funds, the largest fraction first.', objects(LookThroughFundDto, MAX_FUNDS))
  funds!: LookThroughFundDto[];

  @Field(
    'Fraction of the value of the portfolio that is in funds but not in known holdings: not covered, more than five ' +
      'funds deep, or in funds that hold each other.',
    number(),
    { example: 0.002 },
  )
  unknownFraction!: number;

  @Field(
    'Funds that were not replaced, because their holdings are not known; state these with `PUT ' +
      '/markets/funds/{symbol}/holdings`.',
    list(symbol(), MAX_FUNDS),
    { example: [] },
  )
  opaqueFunds!: string[];

  static from({ funds, parts, opaqueFunds }: LookedThrough): LookThroughDto {
    const unknown = parts.filter(({ kind }) => kind === 'unknown');
    return answerOf(LookThroughDto, {
      opaqueFunds: opaqueFunds.slice(0, MAX_FUNDS),
      funds: funds.slice(0, MAX_FUNDS).map(LookThroughFundDto.from),
      unknownFraction: unknown.reduce((sum, { fraction }) => sum + fraction, 0),
    });
  }
}
