import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { exampleOf } from '../../../api/examples.js';
import { Problem } from '../../../api/problem.js';
import { HttpConfig } from '../../../config/http-config.js';
import { parseMessage } from '../../../http/body.js';
import { type Caller, CurrentCaller, Origin, type RequestOrigin } from '../../../http/caller.js';
import { problemBody } from '../../../http/problem-body.js';
import { RequestedAddress } from '../../../http/public-address.js';
import { framedOnce, type StreamFormat, type StreamMessage } from '../../../http/stream/frame.js';
import { MAX_MESSAGES } from '../../../http/stream/socket-target.js';
import { StreamReply } from '../../../http/stream/stream-reply.js';
import { SocketUpgrade, Upgrade } from '../../../http/upgrade.js';
import { validateBody } from '../../../http/validation/validate.js';
import { FollowedSymbols, MAX_SOCKET_SYMBOLS } from './followed-symbols.js';
import { QuoteDto, QuoteErrorDto } from './quote.dto.js';
import {
  QuoteSocketDto,
  QuoteSocketQuery,
  QuoteSubscriptionChangeDto,
  QuoteSubscriptionDto,
} from './quote-socket.dto.js';
import { QuoteStreamQuery } from './quote-stream.dto.js';
import { type QuoteSocketItem, type QuoteStreamItem, QuoteStreamsService } from './quote-streams.service.js';

const SOCKET_PATH = '/api/v1/markets/quotes/socket';

const toFrame = framedOnce((item: QuoteStreamItem) =>
  'code' in item
    ? { event: 'unavailable', data: QuoteErrorDto.from(item) }
    : { event: 'quote', data: QuoteDto.from(item) },
);

const frames = {
  description:
    '`quote` carries a complete quote: first one for every symbol, then one for each change. `unavailable` ' +
    'names a symbol without a quote: ' +
    'permanently if its code is `invalid_symbol` or `not_found`; otherwise its quote follows when it becomes ' +
    'available.',
  events: { quote: QuoteDto, unavailable: QuoteErrorDto },
  example: `event: quote\ndata: ${JSON.stringify(exampleOf(QuoteDto))}\n\n`,
};

/** Parses a message of a client. @throws Problem `invalid_request` if it is not a change of subscriptions */
const changesOf = (message: string): QuoteSubscriptionChangeDto =>
  validateBody(QuoteSubscriptionChangeDto, parseMessage(message)) as QuoteSubscriptionChangeDto;

/** @param requestId of the request that opened the socket */
function socketFrame(item: QuoteSocketItem, format: StreamFormat, requestId: string): StreamMessage | Buffer {
  if (item instanceof Problem) return { event: 'error', data: problemBody(item, SOCKET_PATH, requestId) };
  if (item instanceof FollowedSymbols) return { event: 'subscribed', data: QuoteSubscriptionDto.from(item.symbols) };
  return toFrame(item, format);
}

@Service()
@Authorized()
@JsonController('/markets/quotes')
export class QuoteStreamsController {
  constructor(
    private readonly streams: QuoteStreamsService,
    private readonly config: HttpConfig,
  ) {}

  @Get('/stream')
  @Endpoint({
    summary: 'Stream quotes',
    description:
      'Streams the quotes of up to 50 instruments of any asset class as they change, at most four messages a ' +
      'second per symbol. Own instruments and flows of own lines are read every 15 seconds. Intermediate ' +
      'changes may be skipped; the latest quote is always sent. A client that does not read is disconnected. ' +
      'Streams cannot be resumed: a new ' +
      'stream begins with the current quotes.',
    alternatives: { 'text/event-stream': frames },
  })
  streamQuotes(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { symbol }: QuoteStreamQuery,
  ): StreamReply<QuoteStreamItem> {
    return this.streams.open(accountId, symbol).as(toFrame);
  }

  @Get('/socket')
  @Endpoint({
    summary: 'Get the WebSocket for quotes',
    description:
      'Returns the address and the limits of a WebSocket for quotes. A GET of this address with ' +
      '`Upgrade: websocket` opens it, authorized like every request, or by a `ticket` in a browser. The socket sends ' +
      'the messages of `GET /markets/quotes/stream` as JSON: `{ "event": "quote", "data": … }`, and `unavailable`, ' +
      '`error` and `reauth` likewise. The client sends `{ "subscribe": [symbols], "unsubscribe": [symbols] }`, and ' +
      'gets the followed symbols as `{ "event": "subscribed", "data": { "symbols": [symbols] } }`. At most ' +
      `${MAX_SOCKET_SYMBOLS} symbols and ${MAX_MESSAGES} messages in 10 seconds are accepted. A socket counts as a ` +
      'stream of the account; a client that does not read is disconnected.',
    returns: QuoteSocketDto,
    opensSocket: {
      description: 'The WebSocket is open (RFC 6455). It sends quotes as JSON until either side closes it.',
      sends: { ...frames.events, subscribed: QuoteSubscriptionDto },
      receives: QuoteSubscriptionChangeDto,
    },
  })
  getQuoteSocket(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { symbol = [] }: QuoteSocketQuery,
    @SocketUpgrade() upgrade: Upgrade | undefined,
    @RequestedAddress() address: string,
    @Origin() { requestId }: RequestOrigin,
  ): QuoteSocketDto | StreamReply<QuoteSocketItem> {
    if (upgrade === undefined) return QuoteSocketDto.at(this.config.baseUrl ?? address);
    return this.streams
      .openSocket(accountId, upgrade, symbol, changesOf)
      .as((item, format) => socketFrame(item, format, requestId));
  }
}
