import { Dto, Field } from '../../../api/field.js';
import { integer, list, optional, text } from '../../../api/rules.js';
import { MAX_MESSAGE_BYTES } from '../../../http/stream/socket-target.js';
import { MAX_SOCKET_SYMBOLS } from './followed-symbols.js';

@Dto('The first quotes that a WebSocket sends.')
export class QuoteSocketQuery {
  @Field(
    `Symbols to follow from the start, at most ${MAX_SOCKET_SYMBOLS}, case-insensitive. Omit it to subscribe later.`,
    optional(list(text(1, 50), MAX_SOCKET_SYMBOLS, 1)),
    { example: ['AAPL.US', 'BTC-USD.CC'], omitFromExample: true },
  )
  symbol?: string[];
}

@Dto('A message of a client: the symbols that it subscribes to and unsubscribes from.')
export class QuoteSubscriptionChangeDto {
  @Field(
    'Symbols to add, case-insensitive; symbols already followed are ignored.',
    optional(list(text(1, 50), MAX_SOCKET_SYMBOLS, 1)),
    { example: ['EURUSD.FOREX'] },
  )
  subscribe?: string[];

  @Field(
    'Symbols to remove before others are added, case-insensitive; symbols not followed are ignored.',
    optional(list(text(1, 50), MAX_SOCKET_SYMBOLS, 1)),
    { example: ['AAPL.US'] },
  )
  unsubscribe?: string[];
}

@Dto('The symbols that a socket follows, sent after each message of the client.')
export class QuoteSubscriptionDto {
  @Field('The followed symbols in upper case, in the order in which they were added.', list(text(1, 50), 1_000), {
    example: ['AAPL.US', 'EURUSD.FOREX'],
  })
  symbols!: string[];

  static from(symbols: string[]): QuoteSubscriptionDto {
    return Object.assign(new QuoteSubscriptionDto(), { symbols });
  }
}

@Dto('The WebSocket for quotes, and its limits.')
export class QuoteSocketDto {
  @Field('The address to open as a WebSocket, with the scheme `ws` or `wss`.', text(1, 300), {
    example: 'wss://watchfloor.example.com/api/v1/markets/quotes/socket',
  })
  url!: string;

  @Field('The maximum number of symbols that one socket follows.', integer(1, 1_000), { example: MAX_SOCKET_SYMBOLS })
  symbolLimit!: number;

  @Field('The maximum size of a message of a client (bytes); a larger one closes the socket.', integer(1, 1_000_000), {
    example: MAX_MESSAGE_BYTES,
  })
  maxMessageBytes!: number;

  /** @param address scheme and host of the service, such as `https://watchfloor.example.com` */
  static at(address: string): QuoteSocketDto {
    return Object.assign(new QuoteSocketDto(), {
      url: `${address.replace(/^http/, 'ws')}/api/v1/markets/quotes/socket`,
      symbolLimit: MAX_SOCKET_SYMBOLS,
      maxMessageBytes: MAX_MESSAGE_BYTES,
    });
  }
}
