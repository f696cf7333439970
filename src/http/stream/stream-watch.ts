import { Service } from 'typedi';
import { Log } from '../../logging/log.js';
import { Clock } from '../../time/clock.js';
import { Authenticator } from '../caller.js';
import type { EventStream } from './event-stream.js';
import { frameOf } from './frame.js';
import { ReauthenticationRequiredDto, type ReauthReason } from './reauth.dto.js';
import { StreamHub } from './stream-hub.js';
import { StreamSlots } from './stream-slots.js';

/** Somewhat less than a second, so that a stream ends within one of its session. */
export const TICK_MS = 900;
/** 14.4 s: with a late tick still less than 15 s. */
const TICKS_PER_HEARTBEAT = 16;
/** 9 s: a lease of 30 s bears two renewals that fail. */
const TICKS_PER_RENEWAL = 10;
/** An ended stream may take this many ticks to be read to its end. */
const TICKS_TO_LEAVE = 3;
/** Sessions looked up at the same time: streams are not to take the database from requests. */
const LOOKUPS = 8;

/**
 * Looks after all open streams by one timer: ends those whose token, session or account is no longer good, sends
 * heartbeats, renews the places. Runs only where it is started; a test calls `tick` itself.
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
  ) {}

  start(): void {
    this.timer = setInterval(() => void this.tick(), TICK_MS);
    this.timer.unref();
  }

  close(): void {
    clearInterval(this.timer);
  }

  /** Never rejects. Resolves when every session was checked. */
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
   * One look-up a session or personal key, however many streams it has; not again while the last round is still waiting
   * for a store.
   */
  private async checkSessions(): Promise<void> {
    if (this.checking) return;
    this.checking = true;
    const sessions = Map.groupBy(this.hub.streams, ({ caller }) => caller.credentialId).values();
    // Workers that share one iterator.
    await Promise.all(
      Array.from({ length: LOOKUPS }, async () => {
        for (const streams of sessions)
          if (await this.hasEnded(streams)) for (const stream of streams) endBy('session_ended', stream);
      }),
    );
    this.checking = false;
  }

  private async hasEnded([first]: EventStream<unknown>[]): Promise<boolean> {
    try {
      return first !== undefined && !(await this.authenticator.isLive(first.caller));
    } catch (error) {
      // A store that is away says nothing about the session; the token ends soon enough.
      this.log.debug({ err: error }, 'Looking up the session of a stream failed.');
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
  stream.end(frameOf({ event: 'reauth', data: ReauthenticationRequiredDto.from(reason) }));
}
