import { pageOf } from '../../../http/page.js';
import { Dto, Field } from '../../../openapi/field.js';
import { integer, list, nullable, optional, text, timestamp, uuid } from '../../../openapi/rules.js';
import { MOST_SYMBOLS, type Watchlist } from './watchlist.js';

/** In either case. Of currencies and crypto-assets the ticker is a pair, which the service sees to. */
export const symbol = () => text(3, 33, /^[A-Za-z0-9][A-Za-z0-9_&-]{0,23}\.[A-Za-z]{1,8}$/, 'a symbol such as AAPL.US, EURUSD.FOREX or BTC-USD.CC');

const name = () => text(1, 100);
const symbols = () => list(symbol(), MOST_SYMBOLS);
const kept =
  'At most 200, `<ticker>.<venue>` in either case; repeated ones count once, where they came first. Whether anybody knows them is not asked: the quotes tell.';
const example = ['AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC'];

@Dto('A watchlist to make.')
export class NewWatchlistDto {
  @Field('A name to know it by.', name(), { example: 'Majors' })
  name!: string;

  @Field(`Its symbols; none when left out. ${kept}`, optional(symbols()), { default: [], example })
  symbols: string[] = [];
}

@Dto('What to change of a watchlist (RFC 7396): fields left out stay.')
export class WatchlistChangesDto {
  @Field('A name to know it by.', optional(name()), { example: 'Majors' })
  name?: string;

  @Field(`The whole list, in its new order; null for none. ${kept}`, optional(nullable(symbols())), { example })
  symbols?: string[] | null;
}

@Dto('Symbols an account looks at together.')
export class WatchlistDto {
  @Field('Identifier (UUIDv7).', uuid())
  id!: string;

  @Field('A name to know it by.', name(), { example: 'Majors' })
  name!: string;

  @Field('Its symbols in upper case, in the order of your choice.', symbols(), { example })
  symbols!: string[];

  @Field('When it was made (UTC).', timestamp())
  createdAt!: string;

  @Field('When it was last changed (UTC).', timestamp())
  updatedAt!: string;

  @Field('Grows by one with every change; the ETag holds it.', integer(1, 2_147_483_647), { example: 1 })
  version!: number;

  static from({ id, name, symbols, createdAt, updatedAt, version }: Watchlist): WatchlistDto {
    const times = { createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
    return Object.assign(new WatchlistDto(), { id, name, symbols, ...times, version });
  }
}

export const WatchlistPageDto = pageOf(WatchlistDto, 'WatchlistPageDto', 'A page of watchlists, oldest first.');
