import { AlwaysComplete } from '../../../http/always-complete.js';
import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { choice, integer, list, nullable, number, object, optional, text, timestamp } from '../../../openapi/rules.js';
import { type AssetClass, assetClasses } from '../asset-class.js';
import type { Mover, Movers } from './movers.service.js';

const rankings = ['gainers', 'losers', 'most_active'] as const;
type Ranking = (typeof rankings)[number];
const MAX_LIMIT = 20;

@Dto('Which movers.')
export class MoversQuery {
  @Field('Among which kind of instruments.', optional(choice(assetClasses)), { default: 'equity', example: 'equity' })
  assetClass: AssetClass = 'equity';

  @Field('How many of each ranking at most.', optional(integer(1, MAX_LIMIT)), { default: 10, example: 10 })
  limit: number = 10;

  @Field('Only these rankings; all three by default.', optional(list(choice(rankings), rankings.length, 1)), { example: ['gainers'] })
  ranking?: Ranking[];
}

@Dto('An instrument that moved.')
export class MoverDto {
  @Field(
    '`gainers`: rose, the greatest rise in percent first; `losers`: fell, the greatest fall first; `most_active`: has a turnover, the greatest first.',
    choice(rankings),
    { example: 'gainers' },
  )
  ranking!: Ranking;

  @Field('`<ticker>.<venue>`.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('What people call it.', text(1, 300), { example: 'Apple Inc.' })
  name!: string;

  @Field('The currency of the price: ISO 4217, or the code of a crypto-asset.', text(2, 12), { example: 'USD' })
  currency!: string;

  @Field('The latest price.', number(0), { example: 231.41 })
  price!: number;

  @Field('Price less the close of the session before; null when that is not known.', nullable(number()), { example: 0.84 })
  change!: number | null;

  @Field('The same in per cent of that close; null when it is not known.', nullable(number()), { example: 0.3643 })
  changePercent!: number | null;

  @Field('Units traded in the session; null when there is no such count.', nullable(number(0)), { example: 37_931_706 })
  volume!: number | null;

  @Field(
    'About what was paid for them: volume at the latest price, in `currency`; null without a volume, and for indices and commodities.',
    nullable(number(0)),
    { example: 8_777_776_085 },
  )
  turnover!: number | null;

  @Field('What its market does now.', choice(['pre', 'regular', 'post', 'closed']), { example: 'regular' })
  marketState!: string;

  @Field(
    'Where the quote comes from.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from({ name, quote, turnover }: Mover, ranking: Ranking): MoverDto {
    const { symbol, currency, price, change, changePercent, volume, marketState } = quote;
    const figures = { ranking, symbol, name, currency, price, change, changePercent, volume, turnover, marketState };
    return Object.assign(new MoverDto(), { ...figures, provenance: ProvenanceDto.from(quote.provenance) });
  }
}

@Dto('What was looked among.')
export class MoverUniverseDto {
  @Field('In a few words.', text(1, 100), { example: 'Large companies listed in the United States' })
  name!: string;

  @Field('The instruments, the most liquid first.', list(text(3, 33), 50), { example: ['AAPL.US', 'MSFT.US'] })
  symbols!: string[];

  @Field('Those of them without a quote.', list(text(3, 33), 50), { example: [] })
  missing!: string[];

  static from({ universe, missing }: Movers): MoverUniverseDto {
    const symbols = universe.instruments.map(({ symbol }) => symbol);
    return Object.assign(new MoverUniverseDto(), { name: universe.name, symbols, missing });
  }
}

@Dto('What moves most among much traded names.')
export class MoversDto {
  @Field('Among which kind of instruments.', choice(assetClasses), { example: 'equity' })
  assetClass!: string;

  @Field('When the quotes were read (UTC): within the last minute.', timestamp(), { example: '2026-11-20T21:00:00.000Z' })
  asOf!: string;

  @Field(
    'What was looked among.',
    object(() => MoverUniverseDto),
  )
  universe!: MoverUniverseDto;

  @Field(
    'One ranking after the other: gainers, losers, the most active. An instrument may be in two of them.',
    list(
      object(() => MoverDto),
      rankings.length * MAX_LIMIT,
    ),
  )
  items!: MoverDto[];

  @AlwaysComplete()
  nextCursor: string | null = null;

  static from(found: Movers, { limit, ranking = [...rankings] }: MoversQuery): MoversDto {
    const ranked = { gainers: found.gainers, losers: found.losers, most_active: found.mostActive };
    const items = rankings.flatMap((name) => (ranking.includes(name) ? ranked[name].slice(0, limit).map((mover) => MoverDto.from(mover, name)) : []));
    const universe = MoverUniverseDto.from(found);
    return Object.assign(new MoversDto(), { assetClass: found.assetClass, asOf: found.asOf.toISOString(), universe, items });
  }
}
