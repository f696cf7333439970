import { Service } from 'typedi';
import type { EventStream } from '../../../http/stream/event-stream.js';
import { StreamHub } from '../../../http/stream/stream-hub.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import type { Quote } from '../quote.js';
import { QuoteHub } from './quote-hub.js';
import type { QuoteError } from './quotes.service.js';

/** A message of a quote stream. */
export type QuoteStreamItem = Quote | QuoteError;

/** Opens streams of quotes as they change. */
@Service()
export class QuoteStreamsService {
  constructor(
    private readonly hub: StreamHub,
    private readonly quotes: QuoteHub,
  ) {}

  open(symbols: readonly string[]): StreamReply<QuoteStreamItem> {
    return this.hub.open<QuoteStreamItem>((stream) => this.fill(stream, symbols));
  }

  private async fill(stream: EventStream<QuoteStreamItem>, symbols: readonly string[]): Promise<void> {
    const following = await this.quotes.follow(symbols, (quote) => stream.send(quote), stream.signal);
    try {
      for (const error of following.errors) stream.send(error);
      await stream.closed;
    } finally {
      following.close();
    }
  }
}
