import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import { Log } from '../../logging/log.js';
import { Clock } from '../../time/clock.js';
import { Authenticator } from '../caller.js';
import { GrantedAccess } from '../granted-access.js';
import type { EventStream } from './event-stream.js';
import { ReauthenticationRequiredDto, type ReauthReason } from './reauth.dto.js';
import { StreamHub } from './stream-hub.js';
import { StreamSlots } from './stream-slots.js';

/** Interval of the timer (ms): less than a second, so that a stream ends within a second of its session. */
export const TICK_MS = 900;
/** Heartbeats are sent every 14.4 s, so that even a late one comes within 15 s. */
const TICKS_PER_HEARTBEAT = 16;
/** Slots are renewed every 9 s, so that a lease of 30 s survives two failed renewals. */
const TICKS_PER_RENEWAL = 10;
/** Number of ticks in which the client of an ended stream may read its remaining data. */
const TICKS_TO_LEAVE = 3;
/** Maximum number of concurrent session look-ups, so that requests still get database connections. */
const LOOKUPS = 8;

/**
 * Does the periodic work for all open streams with one timer: ends streams whose token, session or account is no longer
 * valid, sends heartbeats and renews slots. The timer runs only after `start`; tests call `tick` themselves.
 */
@Service()
export class StreamWatch {
  private ticks = 0;
  private checking = false;
  /** Ended streams by the tick in which they were first seen. */
  private readonly leaving = new Map<EventStream<unknown>, number>();
  private timer?: NodeJS.Timeout;

  constructor(
    private readonly hub: StreamHub,
    private readonly authenticator: Authenticator,
    private readonly places: StreamSlots,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly granted: GrantedAccess,
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.tick(), TICK_MS);
    this.timer.unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Does the work of one tick. Never rejects; resolves when every session was checked. */
  async tick(): Promise<void> {
    this.ticks += 1;
    const now = this.clock.now();
    for (const stream of this.hub.streams) {
      if (stream.caller.tokenExpiresAt <= now) endBy('token_expired', stream);
      else if (this.ticks % TICKS_PER_HEARTBEAT === 0) stream.beat();
    }
    this.cutLeftovers();
    const renewal = this.ticks % TICKS_PER_RENEWAL === 0 ? this.places.renew(this.hub.held) : undefined;
    await Promise.all([
      this.checkSessions(),
      renewal?.catch((error: unknown) => this.log.error({ err: error }, 'Renewing stream slots failed.')),
    ]);
  }

  /**
   * Looks up each session or personal key once, however many streams it has. Does nothing while the previous round is
   * still waiting for a store.
   */
  private async checkSessions(): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    const sessions = Map.groupBy(this.hub.streams, ({ caller }) => caller.credentialId).values();
    const granted = this.hub.streams.filter(({ caller }) => caller.grant !== undefined).values();
    // The workers share the iterators.
    await Promise.all(
      Array.from({ length: LOOKUPS }, async () => {
        for (const streams of sessions)
          if (await this.hasEnded(streams)) for (const stream of streams) endBy('session_ended', stream);
        for (const stream of granted) if (await this.hasLostGrant(stream)) this.hub.fail(stream, grantEnded());
      }),
    );
    this.checking = false;
  }

  private async hasEnded([first]: EventStream<unknown>[]): Promise<boolean> {
    try {
      return first !== undefined && !(await this.authenticator.isLive(first.caller));
    } catch (error) {
      // An unavailable store does not mean that the session has ended; at the latest the stream ends with its token.
      this.log.debug({ err: error }, 'Looking up the session of a stream failed.');
      return false;
    }
  }

  private async hasLostGrant({ caller: { grant } }: EventStream<unknown>): Promise<boolean> {
    try {
      return grant !== undefined && !(await this.granted.isLive(grant));
    } catch (error) {
      this.log.debug({ err: error }, 'Looking up the grant of a stream failed.');
      return false;
    }
  }

  private cutLeftovers(): void {
    const { ending } = this.hub;
    for (const stream of this.leaving.keys()) if (!ending.has(stream)) this.leaving.delete(stream);
    for (const stream of ending) {
      const since = this.leaving.get(stream) ?? this.ticks;
      this.leaving.set(stream, since);
      if (this.ticks - since >= TICKS_TO_LEAVE) stream.cut();
    }
  }
}

function endBy(reason: ReauthReason, stream: EventStream<unknown>): void {
  stream.end(stream.format.frame({ event: 'reauth', data: ReauthenticationRequiredDto.from(reason) }));
}

const grantEnded = () => new Problem('not_found', { detail: 'The grant that opened this stream has ended.' });
