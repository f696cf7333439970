import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { toProblem } from '../../../http/problem-body.js';
import type { EventStream } from '../../../http/stream/event-stream.js';
import { socketOpener } from '../../../http/stream/socket-target.js';
import { StreamHub } from '../../../http/stream/stream-hub.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import type { Upgrade } from '../../../http/upgrade.js';
import { isPrivateSymbol } from '../own/own-instrument.js';
import type { Quote } from '../quote.js';
import { type Follow, FollowedSymbols, type SymbolChanges } from './followed-symbols.js';
import { PrivateQuotes } from './private-quotes.service.js';
import { type Following, QuoteHub } from './quote-hub.js';
import type { QuoteError } from './quotes.service.js';
import type { QuoteListener } from './tick-feed.js';

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
    private readonly own: PrivateQuotes,
  ) {}

  open(accountId: string, symbols: readonly string[]): StreamReply<QuoteStreamItem> {
    return this.hub.open<QuoteStreamItem>((stream) => this.fill(stream, accountId, symbols));
  }

  /**
   * Opens a WebSocket whose client changes the symbols that it follows.
   * @param read parses a message of the client; throws Problem
   */
  openSocket(
    accountId: string,
    upgrade: Upgrade,
    symbols: readonly string[],
    read: (text: string) => SymbolChanges,
  ): StreamReply<QuoteSocketItem> {
    return this.hub.openOn(
      (ctx) => socketOpener(ctx, upgrade),
      (socket: EventStream<QuoteSocketItem>) => this.serve(socket, accountId, symbols, read),
    );
  }

  private async serve(
    socket: EventStream<QuoteSocketItem>,
    accountId: string,
    symbols: readonly string[],
    read: (text: string) => SymbolChanges,
  ): Promise<void> {
    const follow: Follow = (added, listener) => this.follow(accountId, added, listener, socket.signal);
    const followed = new FollowedSymbols(follow, (item) => socket.send(item), socket.signal);
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

  private async fill(
    stream: EventStream<QuoteStreamItem>,
    accountId: string,
    symbols: readonly string[],
  ): Promise<void> {
    const following = await this.follow(accountId, symbols, (quote) => stream.send(quote), stream.signal);
    try {
      for (const error of following.errors) stream.send(error);
      await stream.closed;
    } finally {
      following.close();
    }
  }

  /** Follows shared symbols, and private ones of an account. */
  private async follow(
    accountId: string,
    symbols: readonly string[],
    listener: QuoteListener,
    signal: AbortSignal,
  ): Promise<Following> {
    const own = await this.own.follow(accountId, symbols.filter(isPrivateSymbol), listener);
    try {
      const shared = await this.quotes.follow(
        symbols.filter((symbol) => !isPrivateSymbol(symbol)),
        listener,
        signal,
      );
      const both = [shared, own];
      return {
        errors: both.flatMap(({ errors }) => errors),
        leave: (symbol) => {
          for (const following of both) following.leave(symbol);
        },
        close: () => {
          for (const following of both) following.close();
        },
      };
    } catch (error) {
      own.close();
      throw error;
    }
  }
}

const tooFast = () =>
  new Problem('overloaded', { detail: `At most ${MAX_WAITING} messages wait. Send the next one after an answer.` });
