import { Dto, Field } from '../../../api/field.js';
import { choice, integer, list, nullable, number, object, optional, text, timestamp } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { type AssetClass, assetClasses } from '../asset-class.js';
import type { Mover, Movers } from './movers.service.js';

const rankings = ['gainers', 'losers', 'most_active'] as const;
type Ranking = (typeof rankings)[number];
const MAX_LIMIT = 20;

@Dto('The movers to list.')
export class MoversQuery {
  @Field('Asset class of the instruments to list.', optional(choice(assetClasses)), {
    default: 'equity',
    example: 'equity',
  })
  assetClass: AssetClass = 'equity';

  @Field('The maximum length of each ranking.', optional(integer(1, MAX_LIMIT)), { default: 10, example: 10 })
  limit: number = 10;

  @Field('Return only these rankings. Default: all three.', optional(list(choice(rankings), rankings.length, 1)), {
    example: ['gainers'],
  })
  ranking?: Ranking[];
}

@Dto('An instrument whose price changed.')
export class MoverDto {
  @Field(
    'The list it belongs to. `gainers`: the price rose, largest rise in percent first; `losers`: it fell, ' +
      'largest fall first; `most_active`: largest turnover first.',
    choice(rankings),
    { example: 'gainers' },
  )
  ranking!: Ranking;

  @Field('The instrument: `<ticker>.<venue>`.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('The display name.', text(1, 300), { example: 'Apple Inc.' })
  name!: string;

  @Field('The currency of the price: ISO 4217, or the code of a crypto-asset.', text(2, 12), { example: 'USD' })
  currency!: string;

  @Field('The latest price.', number(0), { example: 231.41 })
  price!: number;

  @Field('Price minus previous close; null without a previous close.', nullable(number()), { example: 0.84 })
  change!: number | null;

  @Field('The change in percent of the previous close; null without a previous close.', nullable(number()), {
    example: 0.3643,
  })
  changePercent!: number | null;

  @Field('Units traded in the session; null if no count is published.', nullable(number(0)), { example: 37_931_706 })
  volume!: number | null;

  @Field(
    'Approximate value traded: volume times the latest price, in `currency`; null without a volume, and for ' +
      'indices and commodities.',
    nullable(number(0)),
    { example: 8_777_776_085 },
  )
  turnover!: number | null;

  @Field(
    'The current state of the market: pre-market, regular, post-market or closed.',
    choice(['pre', 'regular', 'post', 'closed']),
    { example: 'regular' },
  )
  marketState!: string;

  @Field(
    'The provider of the quote, and how current it is.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from({ name, quote, turnover }: Mover, ranking: Ranking): MoverDto {
    const { symbol, currency, price, change, changePercent, volume, marketState } = quote;
    const figures = { ranking, symbol, name, currency, price, change, changePercent, volume, turnover, marketState };
    return Object.assign(new MoverDto(), { ...figures, provenance: ProvenanceDto.from(quote.provenance) });
  }
}

@Dto('The instruments among which movers are found.')
export class MoverUniverseDto {
  @Field('A short description.', text(1, 100), { example: 'Large companies listed in the United States' })
  name!: string;

  @Field('The instruments, most liquid first.', list(text(3, 33), 50), { example: ['AAPL.US', 'MSFT.US'] })
  symbols!: string[];

  @Field('The instruments without a quote.', list(text(3, 33), 50), { example: [] })
  missing!: string[];

  static from({ universe, missing }: Movers): MoverUniverseDto {
    const symbols = universe.instruments.map(({ symbol }) => symbol);
    return Object.assign(new MoverUniverseDto(), { name: universe.name, symbols, missing });
  }
}

@Dto('The top movers among heavily traded instruments.')
export class MoversDto {
  @Field('Asset class of the listed instruments.', choice(assetClasses), { example: 'equity' })
  assetClass!: string;

  @Field('When the quotes were read (UTC), within the last minute.', timestamp(), {
    example: '2026-11-20T21:00:00.000Z',
  })
  asOf!: string;

  @Field(
    'The instruments among which movers are found.',
    object(() => MoverUniverseDto),
  )
  universe!: MoverUniverseDto;

  @Field(
    'The rankings one after the other: gainers, losers, most active. An instrument can appear in two of them.',
    list(
      object(() => MoverDto),
      rankings.length * MAX_LIMIT,
    ),
  )
  items!: MoverDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from(found: Movers, { limit, ranking = [...rankings] }: MoversQuery): MoversDto {
    const ranked = { gainers: found.gainers, losers: found.losers, most_active: found.mostActive };
    const items = rankings.flatMap((name) =>
      ranking.includes(name) ? ranked[name].slice(0, limit).map((mover) => MoverDto.from(mover, name)) : [],
    );
    const universe = MoverUniverseDto.from(found);
    return Object.assign(new MoversDto(), {
      assetClass: found.assetClass,
      asOf: found.asOf.toISOString(),
      universe,
      items,
    });
  }
}
