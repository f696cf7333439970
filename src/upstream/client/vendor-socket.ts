import type { IncomingMessage } from 'node:http';
import type { RawData, WebSocket } from 'ws';
import type { Clock } from '../../time/clock.js';
import { UpstreamError, type UpstreamFailureCode } from '../upstream-error.js';
import type { SocketOptions, UpstreamSocket } from '../upstreams.js';
import type { FeedMeter } from './feed-meter.js';
import { retryAfterMs } from './retry-after.js';
import { refusalOf } from './status-to-failure.js';

/** Times of a socket (ms). */
export interface SocketTimes {
  /** First pause before reconnecting; it doubles with each attempt without data. */
  firstPause: number;
  longestPause: number;
  /** Longest pause while the vendor rejects connections as too many. */
  longestRefusedPause: number;
  handshake: number;
  /** Interval between pings; a connection without a pong until the next ping is lost. */
  ping: number;
}

export const usualSocketTimes: SocketTimes = {
  firstPause: 1_000,
  longestPause: 60_000,
  longestRefusedPause: 1_800_000,
  handshake: 10_000,
  ping: 20_000,
};

const STALL_MS = 60_000;
const MAX_FRAME_BYTES = 1_000_000;
/** A peer is disconnected when more than this many bytes wait to be sent to it. */
const MAX_WAITING_BYTES = 1_000_000;

export interface SocketParts {
  clock: Clock;
  meter: FeedMeter;
  times: SocketTimes;
  userAgent: string;
  /** False while an operator has disabled the feed: no connection is opened, and an open one is ended. */
  isEnabled(): boolean;
}

/** A WebSocket that reconnects with exponential backoff and jitter; the backoff resets once data arrives. */
export class VendorSocket implements UpstreamSocket {
  private socket?: WebSocket;
  private timer?: NodeJS.Timeout;
  private watch?: NodeJS.Timeout;
  private pauseMs: number;
  private closed = false;
  /** Time of the last frame, by `performance.now()`. */
  private heardAt = 0;
  private pingedAt = 0;
  private hasPong = true;

  constructor(
    private readonly options: SocketOptions,
    private readonly parts: SocketParts,
    private readonly onClosed: (socket: VendorSocket) => void,
  ) {
    this.pauseMs = parts.times.firstPause;
    void this.connect();
  }

  get isOpen(): boolean {
    return this.socket !== undefined && this.socket.readyState === this.socket.OPEN;
  }

  send(text: string): void {
    if (!this.socket || !this.isOpen) return;
    if (this.socket.bufferedAmount > MAX_WAITING_BYTES) this.drop(this.socket, 'timeout');
    else this.socket.send(text, () => {}); // the close event that follows reports a failed send
  }

  close(): void {
    if (this.closed) return;
    this.closed = true;
    clearTimeout(this.timer);
    clearInterval(this.watch);
    const { socket } = this;
    this.socket = undefined;
    // Code 1000 is a regular close: some vendors keep the slot of a connection that ends in another manner.
    socket?.close(1000);
    // Terminate the connection if the peer does not answer the close in time.
    const gone = setTimeout(() => socket?.terminate(), 500);
    socket?.once('close', () => clearTimeout(gone));
    if (socket === undefined) clearTimeout(gone);
    this.onClosed(this);
  }

  private async connect(): Promise<void> {
    const { WebSocket } = await import('ws');
    if (this.closed) return;
    if (!this.parts.isEnabled()) {
      this.retry(this.parts.times.firstPause);
      return;
    }
    const { meter, times, userAgent } = this.parts;
    meter.asked();
    let socket: WebSocket;
    try {
      socket = new WebSocket(this.options.url, {
        handshakeTimeout: times.handshake,
        maxPayload: this.options.maxFrameBytes ?? MAX_FRAME_BYTES,
        followRedirects: false,
        perMessageDeflate: false,
        headers: { 'user-agent': userAgent },
      });
    } catch {
      this.failed('unreachable');
      return;
    }
    this.socket = socket;
    let failure: UpstreamFailureCode = 'unreachable';
    socket.on('error', (error: Error & { code?: string }) => {
      failure = codeOf(error);
    });
    socket.on('unexpected-response', (request, response: IncomingMessage) => {
      failure = refusalOf(response.statusCode ?? 0);
      this.honorRetryAfter(response);
      request.destroy();
      // A destroyed socket emits no further events.
      this.ended(socket, failure);
    });
    socket.on('open', () => this.opened(socket));
    socket.on('message', (data, isBinary) => this.received(data, isBinary));
    socket.on('pong', () => {
      this.hasPong = true;
    });
    socket.on('close', () => this.ended(socket, failure));
  }

  private opened(socket: WebSocket): void {
    this.heardAt = performance.now();
    this.pingedAt = this.heardAt;
    this.hasPong = true;
    const stallMs = this.options.stallMs ?? STALL_MS;
    clearInterval(this.watch);
    this.watch = setInterval(() => this.look(socket, stallMs), Math.min(stallMs / 4, this.parts.times.ping / 2));
    this.watch.unref();
    try {
      this.options.onOpen((text) => this.send(text));
    } catch {
      this.drop(socket, 'bad_answer');
    }
  }

  private received(data: RawData, isBinary: boolean): void {
    if (this.closed) return;
    this.heardAt = performance.now();
    try {
      if (isBinary && !this.options.textInBytes) throw new UpstreamError('bad_answer');
      const records = this.options.onMessage(data.toString(), (text) => this.send(text));
      if (records === 0) return;
      this.pauseMs = this.parts.times.firstPause;
      this.parts.meter.succeeded(records);
    } catch (error) {
      this.parts.meter.failed(error instanceof UpstreamError ? error.code : 'bad_answer');
    }
  }

  /** Checks whether the peer answers pings and sends data, and drops the connection otherwise. */
  private look(socket: WebSocket, stallMs: number): void {
    const now = performance.now();
    if (!this.parts.isEnabled()) this.drop(socket, 'circuit_open');
    else if (now - this.heardAt > stallMs) this.drop(socket, 'timeout');
    else if (now - this.pingedAt > this.parts.times.ping) {
      if (!this.hasPong) {
        this.drop(socket, 'timeout');
        return;
      }
      this.hasPong = false;
      this.pingedAt = now;
      socket.ping(() => {});
    }
  }

  private drop(socket: WebSocket, failure: UpstreamFailureCode): void {
    // A peer that answers pings may simply have no data, because markets close. The timeout is counted but does not
    // mark the feed as failed.
    if (failure === 'timeout' && this.hasPong) this.ended(socket, failure, true);
    else this.ended(socket, failure);
    socket.terminate();
  }

  /** Handles the end of a connection; runs only once for each. */
  private ended(socket: WebSocket, failure: UpstreamFailureCode, isHarmless = false): void {
    if (this.closed || this.socket !== socket) return;
    this.socket = undefined;
    clearInterval(this.watch);
    this.failed(failure, isHarmless);
  }

  private failed(failure: UpstreamFailureCode, isHarmless = false): void {
    if (isHarmless) this.parts.meter.noted(failure);
    else this.parts.meter.failed(failure);
    const { longestPause, longestRefusedPause } = this.parts.times;
    const scattered = this.pauseMs * (0.5 + Math.random() / 2);
    this.pauseMs = Math.min(this.pauseMs * 2, failure === 'rate_limited' ? longestRefusedPause : longestPause);
    this.retry(scattered);
  }

  private retry(pauseMs: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.connect(), pauseMs);
    this.timer.unref();
  }

  /** Waits as long as the vendor requests, at most 10 minutes. */
  private honorRetryAfter({ headers }: IncomingMessage): void {
    const requestedMs = retryAfterMs(
      { 'retry-after': headers['retry-after'] ?? '', date: headers.date ?? '' },
      this.parts.clock.now(),
    );
    // The requested pause is doubled, because the jitter removes up to half of it.
    if (requestedMs !== undefined) this.pauseMs = Math.max(this.pauseMs, Math.min(requestedMs * 2, 600_000));
  }
}

function codeOf({ code, message }: Error & { code?: string }): UpstreamFailureCode {
  if (code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH' || code === 'WS_ERR_TOO_MANY_BUFFERED_PARTS') return 'too_large';
  if (code?.startsWith('WS_ERR_')) return 'bad_answer';
  return message === 'Opening handshake has timed out' ? 'timeout' : 'unreachable';
}
