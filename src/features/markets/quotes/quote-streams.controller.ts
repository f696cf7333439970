import { Authorized, Get, JsonController, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { framedOnce } from '../../../http/stream/frame.js';
import { StreamReply } from '../../../http/stream/stream-reply.js';
import { Endpoint } from '../../../openapi/endpoint.js';
import { exampleOf } from '../../../openapi/examples.js';
import { QuoteDto, QuoteErrorDto } from './quote.dto.js';
import { QuoteStreamQuery } from './quote-stream.dto.js';
import { type QuoteStreamItem, QuoteStreamsService } from './quote-streams.service.js';

const toFrame = framedOnce((item: QuoteStreamItem) =>
  'code' in item ? { event: 'unavailable', data: QuoteErrorDto.from(item) } : { event: 'quote', data: QuoteDto.from(item) },
);

const frames = {
  description:
    '`quote` carries a whole quote: first of every symbol, then each that changed. `unavailable` names a symbol without one: for good when its code is `invalid_symbol` or ' +
    '`not_found`, else its quote follows as soon as there is one.',
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
    summary: 'Follow quotes',
    description:
      'The quotes of up to 50 instruments of whatever kinds as they change, each at most four times a second: what happens in between is not told, the latest always is. ' +
      'A client that does not read is cut off. There is nothing to resume: whoever comes back is told the quotes as they are.',
    alternatives: { 'text/event-stream': frames },
  })
  streamQuotes(@QueryParams() { symbol }: QuoteStreamQuery): StreamReply<QuoteStreamItem> {
    return this.streams.open(symbol).as(toFrame);
  }
}
