import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { exampleOf } from '../../../api/examples.js';
import { framedOnce } from '../../../http/stream/frame.js';
import { StreamReply } from '../../../http/stream/stream-reply.js';
import { QuoteDto, QuoteErrorDto } from './quote.dto.js';
import { QuoteStreamQuery } from './quote-stream.dto.js';
import { type QuoteStreamItem, QuoteStreamsService } from './quote-streams.service.js';

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

@Service()
@Authorized()
@JsonController('/markets/quotes/stream')
export class QuoteStreamsController {
  constructor(private readonly streams: QuoteStreamsService) {}

  @Get('')
  @Endpoint({
    summary: 'Stream quotes',
    description:
      'Streams the quotes of up to 50 instruments of any asset class as they change, at most four messages a ' +
      'second per symbol. Intermediate ' +
      'changes may be skipped; the latest quote is always sent. A client that does not read is disconnected. ' +
      'Streams cannot be resumed: a new ' +
      'stream begins with the current quotes.',
    alternatives: { 'text/event-stream': frames },
  })
  streamQuotes(@QueryParams() { symbol }: QuoteStreamQuery): StreamReply<QuoteStreamItem> {
    return this.streams.open(symbol).as(toFrame);
  }
}
