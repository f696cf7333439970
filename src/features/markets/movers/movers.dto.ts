import { columnsOf, valueAt } from '../../../http/csv/columns.js';
import type { CsvTable } from '../../../http/format.js';
import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { choice, integer, list, nullable, number, object, optional, text, timestamp } from '../../../openapi/rules.js';
import { type AssetClass, assetClasses } from '../asset-class.js';
import type { Mover, Movers } from './movers.service.js';

const directions = ['gainers', 'losers', 'mostActive'] as const;
type Direction = (typeof directions)[number];

@Dto('Which movers.')
export class MoversQuery {
  @Field('Among which kind of instruments.', optional(choice(assetClasses)), { default: 'equity', example: 'equity' })
  assetClass: AssetClass = 'equity';

  @Field('How many of each list at most.', optional(integer(1, 20)), { default: 10, example: 10 })
  limit: number = 10;

  @Field('Only this list is filled, the others are empty; all three when left out.', optional(choice(directions)), { example: 'gainers' })
  direction?: Direction;
}

@Dto('An instrument that moved.')
export class MoverDto {
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

  static from({ name, quote, turnover }: Mover): MoverDto {
    const { symbol, currency, price, change, changePercent, volume, marketState } = quote;
    const figures = { symbol, name, currency, price, change, changePercent, volume, turnover, marketState };
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

const movers = () =>
  list(
    object(() => MoverDto),
    20,
  );

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

  @Field('Those that rose, the greatest rise in per cent first.', movers())
  gainers!: MoverDto[];

  @Field('Those that fell, the greatest fall in per cent first.', movers())
  losers!: MoverDto[];

  @Field('Those with a turnover, the greatest first.', movers())
  mostActive!: MoverDto[];

  /** As a table: all three lists one after the other, with the name of the list in the first column. */
  static table(movers: MoversDto): CsvTable {
    const columns = columnsOf(MoverDto);
    const rows = directions.flatMap((list) => movers[list].map((mover) => [list, ...columns.map(({ path }) => valueAt(mover, path))]));
    return { columns: ['list', ...columns.map(({ name }) => name)], rows };
  }

  static from(found: Movers, { limit, direction }: MoversQuery): MoversDto {
    const shown = (name: Direction) => (direction === undefined || direction === name ? found[name].slice(0, limit).map(MoverDto.from) : []);
    const lists = { gainers: shown('gainers'), losers: shown('losers'), mostActive: shown('mostActive') };
    const universe = MoverUniverseDto.from(found);
    return Object.assign(new MoversDto(), { assetClass: found.assetClass, asOf: found.asOf.toISOString(), universe, ...lists });
  }
}
