import type { SocketOptions, Upstream, UpstreamSocket } from '../../../upstream/upstreams.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { Tick } from '../quote.js';
import type { TickSubscription } from './market-provider.js';

/** A tick with the vendor's name of its symbol. */
export type VendorTick = Omit<Tick, 'symbol'> & { vendorSymbol: string };

/** The streaming protocol of a vendor. */
export interface SocketDialect {
  url: string;
  /** Returns the vendor's name of a symbol; undefined if the vendor does not have the symbol. */
  nameOf(symbol: MarketSymbol): string | undefined;
  /** Returns the frames that subscribe to symbols, which are given by the vendor's names. */
  subscribe(names: string[]): string[];
  unsubscribe(names: string[]): string[];
  /** Returns the ticks of a frame; empty for other frames. @throws UpstreamError `bad_answer` */
  read(frame: string, send: (text: string) => void): VendorTick[];
  stallMs?: SocketOptions['stallMs'];
  /** Time (ms) in which added and removed symbols are collected for one frame. Default: 20. */
  batchMs?: number;
}

/** Streams the ticks of any number of symbols over one connection, which is open while there are symbols. */
export class SymbolSocket implements TickSubscription {
  private readonly symbolsByName = new Map<string, string>();
  private readonly changes = new Map<string, 'subscribe' | 'unsubscribe'>();
  private socket?: UpstreamSocket;
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly upstream: Upstream,
    private readonly dialect: SocketDialect,
    private readonly onTick: (tick: Tick) => void,
  ) {}

  add(symbol: MarketSymbol): void {
    const name = this.dialect.nameOf(symbol);
    if (name === undefined || this.symbolsByName.has(name)) return;
    this.symbolsByName.set(name, symbol.text);
    if (this.socket === undefined) this.open();
    else this.queueChange(name, 'subscribe');
  }

  remove(symbol: MarketSymbol): void {
    const name = this.dialect.nameOf(symbol);
    if (name === undefined || !this.symbolsByName.delete(name)) return;
    if (this.symbolsByName.size === 0) this.close();
    else this.queueChange(name, 'unsubscribe');
  }

  close(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.symbolsByName.clear();
    this.changes.clear();
    this.socket?.close();
    this.socket = undefined;
  }

  private open(): void {
    this.socket = this.upstream.socket({
      url: this.dialect.url,
      stallMs: this.dialect.stallMs,
      onOpen: (send) => {
        // All symbols are subscribed again, which includes the pending changes.
        this.changes.clear();
        for (const frame of this.dialect.subscribe([...this.symbolsByName.keys()])) send(frame);
      },
      onMessage: (text, send) => this.forward(this.dialect.read(text, send)),
    });
  }

  private forward(ticks: readonly VendorTick[]): number {
    let accepted = 0;
    for (const { vendorSymbol, ...tick } of ticks) {
      const symbol = this.symbolsByName.get(vendorSymbol);
      if (symbol === undefined) continue;
      accepted += 1;
      this.onTick({ symbol, ...tick });
    }
    return accepted;
  }

  /**
   * Collects changes, because vendors limit the number of frames. Changes made before the connection is open are sent
   * when it opens.
   */
  private queueChange(name: string, action: 'subscribe' | 'unsubscribe'): void {
    this.changes.set(name, action);
    this.timer ??= setTimeout(() => this.sendChanges(), this.dialect.batchMs ?? 20).unref();
  }

  private sendChanges(): void {
    this.timer = undefined;
    if (!this.socket?.isOpen) return;
    for (const action of ['unsubscribe', 'subscribe'] as const) {
      const names = [...this.changes].filter(([, change]) => change === action).map(([name]) => name);
      if (names.length > 0) for (const frame of this.dialect[action](names)) this.socket.send(frame);
    }
    this.changes.clear();
  }
}
