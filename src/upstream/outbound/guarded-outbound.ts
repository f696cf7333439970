import type { Socket } from 'node:net';
import {
  type FailureCode,
  Outbound,
  type OutboundAnswer,
  OutboundFailure,
  OutboundRefused,
  type OutboundRequest,
  type UrlProtocol,
} from '../outbound.js';
import { AddressRules } from './address-rules.js';
import { blockedCode, type Destination, destinationOf, refusalOfAddresses, type UrlLimits } from './destination.js';
import { Exchange } from './exchange.js';
import { type ConnectFailure, GuardedConnector } from './guarded-connector.js';
import { OriginPools } from './origin-pools.js';
import { type Resolve, Resolver, systemResolver } from './resolver.js';

export interface GuardedOutboundOptions extends UrlLimits {
  /** Addresses and CIDR ranges that may be called at any port and without TLS. */
  allow: readonly string[];
  userAgent: string;
  /** Resolver of names. Default: the system's. */
  resolve?: Resolve;
  /** Timeout to resolve the name, connect and negotiate TLS (ms). Default: 5,000. */
  connectMs?: number;
  /** Timeout of a call without a timeout of its own (ms). Default: 15,000. */
  timeoutMs?: number;
  /** Certificates (PEM) trusted instead of the authorities that Node trusts. */
  ca?: string;
  /** Maximum number of origins with open connections. Default: 256. */
  origins?: number;
}

/** Headers that frame the message, or could name another host than the URL. */
const reservedHeaders = new Set([
  'host',
  'connection',
  'content-length',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
  'expect',
  'te',
  'trailer',
]);

/**
 * Timeout to resolve a name when a URL is stored (ms). It is short because a caller waits for the response, and each
 * call checks the URL again.
 */
const CHECK_MS = 1_500;

/**
 * Checks three times: the text of the URL, all addresses of its name, and the peer of the connection. Opens nothing and
 * starts no timer before the first use.
 */
export class GuardedOutbound extends Outbound {
  readonly #limits: UrlLimits;
  readonly #rules: AddressRules;
  readonly #resolver: Resolver;
  readonly #connectMs: number;
  readonly #timeoutMs: number;
  readonly #connector: GuardedConnector;
  readonly #pools: OriginPools;
  /** Connections that `connect` has returned and that are still open. */
  readonly #open = new Set<Socket>();
  #isClosed = false;
  readonly #headers: Record<string, string>;

  constructor({
    allow,
    userAgent,
    resolve,
    connectMs = 5_000,
    timeoutMs = 15_000,
    ca,
    origins = 256,
    ports,
    plainHttp,
  }: GuardedOutboundOptions) {
    super();
    this.#limits = { ports, plainHttp };
    this.#rules = new AddressRules(allow);
    this.#resolver = resolve === undefined ? systemResolver() : new Resolver(resolve);
    this.#connectMs = connectMs;
    this.#timeoutMs = timeoutMs;
    this.#connector = new GuardedConnector({ rules: this.#rules, resolver: this.#resolver, connectMs, ca });
    this.#pools = new OriginPools(this.#connector, origins);
    this.#headers = { 'user-agent': userAgent, 'accept-encoding': 'identity' };
  }

  async check(url: string, protocol: UrlProtocol = 'http'): Promise<URL> {
    const destination = this.#destinationOf(url, protocol);
    if (destination.isAddress) return destination.url;
    const addresses = await this.#resolver
      .resolve(destination.host, Math.min(CHECK_MS, this.#connectMs))
      .catch(() => []);
    const refused = refusalOfAddresses(destination, addresses, this.#rules);
    if (refused) throw refused;
    return destination.url;
  }

  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    const startedAt = performance.now();
    const destination = this.#permitted(request.url, 'http');
    const given = Object.entries(request.headers ?? {}).map(([name, value]) => [name.toLowerCase(), value] as const);
    if (given.some(([name]) => reservedHeaders.has(name))) throw new OutboundFailure('invalid_request', 0);
    await this.#pools.load();
    const pool = this.#pools.of(destination);
    if (!pool) throw new OutboundFailure('stopped', 0);
    const { pathname, search } = destination.url;
    const headers = { ...this.#headers, ...Object.fromEntries(given) };
    const exchange = new Exchange({
      ...request,
      path: pathname + search,
      headers,
      startedAt,
      timeoutMs: request.timeoutMs ?? this.#timeoutMs,
    });
    exchange.startOn(pool);
    return exchange.answer;
  }

  async connect(url: string): Promise<Socket> {
    const startedAt = performance.now();
    const failure = (code: FailureCode, cause?: unknown) =>
      new OutboundFailure(code, Math.round(performance.now() - startedAt), cause);
    const destination = this.#permitted(url, 'mqtt');
    if (this.#isClosed) throw failure('stopped');
    const socket = await this.#connector.connect(destination).catch((error: ConnectFailure) => {
      throw failure(error.code, error.cause);
    });
    this.#open.add(socket);
    return socket.once('close', () => this.#open.delete(socket));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const socket of this.#open) socket.destroy(new OutboundFailure('stopped', 0));
    await this.#pools.close();
    this.#resolver.close();
  }

  /**
   * Checks the text of a URL without resolving its name; without allowed addresses, private names are rejected here.
   * @throws OutboundRefused
   */
  #destinationOf(url: string, protocol: UrlProtocol): Destination {
    const destination = destinationOf(url, this.#limits, protocol);
    const { host, isAddress, refusal } = destination;
    const refused = isAddress ? refusalOfAddresses(destination, [host], this.#rules) : this.#rules.strict && refusal;
    if (refused) throw refused;
    return destination;
  }

  /**
   * Checks the URL of a call. A stored URL that the configuration no longer permits, such as http after a move to
   * production, fails like a call that brought no response.
   */
  #permitted(url: string, protocol: UrlProtocol): Destination {
    try {
      return this.#destinationOf(url, protocol);
    } catch (error) {
      if (error instanceof OutboundRefused) throw new OutboundFailure(blockedCode(error), 0, error);
      throw error;
    }
  }
}
