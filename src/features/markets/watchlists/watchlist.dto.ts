import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { label, list, nullable, optional, text } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import { MAX_SYMBOLS, type Watchlist } from './watchlist.js';

/**
 * The rule for symbols, case-insensitive. The service checks that the tickers of currencies and crypto-assets are
 * pairs.
 */
export const symbol = () =>
  text(
    3,
    33,
    /^[A-Za-z0-9][A-Za-z0-9_&-]{0,23}\.[A-Za-z]{1,8}$/,
    'a symbol such as AAPL.US, EURUSD.FOREX or BTC-USD.CC',
  );

const name = () => label(1, 100);
const symbols = () => list(symbol(), MAX_SYMBOLS);
const symbolsRule =
  'At most 200, `<ticker>.<venue>`, case-insensitive; duplicates are removed. Unknown symbols are accepted.';
const example = ['AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC'];

@Dto('A watchlist to create.')
export class NewWatchlistDto {
  @Field('The name of the watchlist.', name(), { example: 'Majors' })
  name!: string;

  @Field(`The symbols; empty by default. ${symbolsRule}`, optional(symbols()), { default: [], example })
  symbols: string[] = [];
}

@Dto('Changes to a watchlist (RFC 7396). Omitted fields are unchanged.')
export class WatchlistChangesDto {
  @Field('The name of the watchlist.', optional(name()), { example: 'Majors' })
  name?: string;

  @Field(`The complete list, in its new order; null empties it. ${symbolsRule}`, optional(nullable(symbols())), {
    example,
  })
  symbols?: string[] | null;
}

@Resource('A list of symbols.', { grantable: true })
export class WatchlistDto extends ResourceDto {
  @Field('The name of the watchlist.', name(), { example: 'Majors' })
  name!: string;

  @Field('The symbols in upper case, in your order.', symbols(), { example })
  symbols!: string[];

  static from(watchlist: Watchlist): WatchlistDto {
    return answerOf(WatchlistDto, watchlist);
  }
}

export const WatchlistPageDto = pageOf(WatchlistDto, 'WatchlistPageDto', 'A page of watchlists, oldest first.');
