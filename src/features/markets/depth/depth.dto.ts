import { answerOf } from '../../../api/answer.js';
import type { CsvTable } from '../../../api/endpoint.js';
import { Dto, Field } from '../../../api/field.js';
import { choice, integer, nullable, number, object, objects, optional, text, timestamp } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { ProvenanceDto } from '../../../upstream/provenance.dto.js';
import { type BookLevel, type Depth, MAX_LEVELS, MAX_TRADES, type OrderBook, type PublicTrade } from '../order-book.js';

@Dto('The part of an order book to read.')
export class OrderBookQuery {
  @Field('The maximum number of prices of each side.', optional(integer(1, MAX_LEVELS)), { default: 20, example: 10 })
  depth = 20;
}

@Dto('The trades to list.')
export class TradesQuery {
  @Field('The maximum number of trades.', optional(integer(1, MAX_TRADES)), { default: 50, example: 20 })
  limit = 50;
}

@Dto('A price of an order book.')
export class OrderBookLevelDto {
  @Field('A price at which others offer to trade.', number(0), { example: 64_250.1 })
  price!: number;

  @Field('The quantity offered at this price, in units of the crypto-asset.', number(0), { example: 0.425 })
  volume!: number;

  @Field('The quantity offered at this price and all better ones.', number(0), { example: 1.275 })
  cumulativeVolume!: number;
}

@Dto('The best prices of the order book of an exchange.')
export class OrderBookDto {
  @Field('The instrument.', text(3, 33), { example: 'BTC-USD.CC' })
  symbol!: string;

  @Field('The currency of the prices: ISO 4217, or the code of a crypto-asset.', text(2, 12), { example: 'USD' })
  currency!: string;

  @Field('Orders to buy, the highest price first.', objects(OrderBookLevelDto, MAX_LEVELS))
  bids!: OrderBookLevelDto[];

  @Field('Orders to sell, the lowest price first.', objects(OrderBookLevelDto, MAX_LEVELS))
  asks!: OrderBookLevelDto[];

  @Field('The mean of the best bid and the best ask; null if a side is empty.', nullable(number(0)), {
    example: 64_250.35,
  })
  midPrice!: number | null;

  @Field(
    'The best ask minus the best bid, as a fraction of the mean of both; null if a side is empty.',
    nullable(number()),
    {
      example: 0.0000078,
    },
  )
  spreadFraction!: number | null;

  @Field(
    'The exchange, and the time of the book if it states one.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from({ symbol, currency, content, provenance }: Depth<OrderBook>): OrderBookDto {
    const [bid, ask] = [content.bids[0]?.price, content.asks[0]?.price];
    const midPrice = bid === undefined || ask === undefined ? null : (bid + ask) / 2;
    return Object.assign(new OrderBookDto(), {
      symbol,
      currency,
      bids: withSums(content.bids),
      asks: withSums(content.asks),
      midPrice,
      spreadFraction: midPrice === null ? null : ((ask as number) - (bid as number)) / midPrice,
      provenance: ProvenanceDto.from(provenance),
    });
  }

  /** Returns the table of the CSV: one row for each price, bids first. */
  static table({ bids, asks }: OrderBookDto): CsvTable {
    const rows = (side: string, levels: OrderBookLevelDto[]) =>
      levels.map(({ price, volume, cumulativeVolume }) => [side, price, volume, cumulativeVolume]);
    return {
      columns: ['side', 'price', 'volume', 'cumulativeVolume'],
      rows: [...rows('bid', bids), ...rows('ask', asks)],
    };
  }
}

function withSums(levels: readonly BookLevel[]): OrderBookLevelDto[] {
  let sum = 0;
  return levels.map(({ price, size }) => {
    sum += size;
    // Rounding removes digits that floating-point sums have and their terms do not.
    return answerOf(OrderBookLevelDto, { price, volume: size, cumulativeVolume: Number(sum.toPrecision(12)) });
  });
}

@Dto('A trade at an exchange.')
export class PublicTradeDto {
  @Field('Id of the trade at the exchange.', text(1, 40), { example: '865127782' })
  id!: string;

  @Field('Time of the trade.', timestamp(), { example: '2026-11-20T23:15:00.123Z' })
  tradedAt!: string;

  @Field('The price of one unit of the crypto-asset.', number(0), { example: 64_250.1 })
  price!: number;

  @Field('The quantity, in units of the crypto-asset.', number(0), { example: 0.0125 })
  volume!: number;

  @Field(
    'The side of the order that caused the trade: `buy`: it was filled by a waiting order to sell. Null if the ' +
      'exchange does ' +
      'not state it.',
    nullable(choice(['buy', 'sell'])),
    { example: 'buy' },
  )
  side!: 'buy' | 'sell' | null;
}

@Dto('The latest trades of an instrument at an exchange.')
export class PublicTradeListDto {
  @Field('The instrument.', text(3, 33), { example: 'BTC-USD.CC' })
  symbol!: string;

  @Field('The currency of the prices: ISO 4217, or the code of a crypto-asset.', text(2, 12), { example: 'USD' })
  currency!: string;

  @Field('The trades, the newest first.', objects(PublicTradeDto, MAX_TRADES))
  items!: PublicTradeDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  @Field(
    'The exchange, and the time of the newest trade.',
    object(() => ProvenanceDto),
  )
  provenance!: ProvenanceDto;

  static from({ symbol, currency, content, provenance }: Depth<PublicTrade[]>): PublicTradeListDto {
    const items = content.map(({ id, price, size, side, at }) =>
      answerOf(PublicTradeDto, { id: id.slice(0, 40), tradedAt: at.toISOString(), price, volume: size, side }),
    );
    const described = { symbol, currency, items, provenance: ProvenanceDto.from(provenance) };
    return Object.assign(new PublicTradeListDto(), described);
  }
}
