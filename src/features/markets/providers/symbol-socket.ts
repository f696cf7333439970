import type { SocketOptions, Upstream, UpstreamSocket } from '../../../upstream/upstreams.js';
import type { MarketSymbol } from '../market-symbol.js';
import type { Tick } from '../quote.js';
import type { TickSubscription } from './market-provider.js';

/** A tick with the vendor's name of the symbol. */
export type VendorTick = Omit<Tick, 'symbol'> & { vendorSymbol: string };

/** The streaming protocol of a vendor. */
export interface SocketDialect {
  url: string;
  /** Returns the vendor's name of a symbol; undefined if the vendor does not have it. */
  nameOf(symbol: MarketSymbol): string | undefined;
  /** Returns the frames that subscribe symbols, by the vendor's names. */
  subscribe(names: string[]): string[];
  unsubscribe(names: string[]): string[];
  /** Returns the ticks of a frame; empty for other frames. @throws UpstreamError `bad_answer` */
  read(frame: string, send: (text: string) => void): VendorTick[];
  stallMs?: SocketOptions['stallMs'];
  /** Symbols added or removed within this time (ms) share a frame; default 20. */
  batchMs?: number;
}

/** One connection for any number of symbols, open while there are any. */
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
        // All symbols are subscribed again, including pending changes.
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
   * Batches changes, because vendors limit frames. Changes made before the connection is open are sent when it opens.
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
