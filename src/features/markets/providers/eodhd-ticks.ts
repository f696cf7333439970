import { readNumber, requireEpoch } from '../../../upstream/answers.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { Upstream } from '../../../upstream/upstreams.js';
import type { AssetClass } from '../asset-class.js';
import { middle } from '../decimals.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { Tick } from '../quote.js';
import { readPrice, readVolume, requirePrice } from './answer-values.js';
import type { TickSource, TickSubscription } from './market-provider.js';
import { readFrame } from './read-frame.js';
import { SymbolSocket, type VendorTick } from './symbol-socket.js';

type Feed = 'us' | 'forex' | 'crypto';

/** Time (ms) without a frame after which a connection counts as stalled: a closed exchange sends nothing. */
const SILENCE_TIMEOUT_MS = 900_000;

/**
 * Streams ticks of EODHD, which has one address per asset class, so that there are up to three connections. The symbols
 * in its frames have no venue.
 */
export class EodhdTicks implements TickSource {
  constructor(
    private readonly upstream: Upstream,
    private readonly socketUrl: string,
    private readonly apiKey: string,
  ) {}

  follow(onTick: (tick: Tick) => void): TickSubscription {
    const feeds = new Map<Feed, SymbolSocket>();
    const of = (symbol: MarketSymbol) => {
      const feed = feedOf(symbol.assetClass);
      const socket = feeds.get(feed) ?? this.socketTo(feed, onTick);
      feeds.set(feed, socket);
      return socket;
    };
    return {
      add: (symbol) => of(symbol).add(symbol),
      remove: (symbol) => of(symbol).remove(symbol),
      close: () => {
        for (const socket of feeds.values()) socket.close();
      },
    };
  }

  private socketTo(feed: Feed, onTick: (tick: Tick) => void): SymbolSocket {
    const frame = (action: string) => (names: string[]) => [JSON.stringify({ action, symbols: names.join(',') })];
    const dialect = {
      url: `${this.socketUrl}/${feed}?api_token=${encodeURIComponent(this.apiKey)}`,
      nameOf: ({ ticker }: MarketSymbol) => ticker,
      subscribe: frame('subscribe'),
      unsubscribe: frame('unsubscribe'),
      read: eodhdTicks,
      stallMs: SILENCE_TIMEOUT_MS,
    };
    return new SymbolSocket(this.upstream, dialect, onTick);
  }
}

const feedOf = (assetClass: AssetClass): Feed =>
  assetClass === 'fx' ? 'forex' : assetClass === 'crypto' ? 'crypto' : 'us';

/**
 * Reads a frame of `us` (`p` price, `v` size), `crypto` (`p` price, `q` quantity) or `forex` (`a` ask, `b` bid; the
 * price is their mean); `t` is the time in ms. Numbers may be texts. Frames with a `status_code` confirm or reject a
 * connection or subscription.
 * @throws UpstreamError `bad_answer`
 */
export function eodhdTicks(text: string): VendorTick[] {
  const frame = readFrame(text);
  if ('status_code' in frame) {
    if ((readNumber(frame.status_code, 'status_code') ?? 0) >= 400)
      throw badAnswer('EODHD rejected the connection or the subscription.');
    return [];
  }
  if (typeof frame.s !== 'string') throw badAnswer('The frame has no symbol.');
  const [bid, ask] = [readPrice(frame.b, 'b'), readPrice(frame.a, 'a')];
  const price = bid !== null && ask !== null ? middle(bid, ask) : requirePrice(frame.p, 'p');
  const size = readVolume(frame.v ?? frame.q, 'v') || null;
  return [{ vendorSymbol: frame.s, price, bid, ask, size, at: requireEpoch(frame.t, 1, 't') }];
}
