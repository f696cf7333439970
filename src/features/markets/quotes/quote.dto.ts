import { Dto, Field } from '../../../api/field.js';
import { choice, list, nullable, number, object, objects, text, timestamp } from '../../../api/rules.js';
import { RawJson } from '../../../http/raw-json.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { assetClasses } from '../asset-class.js';
import type { Quote } from '../quote.js';
import type { QuoteError, Quotes } from './quotes.service.js';

@Dto('The quotes to read.')
export class QuotesQuery {
  @Field('1 to 200 symbols of any asset class, case-insensitive; duplicates count once.', list(text(1, 50), 200, 1), {
    example: ['AAPL.US', 'EURUSD.FOREX', 'BTC-USD.CC'],
  })
  symbol!: string[];
}

const written = new WeakMap<Quote, string>();

@Dto('The latest price of an instrument.')
export class QuoteDto {
  @Field('The instrument: `<ticker>.<venue>`.', text(3, 33), { example: 'AAPL.US' })
  symbol!: string;

  @Field('Asset class of the instrument.', choice(assetClasses), { example: 'equity' })
  assetClass!: string;

  @Field(
    'The currency of the prices: ISO 4217, or the code of a crypto-asset; `XXX` if it is unknown or the values are not prices.',
    text(2, 12),
    {
      example: 'USD',
    },
  )
  currency!: string;

  @Field('The latest price.', number(0), { example: 231.41 })
  price!: number;

  @Field('The last price of the previous session; null if unknown.', nullable(number(0)), { example: 230.57 })
  previousClose!: number | null;

  @Field('Price minus previous close; null without a previous close.', nullable(number()), { example: 0.84 })
  change!: number | null;

  @Field('The change in percent of the previous close; null without a previous close.', nullable(number()), {
    example: 0.3643,
  })
  changePercent!: number | null;

  @Field('The first price of the session; null if unknown.', nullable(number(0)), { example: 229.74 })
  open!: number | null;

  @Field('The highest price of the session; null if unknown.', nullable(number(0)), { example: 233.22 })
  high!: number | null;

  @Field('The lowest price of the session; null if unknown.', nullable(number(0)), { example: 229.57 })
  low!: number | null;

  @Field('Units traded in the session; null if no count is published, as for currencies.', nullable(number(0)), {
    example: 37_931_706,
  })
  volume!: number | null;

  @Field('The highest price a buyer offers; null if unknown.', nullable(number(0)), { example: 231.4 })
  bid!: number | null;

  @Field('The lowest price a seller accepts; null if unknown.', nullable(number(0)), { example: 231.42 })
  ask!: number | null;

  @Field('When the price was traded; null if the provider does not publish it.', nullable(timestamp()), {
    example: '2026-11-20T20:59:58.000Z',
  })
  tradedAt!: string | null;

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

  /**
   * Returns the JSON of a quote, which is serialized once: a quote object never changes, and most are sent many times.
   */
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

@Dto('A symbol without a quote.')
export class QuoteErrorDto {
  @Field('The symbol as requested.', text(1, 50), { example: 'NOSUCH.US' })
  symbol!: string;

  @Field(
    '`invalid_symbol`: not a valid symbol. `not_found`: no configured provider knows it. `unavailable`: its ' +
      'providers are not answering, or do ' +
      'not offer it with the configured keys.',
    choice(['invalid_symbol', 'not_found', 'unavailable']),
    { example: 'not_found' },
  )
  code!: string;

  @Field('Advice for the caller.', text(1, 300), {
    example: 'No configured provider knows this symbol. Use GET /markets/search to find symbols.',
  })
  detail!: string;

  static from({ symbol, code, detail }: QuoteError): QuoteErrorDto {
    return Object.assign(new QuoteErrorDto(), { symbol, code, detail });
  }
}

@Dto('Quotes of several instruments. Every requested symbol is either in `items` or in `errors`.')
export class QuoteListDto {
  @Field('The quotes, in the order requested.', objects(QuoteDto, 200))
  items!: QuoteDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  @Field('The symbols without a quote, in the order requested.', objects(QuoteErrorDto, 200), { example: [] })
  errors!: QuoteErrorDto[];

  /**
   * Returns the JSON of a list of quotes, made of the JSON of each: serializing is most of the cost of fifty quotes.
   */
  static json({ quotes, errors }: Quotes): RawJson {
    return new RawJson(
      `{"items":[${quotes.map(QuoteDto.json).join()}],"nextCursor":null,"errors":${JSON.stringify(errors.map(QuoteErrorDto.from))}}`,
    );
  }

  static from({ quotes, errors }: Quotes): QuoteListDto {
    return Object.assign(new QuoteListDto(), {
      items: quotes.map(QuoteDto.from),
      errors: errors.map(QuoteErrorDto.from),
    });
  }
}
