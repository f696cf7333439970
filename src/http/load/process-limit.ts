import { Service } from 'typedi';
import { LimitsConfig } from '../../config/limits-config.js';
import { Log } from '../../log.js';
import { HeavyWork } from '../../threads/heavy-work.js';
import { exceeded } from '../deadline.js';
import { Problem, problems } from '../problem.js';
import { addressKey } from '../rate-limit/address-key.js';
import type { RouteStep } from '../route/radix-driver.js';
import type { Route } from '../route/route.js';
import { type Admission, Arrivals } from './arrivals.js';
import { GradientLimit, UsualLatency } from './gradient-limit.js';
import { RunningTime, type Share } from './running-time.js';

/** Where the limit begins. */
const INITIAL_LIMIT = 32;
/**
 * An account with less than this part of the running time of the heaviest is light. Above the limit it may run one request, which begins at once,
 * while fewer than this many times the limit were let in so. Only such requests count here: those of heavy accounts that still run when the limit
 * shrinks keep no light account out.
 */
const LIGHT = 0.3;
const MAX_LIGHT_FACTOR = 2;
/** When requests of a turn of the event loop have taken this long (ms), those that follow begin in later turns. */
const TURN_BUDGET_MS = 5;
/** A turn longer than this (ms) is too long to keep probes waiting for several of them, and how many requests at most begin in one. */
const LONG_TURN_MS = 15;
const MAX_STARTS_PER_TURN = 16;
/** When the first of those has waited this long (ms), the process is as full as at its limit. */
const MAX_WAIT_MS = 200;
/**
 * How long a refusal waits before it is sent (ms), and for how long it counts as running, so that who asks most is refused most. A caller that
 * ignores `Retry-After` sends its next request when it has the answer: answering at once only makes it send more.
 */
export const REFUSAL_DELAY_MS = 50;
/** The log says at most so often (ms) that requests are refused. */
const LOG_EVERY_MS = 5_000;

/** What is known of the requests of a route. */
interface RouteLoad {
  readonly usual: UsualLatency;
  /** They wait for a thread (`HeavyWork`). */
  isHeavy: boolean;
}

/** One request among those that run. */
class Place {
  constructor(
    private readonly limit: ProcessLimit,
    readonly share: Share,
    readonly route: RouteLoad,
    /** When the turn of the event loop began in which it arrived. */
    readonly arrivedTick: number,
    public counted: boolean,
    /** Let in above the limit, because its account is light. */
    readonly isLight: boolean,
  ) {}

  /** From now on it does not count for the limit of the process, because it waits for a thread. */
  leave(): void {
    this.route.isHeavy = true;
    this.end();
  }

  end(): void {
    if (!this.counted) return;
    this.counted = false;
    this.limit.release(this);
  }
}

/**
 * How many requests this process runs at a time: as many as it can answer without delay (`GradientLimit`), and of one account no more than
 * `SVC_CONCURRENCY`. Above the limit requests of the account with the most running time are refused first; an account that had little running
 * lately is let in until there are twice as many as the limit, and with nothing running until twice the limit were let in for that reason. Without
 * an account the address counts.
 *
 * The event loop is a queue by itself: requests that arrive while it is busy wait in their sockets, and are all read in its next turn. So a
 * request counts as running until the end of the turn in which it ended, and its latency begins with the turn in which it was read.
 */
@Service()
export class ProcessLimit {
  private readonly limit: GradientLimit;
  private readonly times = new RunningTime();
  private readonly arrivals = new Arrivals();
  private inFlight = 0;
  /** Those of them that were let in above the limit because their account is light. */
  private lightInFlight = 0;
  /** When the present turn of the event loop began to read requests; 0 between turns. */
  private turnTick = 0;
  private endedInTurn = 0;
  /** Requests that begin in later turns. */
  private readonly waiting: Array<{ start(): void; share: Share; sinceTick: number }> = [];
  private startsPerTurn = 0;
  /** When the last of them were started. */
  private startedTick = 0;
  private refused = 0;
  private refusedSinceLog = 0;
  private loggedTick = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly config: LimitsConfig,
    private readonly log: Log,
    private readonly heavyWork: HeavyWork,
  ) {
    const { processConcurrency: max, minProcessConcurrency: min } = config;
    this.limit = new GradientLimit({
      initial: Math.max(min, Math.min(INITIAL_LIMIT, max)),
      get min() {
        return config.minProcessConcurrency;
      },
      get max() {
        return config.processConcurrency;
      },
    });
  }

  /** Current values, for monitoring. */
  get reading(): { concurrencyLimit: number; requestsInFlight: number; requestsRefused: number } {
    return { concurrencyLimit: Math.floor(this.limit.current), requestsInFlight: this.inFlight, requestsRefused: this.refused };
  }

  /**
   * Of each route its own, since each has its own usual latency.
   * @throws Problem `overloaded`; `too_many_concurrent`; `deadline_exceeded` for a request whose time is over before it begins
   */
  stepOf({ endpoint }: Route): RouteStep {
    const route: RouteLoad = { usual: new UsualLatency(), isHeavy: false };
    const isCounted = endpoint.isBoundedElsewhere !== true;
    return async (ctx, next) => {
      const { caller, deadlineTick } = ctx.state;
      const passed = this.arrivals.remove(ctx.req);
      const now = performance.now();
      if (deadlineTick !== undefined && now > deadlineTick) throw exceeded();
      const share = this.times.of(caller?.accountId ?? addressKey(ctx.ip));
      if (caller !== undefined && share.running >= this.config.concurrency) throw this.tooManyOfOne();
      if (this.turnTick === 0) this.beginTurn(now);
      const startsLater = this.startsLater(share, now);
      // It would wait for its turn only to be refused then.
      if (startsLater && route.isHeavy && caller !== undefined && !this.heavyWork.hasRoom(caller.accountId)) throw this.refuse(share, now);
      const place = this.enter(share, route, now, isCounted, passed);
      ctx.state.admitted = place;
      try {
        if (startsLater) await this.nextTurn(share, now);
        await next();
      } finally {
        this.exit(place);
      }
    };
  }

  /** Of a place that is left. */
  release({ isLight }: Place): void {
    if (isLight) this.lightInFlight -= 1;
    if (this.turnTick === 0) this.inFlight -= 1;
    else this.endedInTurn += 1;
  }

  /**
   * Lets a request of an account pass to the application or not, before anything else of it is looked at (overload-gate.ts). One that passes counts as
   * on its way until it comes to the step above, or until `left`.
   */
  letPass(accountId: string, request: object): boolean {
    const share = this.times.of(accountId);
    const verdict = this.verdict(share, performance.now(), this.arrivals.size, this.arrivals.light);
    if (verdict === 'refuse') return false;
    this.arrivals.add(request, share, verdict);
    return true;
  }

  /** Of a request that passed: it ended, perhaps before it came to the limit. */
  left(request: object): void {
    this.arrivals.remove(request);
  }

  /** Counts a refusal of the account. @returns what to answer */
  countRefusal(accountId: string): Problem {
    return this.refuse(this.times.of(accountId), performance.now());
  }

  /**
   * What happens with a request of this share: it is let in, let in above the limit because its account is light, or refused.
   * @param arriving requests that count beside those that run, and how many of them are of light accounts
   */
  private verdict(share: Share, now: number, arriving = 0, lightArriving = 0): Admission | 'refuse' {
    const first = this.waiting[0];
    const waited = first === undefined ? 0 : now - first.sinceTick;
    const inFlight = this.inFlight + arriving;
    const pressure = Math.max(inFlight / this.limit.current, waited / MAX_WAIT_MS) - 1;
    if (pressure < 0 || inFlight < this.config.minProcessConcurrency) return 'admit';
    const heaviness = this.times.heaviness(share, now);
    if (heaviness < 1 - pressure) return 'admit';
    const running = arriving === 0 ? share.running : share.running + share.arriving;
    const isLight = running === 0 && heaviness < LIGHT && this.lightInFlight + lightArriving < MAX_LIGHT_FACTOR * this.limit.current;
    return isLight ? 'admit light' : 'refuse';
  }

  /** @param passed how it was let pass before, which holds: its caller has waited for its account to be read */
  private enter(share: Share, route: RouteLoad, now: number, isCounted: boolean, passed: Admission | undefined): Place {
    const verdict = isCounted ? (passed ?? this.verdict(share, now)) : 'admit';
    if (verdict === 'refuse') throw this.refuse(share, now);
    const isLight = verdict === 'admit light';
    if (isCounted) this.inFlight += 1;
    if (isLight) this.lightInFlight += 1;
    this.times.begin(share, now);
    return new Place(this, share, route, this.turnTick, isCounted, isLight);
  }

  private exit(place: Place): void {
    const now = performance.now();
    this.times.end(place.share, now);
    if (!place.counted) return;
    this.limit.sample(place.route.usual, now - place.arrivedTick, this.inFlight, now);
    place.end();
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

  /** Whether the present turn has taken long enough: what begins later leaves room to read and to answer other requests, probes among them. */
  private startsLater(share: Share, now: number): boolean {
    if (this.waiting.length === 0 && now - this.turnTick < TURN_BUDGET_MS) return false;
    return share.running > 0 || this.times.heaviness(share, now) >= LIGHT;
  }

  private nextTurn(share: Share, now: number): Promise<void> {
    return new Promise((start) => {
      if (this.waiting.push({ start, share, sinceTick: now }) > 1) return;
      this.startsPerTurn = 0;
      this.startedTick = now;
      setImmediate(this.startWaiting);
    });
  }

  /**
   * Starts as many as turns have had room for: one more a turn while turns are short, half as many after a long one. The time to start a request
   * says little of what it costs, since most of its work comes with the answer of the database.
   */
  private readonly startWaiting = (): void => {
    const now = performance.now();
    const isLong = now - this.startedTick > LONG_TURN_MS;
    this.startsPerTurn = isLong ? Math.max(1, this.startsPerTurn >> 1) : Math.min(MAX_STARTS_PER_TURN, this.startsPerTurn + 1);
    this.startedTick = now;
    for (let left = this.startsPerTurn; left > 0 && this.waiting.length > 0; left -= 1) this.startLightest();
    if (this.waiting.length > 0) setImmediate(this.startWaiting);
  };

  /** There are no more waiting than the limit, so that looking at each costs little. */
  private startLightest(): void {
    let lightest = 0;
    for (const [index, { share }] of this.waiting.entries()) if (share.weighted < (this.waiting[lightest]?.share.weighted ?? 0)) lightest = index;
    this.waiting.splice(lightest, 1)[0]?.start();
  }

  private refuse(share: Share, now: number): Problem {
    this.times.charge(share, REFUSAL_DELAY_MS, now);
    this.refused += 1;
    this.refusedSinceLog += 1;
    share.refused += 1;
    if (now - this.loggedTick >= LOG_EVERY_MS) {
      const { concurrencyLimit, requestsInFlight } = this.reading;
      const mostRefused = this.times.takeMostRefused();
      const fields = { component: 'load', refused: this.refusedSinceLog, mostRefused, concurrencyLimit, requestsInFlight };
      this.log.warn(fields, 'Requests refused: the process is overloaded');
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

export const { overloaded } = problems;

/** Made once: a refusal must cost next to nothing. They differ, so that those refused together do not come back together. */
const refusals = ['1', '2', '3'].map(
  (seconds) => new Problem('overloaded', { detail: 'The service has more to do than it can. Try again in a moment.', headers: { 'Retry-After': seconds } }),
);
