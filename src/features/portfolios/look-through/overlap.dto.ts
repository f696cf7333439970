import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { day, integer, nullable, number, object, objects } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { textOf } from '../day.js';
import { symbol } from '../portfolio.dto.js';
import { AsOfField } from '../valuation/valuation.dto.js';
import { MAX_WARNINGS, ValuationWarningDto, warningsOf } from '../valuation/valuation-warning.dto.js';
import { LookThroughDto } from './look-through.dto.js';
import type { FundPair, OverlappingInstrument } from './overlap.js';
import type { PortfolioOverlap } from './overlaps.service.js';

const MAX_INSTRUMENTS = 500;
const MAX_PATHS = 100;
const MAX_PAIRS = 1_000;
const fraction = () => number();

@Dto('The day of the overlap.')
export class OverlapQuery {
  @AsOfField()
  asOf?: string;
}

@Dto('A path from a portfolio to an instrument: directly, or through one of its funds.')
export class HoldingPathDto {
  @Field('The fund that the portfolio holds; null for the instrument itself.', nullable(symbol()), {
    example: 'SPY.US',
  })
  fundSymbol!: string | null;

  @Field('Fraction of the value of the portfolio (0.25 is 25 %).', fraction(), { example: 0.03 })
  fraction!: number;
}

@Dto('An instrument that a portfolio holds in several ways.')
export class OverlappingInstrumentDto {
  @Field('Symbol of the instrument.', symbol(), { example: 'NVDA.US' })
  symbol!: string;

  @Field('Fraction of the value of the portfolio, over all paths (0.25 is 25 %).', fraction(), { example: 0.05 })
  fraction!: number;

  @Field('The paths, the largest fraction first; at most 100.', objects(HoldingPathDto, MAX_PATHS))
  paths!: HoldingPathDto[];

  static from({ paths, ...instrument }: OverlappingInstrument): OverlappingInstrumentDto {
    const shown = paths.slice(0, MAX_PATHS).map((path) => answerOf(HoldingPathDto, path));
    return answerOf(OverlappingInstrumentDto, { ...instrument, paths: shown });
  }
}

@Dto('Two funds that hold the same instruments.')
export class FundPairDto {
  @Field('Symbol of a fund.', symbol(), { example: 'SPY.US' })
  symbol!: string;

  @Field('Symbol of another fund.', symbol(), { example: 'QQQ.US' })
  otherSymbol!: string;

  @Field(
    'Sum of the smaller of both weights of each instrument, as a fraction of a fund: 0 for nothing in common, 1 for ' +
      'the same holdings.',
    fraction(),
    { example: 0.46 },
  )
  overlapFraction!: number;

  @Field('Number of instruments in both funds.', integer(1, 25_000), { example: 84 })
  commonInstrumentCount!: number;

  static from(fundPair: FundPair): FundPairDto {
    return answerOf(FundPairDto, fundPair);
  }
}

@Dto('The instruments that a portfolio holds in several ways, and what its funds have in common.')
export class HoldingOverlapDto {
  @Field('The end of this day (UTC).', day(), { example: '2026-11-20' })
  asOf!: string;

  @Field(
    'Instruments that are held in several ways, directly or through funds, the largest fraction first; at most 500.',
    objects(OverlappingInstrumentDto, MAX_INSTRUMENTS),
  )
  items!: OverlappingInstrumentDto[];

  @SinglePageCursor()
  nextCursor!: null;

  @Field(
    'Pairs of the 100 largest funds that have something in common, the largest overlap first; at most 1,000.',
    objects(FundPairDto, MAX_PAIRS),
  )
  fundPairs!: FundPairDto[];

  @Field(
    'The funds that were replaced by their holdings, and what stays unknown.',
    object(() => LookThroughDto),
  )
  lookThrough!: LookThroughDto;

  @Field('Missing or doubtful inputs of the figures.', objects(ValuationWarningDto, MAX_WARNINGS))
  warnings!: ValuationWarningDto[];

  static from({ day: at, instruments, fundPairs, through, warnings }: PortfolioOverlap): HoldingOverlapDto {
    return answerOf(HoldingOverlapDto, {
      asOf: textOf(at),
      items: instruments.slice(0, MAX_INSTRUMENTS).map(OverlappingInstrumentDto.from),
      nextCursor: null,
      fundPairs: fundPairs.slice(0, MAX_PAIRS).map(FundPairDto.from),
      lookThrough: LookThroughDto.from(through),
      warnings: warningsOf(warnings),
    });
  }
}
