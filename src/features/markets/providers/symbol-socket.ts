import type { SocketOptions, Upstream, UpstreamSocket } from '../../../upstream/upstreams.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { Tick } from '../quote.js';
import type { TickSubscription } from './market-provider.js';

/** A price as a frame says it, under the vendor's name of the symbol. */
export type VendorTick = Omit<Tick, 'symbol'> & { vendorSymbol: string };

/** How a vendor streams. */
export interface SocketDialect {
  url: string;
  /** What the vendor calls a symbol; undefined for one that it does not have. */
  nameOf(symbol: MarketSymbol): string | undefined;
  /** Frames that ask for symbols, by the vendor's names. */
  subscribe(names: string[]): string[];
  unsubscribe(names: string[]): string[];
  /** What a frame says; empty for frames without prices. @throws UpstreamError `bad_answer` */
  read(frame: string, send: (text: string) => void): VendorTick[];
  stallMs?: SocketOptions['stallMs'];
  /** Symbols that come or go within so long (ms) are told in one frame; 20 unless given. */
  gatherMs?: number;
}

/** One connection for any number of symbols, open while there are some. */
export class SymbolSocket implements TickSubscription {
  private readonly wanted = new Map<string, string>();
  private readonly news = new Map<string, 'subscribe' | 'unsubscribe'>();
  private socket?: UpstreamSocket;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly upstream: Upstream,
    private readonly dialect: SocketDialect,
    private readonly onTick: (tick: Tick) => void,
  ) {}

  add(symbol: MarketSymbol): void {
    const name = this.dialect.nameOf(symbol);
    if (name === undefined || this.wanted.has(name)) return;
    this.wanted.set(name, symbol.text);
    if (this.socket === undefined) this.open();
    else this.tell(name, 'subscribe');
  }

  remove(symbol: MarketSymbol): void {
    const name = this.dialect.nameOf(symbol);
    if (name === undefined || !this.wanted.delete(name)) return;
    if (this.wanted.size === 0) this.close();
    else this.tell(name, 'unsubscribe');
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.wanted.clear();
    this.news.clear();
    this.socket?.close();
    this.socket = undefined;
  }

  private open(): void {
    this.socket = this.upstream.socket({
      url: this.dialect.url,
      stallMs: this.dialect.stallMs,
      onOpen: (send) => {
        // All of them are told anew, so what was still to be told is told with them.
        this.news.clear();
        for (const frame of this.dialect.subscribe([...this.wanted.keys()])) send(frame);
      },
      onMessage: (text, send) => this.take(this.dialect.read(text, send)),
    });
  }

  private take(ticks: readonly VendorTick[]): number {
    let accepted = 0;
    for (const { vendorSymbol, ...tick } of ticks) {
      const symbol = this.wanted.get(vendorSymbol);
      if (symbol === undefined) continue;
      accepted += 1;
      this.onTick({ symbol, ...tick });
    }
    return accepted;
  }

  /** Soon, and together with the others: vendors count frames. What is not connected yet is told when it is. */
  private tell(name: string, what: 'subscribe' | 'unsubscribe'): void {
    this.news.set(name, what);
    this.timer ??= setTimeout(() => this.tellAll(), this.dialect.gatherMs ?? 20).unref();
  }

  private tellAll(): void {
    this.timer = undefined;
    if (!this.socket?.isOpen) return;
    for (const what of ['unsubscribe', 'subscribe'] as const) {
      const names = [...this.news].filter(([, wanted]) => wanted === what).map(([name]) => name);
      if (names.length > 0) for (const frame of this.dialect[what](names)) this.socket.send(frame);
    }
    this.news.clear();
  }
}
