import { WrittenJson } from '../../../http/written-json.js';
import { Dto, Field } from '../../../openapi/field.js';
import { ProvenanceDto } from '../../../openapi/provenance.dto.js';
import { choice, list, nullable, number, object, text, timestamp } from '../../../openapi/rules.js';
import { assetClasses } from '../asset-class.js';
import type { Quote } from '../quote.js';
import type { QuoteError, Quotes } from './quotes.service.js';

@Dto('Which instruments are quoted.')
export class QuotesQuery {
  @Field('Symbols, classes mixed; repeated ones count once.', list(text(1, 50), 200, 1), { example: ['AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC'] })
  symbol!: string[];
}

const written = new WeakMap<Quote, string>();

@Dto('The latest price of an instrument.')
export class QuoteDto {
  @Field('`<ticker>.<venue>`.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('What kind of instrument it is.', choice(assetClasses), { example: 'equity' })
  assetClass!: string;

  @Field('The currency of the prices: ISO 4217 (`XXX` when nobody says), or the code of a crypto-asset.', text(2, 12), { example: 'USD' })
  currency!: string;

  @Field('The latest price, in `currency`.', number(0), { example: 231.41 })
  price!: number;

  @Field('The last price of the session before; null when it is not known.', nullable(number(0)), { example: 230.57 })
  previousClose!: number | null;

  @Field('Price less previous close; null without one.', nullable(number()), { example: 0.84 })
  change!: number | null;

  @Field('The same in per cent of the previous close; null without one.', nullable(number()), { example: 0.3643 })
  changePercent!: number | null;

  @Field('First price of the session; null when it is not known.', nullable(number(0)), { example: 229.74 })
  open!: number | null;

  @Field('Highest price of the session; null when it is not known.', nullable(number(0)), { example: 233.22 })
  high!: number | null;

  @Field('Lowest price of the session; null when it is not known.', nullable(number(0)), { example: 229.57 })
  low!: number | null;

  @Field('Units traded in the session; null when there is no such count, as for currencies.', nullable(number(0)), { example: 37_931_706 })
  volume!: number | null;

  @Field('Best price somebody buys at; null when it is not known.', nullable(number(0)), { example: 231.4 })
  bid!: number | null;

  @Field('Best price somebody sells at; null when it is not known.', nullable(number(0)), { example: 231.42 })
  ask!: number | null;

  @Field('When it was traded; null when the provider does not say.', nullable(timestamp()), { example: '2026-11-20T20:59:58.000Z' })
  tradedAt!: string | null;

  @Field('What the market of the instrument is doing now.', choice(['pre', 'regular', 'post', 'closed']), { example: 'regular' })
  marketState!: string;

  @Field(
    'Where it comes from.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  /** As JSON, written once for each quote: a quote does not change once it is told, and most are told many times. */
  static json(quote: Quote): string {
    const known = written.get(quote);
    if (known !== undefined) return known;
    const text = JSON.stringify(QuoteDto.from(quote));
    written.set(quote, text);
    return text;
  }

  static from(quote: Quote): QuoteDto {
    return Object.assign(new QuoteDto(), {
      symbol: quote.symbol,
      assetClass: quote.assetClass,
      currency: quote.currency,
      price: quote.price,
      previousClose: quote.previousClose,
      change: quote.change,
      changePercent: quote.changePercent,
      open: quote.open,
      high: quote.high,
      low: quote.low,
      volume: quote.volume,
      bid: quote.bid,
      ask: quote.ask,
      tradedAt: quote.tradedAt?.toISOString() ?? null,
      marketState: quote.marketState,
      provenance: ProvenanceDto.from(quote.provenance),
    });
  }
}

@Dto('A symbol that has no quote here.')
export class QuoteErrorDto {
  @Field('As it was asked for.', text(1, 50), { example: 'NOSUCH.US' })
  symbol!: string;

  @Field(
    '`invalid_symbol`: it is no symbol; `not_found`: nobody knows it; `unavailable`: who might know it does not answer now.',
    choice(['invalid_symbol', 'not_found', 'unavailable']),
    { example: 'not_found' },
  )
  code!: string;

  @Field('What to do about it, in a sentence.', text(1, 300), { example: 'No provider in force knows it; GET /markets/search finds symbols.' })
  detail!: string;

  static from({ symbol, code, detail }: QuoteError): QuoteErrorDto {
    return Object.assign(new QuoteErrorDto(), { symbol, code, detail });
  }
}

@Dto('Quotes of several instruments; a symbol is either among the items or among the errors.')
export class QuoteListDto {
  @Field(
    'The quotes, in the order asked for.',
    list(
      object(() => QuoteDto),
      200,
    ),
  )
  items!: QuoteDto[];

  @Field(
    'The symbols without a quote, in the order asked for.',
    list(
      object(() => QuoteErrorDto),
      200,
    ),
    { example: [] },
  )
  errors!: QuoteErrorDto[];

  /** As JSON: of fifty quotes nearly the whole cost is in writing them. */
  static json({ quotes, errors }: Quotes): WrittenJson {
    return new WrittenJson(`{"items":[${quotes.map(QuoteDto.json).join()}],"errors":${JSON.stringify(errors.map(QuoteErrorDto.from))}}`);
  }

  static from({ quotes, errors }: Quotes): QuoteListDto {
    return Object.assign(new QuoteListDto(), { items: quotes.map(QuoteDto.from), errors: errors.map(QuoteErrorDto.from) });
  }
}
