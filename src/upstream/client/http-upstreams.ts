import type { Log } from '../../logging/log.js';
import type { Clock } from '../../time/clock.js';
import type { BudgetStore } from '../budget/budget-store.js';
import type { FeedRegistry } from '../feed-status.js';
import type { UpstreamShare, UpstreamShares } from '../upstream-shares.js';
import { type SocketOptions, type Upstream, type UpstreamOptions, Upstreams } from '../upstreams.js';
import { Connections } from './connections.js';
import { FeedMeter } from './feed-meter.js';
import { HttpUpstream } from './http-upstream.js';
import { type SocketTimes, usualSocketTimes, VendorSocket } from './vendor-socket.js';

export interface HttpUpstreamsParts {
  feeds: FeedRegistry;
  budgets: BudgetStore;
  clock: Clock;
  log: Log;
  userAgent: string;
  /** Timeout of calls to vendors whose options set no timeout (ms). Default: 4,500. */
  timeoutMs?: number;
  /** Times that replace the defaults of sockets. */
  socketTimes?: Partial<SocketTimes>;
}

const STALE_SECONDS = 900;

/** Calls vendors over HTTP and WebSockets. */
export class HttpUpstreams extends Upstreams implements UpstreamShares {
  private readonly connections: Connections[] = [];
  private readonly sockets = new Set<VendorSocket>();
  private readonly opened: UpstreamOptions[] = [];
  private closed = false;

  constructor(private readonly parts: HttpUpstreamsParts) {
    super();
  }

  open(options: UpstreamOptions): Upstream {
    const { feeds, clock, userAgent, log, budgets, timeoutMs } = this.parts;
    const meter = new FeedMeter(clock, {
      feed: options.feed,
      provider: options.provider,
      staleSeconds: options.staleSeconds ?? STALE_SECONDS,
      refusalsFail: options.refusalsFail,
    });
    const connections = new Connections(options.baseUrl, userAgent);
    feeds.register(options.feed, () => meter.status(), meter.calls);
    this.connections.push(connections);
    this.opened.push(options);
    const settings = () => feeds.controls.of(options.feed);
    const { controls } = feeds;
    const openSocket = (socket: SocketOptions) =>
      this.socket(socket, meter, () => settings().isEnabled && controls.faults?.of(options.feed) === undefined);
    const fault = () => controls.faults?.take(options.feed);
    const upstream = new HttpUpstream(
      { timeoutMs, ...options },
      { clock, log, budgets, meter, connections, settings, fault, openSocket },
    );
    feeds.controls.follow(options.feed, (isRefresh) => isRefresh && upstream.refresh());
    return upstream;
  }

  async of(accountId: string): Promise<UpstreamShare[]> {
    const all = await Promise.all(
      this.opened.map(async ({ feed, provider, budgets: configured = [] }) => {
        const { budget } = this.parts.feeds.controls.of(feed);
        const budgets = budget ? [budget] : configured;
        if (budgets.length === 0) return [];
        const used = await this.parts.budgets.used(feed, budgets, accountId);
        return used.map((share) => ({ feed, provider, ...share }));
      }),
    );
    return all.flat();
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const socket of [...this.sockets]) socket.close();
    await Promise.all(this.connections.map((connections) => connections.close()));
  }

  private socket(options: SocketOptions, meter: FeedMeter, isEnabled: () => boolean): VendorSocket {
    const { clock, userAgent, socketTimes } = this.parts;
    const parts = { clock, meter, userAgent, isEnabled, times: { ...usualSocketTimes, ...socketTimes } };
    const socket = new VendorSocket(options, parts, (closed) => this.sockets.delete(closed));
    if (this.closed) socket.close();
    else this.sockets.add(socket);
    return socket;
  }
}
