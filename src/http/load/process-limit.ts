import { Service } from 'typedi';
import { LimitsConfig } from '../../config/limits-config.js';
import { Log } from '../../log.js';
import { exceeded } from '../deadline.js';
import { Problem } from '../problem.js';
import { addressKey } from '../rate-limit/address-key.js';
import type { RouteStep } from '../route/radix-driver.js';
import type { Route } from '../route/route.js';
import { GradientLimit, UsualLatency } from './gradient-limit.js';
import { RunningTime, type Share } from './running-time.js';

/** Where the limit begins, and what it is at the least, however slow everything is. */
const INITIAL_LIMIT = 200;
const MIN_LIMIT = 8;
/** The log says at most so often (ms) that requests are refused. */
const LOG_EVERY_MS = 5_000;

/** One request among those that run. */
class Place {
  constructor(
    private readonly limit: ProcessLimit,
    readonly share: Share,
    readonly usual: UsualLatency,
    /** When the turn of the event loop began in which it arrived. */
    readonly arrivedTick: number,
    public counted: boolean,
  ) {}

  /** From now on it does not count for the limit of the process. */
  leave(): void {
    if (!this.counted) return;
    this.counted = false;
    this.limit.release();
  }
}

/**
 * How many requests this process runs at a time: as many as it can answer without delay (`GradientLimit`), and of one account no more than
 * `SVC_CONCURRENCY`. Above the limit requests of the account with the most running time are refused first; an account that had little running
 * lately is let in until there are twice as many as the limit. Without an account the address counts.
 *
 * The event loop is a queue by itself: requests that arrive while it is busy wait in their sockets, and are all read in its next turn. So a
 * request counts as running until the end of the turn in which it ended, and its latency begins with the turn in which it was read.
 */
@Service()
export class ProcessLimit {
  private readonly limit: GradientLimit;
  private readonly times = new RunningTime();
  private inFlight = 0;
  /** When the present turn of the event loop began to read requests; 0 between turns. */
  private turnTick = 0;
  private endedInTurn = 0;
  private refused = 0;
  private refusedSinceLog = 0;
  private loggedTick = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly config: LimitsConfig,
    private readonly log: Log,
  ) {
    const { processConcurrency: max } = config;
    this.limit = new GradientLimit({ initial: Math.min(INITIAL_LIMIT, max), min: MIN_LIMIT, max });
  }

  /** For whoever watches the process. */
  get reading(): { concurrencyLimit: number; requestsInFlight: number; requestsRefused: number } {
    return { concurrencyLimit: Math.floor(this.limit.current), requestsInFlight: this.inFlight, requestsRefused: this.refused };
  }

  /**
   * Of each route its own, since each has its own usual latency.
   * @throws Problem `overloaded`; `too_many_concurrent`; `deadline_exceeded` for a request whose time is over before it begins
   */
  stepOf({ endpoint }: Route): RouteStep {
    const usual = new UsualLatency();
    const isCounted = endpoint.isBoundedElsewhere !== true;
    return async (ctx, next) => {
      const { caller, deadlineTick } = ctx.state;
      const now = performance.now();
      if (deadlineTick !== undefined && now > deadlineTick) throw exceeded();
      const share = this.times.of(caller?.accountId ?? addressKey(ctx.ip));
      if (caller !== undefined && share.running >= this.config.concurrency) throw this.tooManyOfOne();
      const place = this.enter(share, usual, now, isCounted);
      ctx.state.admitted = place;
      try {
        await next();
      } finally {
        this.exit(place);
      }
    };
  }

  /** Of a place that was left early. */
  release(): void {
    if (this.turnTick === 0) this.inFlight -= 1;
    else this.endedInTurn += 1;
  }

  private enter(share: Share, usual: UsualLatency, now: number, isCounted: boolean): Place {
    if (this.turnTick === 0) this.beginTurn(now);
    if (isCounted) {
      const pressure = this.inFlight / this.limit.current - 1;
      if (pressure >= 0 && this.times.heaviness(share, now) >= 1 - pressure) throw this.refuse(now);
      this.inFlight += 1;
    }
    this.times.begin(share, now);
    return new Place(this, share, usual, this.turnTick, isCounted);
  }

  private exit(place: Place): void {
    const now = performance.now();
    this.times.end(place.share, now);
    if (!place.counted) return;
    this.limit.sample(place.usual, now - place.arrivedTick, this.inFlight, now);
    place.leave();
  }

  private beginTurn(now: number): void {
    this.turnTick = now;
    this.times.advance(now);
    setImmediate(this.endTurn);
  }

  private readonly endTurn = (): void => {
    this.turnTick = 0;
    this.inFlight -= this.endedInTurn;
    this.endedInTurn = 0;
  };

  private refuse(now: number): Problem {
    this.refused += 1;
    this.refusedSinceLog += 1;
    if (now - this.loggedTick >= LOG_EVERY_MS) {
      const { concurrencyLimit, requestsInFlight } = this.reading;
      this.log.warn({ component: 'load', refused: this.refusedSinceLog, concurrencyLimit, requestsInFlight }, 'Requests refused: the process is overloaded');
      this.loggedTick = now;
      this.refusedSinceLog = 0;
    }
    return refusals[this.refused % refusals.length] as Problem;
  }

  private tooManyOfOne(): Problem {
    return new Problem('too_many_concurrent', {
      detail: `At most ${this.config.concurrency} requests of an account run at a time; wait for one to end.`,
      headers: { 'Retry-After': '1' },
    });
  }
}

/** Made once: a refusal must cost next to nothing. They differ, so that those refused together do not come back together. */
const refusals = ['1', '2', '3'].map(
  (seconds) => new Problem('overloaded', { detail: 'The service has more to do than it can. Try again in a moment.', headers: { 'Retry-After': seconds } }),
);
