import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { toProblem } from '../../../http/problem-body.js';
import type { EventStream } from '../../../http/stream/event-stream.js';
import { socketOpener } from '../../../http/stream/socket-target.js';
import { StreamHub } from '../../../http/stream/stream-hub.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import type { Upgrade } from '../../../http/upgrade.js';
import type { Quote } from '../quote.js';
import { FollowedSymbols, type SymbolChanges } from './followed-symbols.js';
import { QuoteHub } from './quote-hub.js';
import type { QuoteError } from './quotes.service.js';

/** A message of a quote stream. */
export type QuoteStreamItem = Quote | QuoteError;
/** A message of a WebSocket: also the followed symbols after each change, and problems of messages of the client. */
export type QuoteSocketItem = QuoteStreamItem | FollowedSymbols | Problem;

/** Maximum number of messages of one client that wait while symbols are read. */
const MAX_WAITING = 20;

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

  /**
   * Opens a WebSocket whose client changes the symbols that it follows.
   * @param read parses a message of the client; throws Problem
   */
  openSocket(
    upgrade: Upgrade,
    symbols: readonly string[],
    read: (text: string) => SymbolChanges,
  ): StreamReply<QuoteSocketItem> {
    return this.hub.openOn(
      (ctx) => socketOpener(ctx, upgrade),
      (socket: EventStream<QuoteSocketItem>) => this.serve(socket, symbols, read),
    );
  }

  private async serve(
    socket: EventStream<QuoteSocketItem>,
    symbols: readonly string[],
    read: (text: string) => SymbolChanges,
  ): Promise<void> {
    const followed = new FollowedSymbols(this.quotes, (item) => socket.send(item), socket.signal);
    let waiting = 0;
    let last = Promise.resolve();
    const change = async (changes: () => SymbolChanges): Promise<void> => {
      waiting += 1;
      await last;
      try {
        if (socket.isOpen) await followed.change(changes());
        socket.send(followed);
      } catch (error) {
        if (socket.isOpen) socket.send(toProblem(error));
      } finally {
        waiting -= 1;
      }
    };
    const enqueue = (changes: () => SymbolChanges) => {
      if (waiting >= MAX_WAITING) socket.send(tooFast());
      else last = change(changes);
    };
    socket.onMessage((text) => enqueue(() => read(text)));
    enqueue(() => ({ subscribe: symbols }));
    await socket.closed;
    followed.close();
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

const tooFast = () =>
  new Problem('overloaded', { detail: `At most ${MAX_WAITING} messages wait. Send the next one after an answer.` });
