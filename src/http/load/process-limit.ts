import type { Context } from 'koa';
import { Service } from 'typedi';
import type { Lane } from '../../api/endpoint.js';
import { Problem, type ProblemCode, problems } from '../../api/problem.js';
import { LimitsConfig } from '../../config/limits-config.js';
import { Log } from '../../logging/log.js';
import { HeavyWork, queueFull } from '../../threads/heavy-work.js';
import { ClientGone } from '../../threads/long-request.js';
import type { Caller } from '../caller.js';
import { exceeded } from '../deadline.js';
import { ownCallerOf } from '../in-process-api.js';
import { addressKey } from '../rate-limit/address-key.js';
import type { RouteStep } from '../route/radix-driver.js';
import type { Route } from '../route/route.js';
import { AccountTurns } from './account-turns.js';
import { type Admission, AdmittedRequests } from './admitted-requests.js';
import { GradientLimit, UsualLatency } from './gradient-limit.js';
import { RefusalQueue } from './refusal-queue.js';
import { LIGHT, RunningTime, type Share } from './running-time.js';
import { StartQueue } from './start-queue.js';

/** The first limit, before any latency was measured. */
const INITIAL_LIMIT = 32;
/**
 * Above the limit a light account (running-time.ts) may run one request, as long as fewer than this many times the
 * limit run for that reason. Only such requests are counted here, so that requests of heavy accounts that still run
 * when the limit shrinks do not keep light accounts out.
 */
const MAX_LIGHT_FACTOR = 2;
/** When the oldest waiting request has waited this long (ms), the process is as full as at its limit. */
const MAX_WAIT_MS = 100;
/**
 * Delay of a refusal before it is sent (ms). It counts as running time of the account meanwhile, so that the caller
 * with the most requests is refused most. A caller that ignores `Retry-After` sends its next request as soon as it has
 * the response: immediate refusals would only make it send more.
 */
export const REFUSAL_DELAY_MS = 50;
/**
 * Maximum number of requests of one account in one lane. Only one computes at a time, so more of them hold memory and
 * make turns of the event loop longer; a second one continues while the first waits for a vendor or the database.
 */
const PER_LANE = 2;
/** Minimum interval between log lines about refused requests (ms). */
const LOG_EVERY_MS = 5_000;

/** The state of a route, shared by its requests. */
interface RouteLoad {
  readonly usual: UsualLatency;
  /** True: requests of the route wait for a thread of the pool (`HeavyWork`). */
  isHeavy: boolean;
}

/** The place of one running request in the limit. */
class Place {
  constructor(
    private readonly limit: ProcessLimit,
    readonly share: Share,
    readonly route: RouteLoad,
    /** Start of the turn of the event loop in which the request arrived, by `performance.now()` (ms). */
    readonly arrivedTick: number,
    public counted: boolean,
    /** True: admitted above the limit because its account is light. */
    readonly isLight: boolean,
  ) {}

  /** Stops counting the request in the limit of the process, because it waits for a thread. */
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
 * Limits the number of requests that this process runs at a time to as many as it can answer without delay
 * (`GradientLimit`), and to `SVC_CONCURRENCY` for one account. Above the limit, requests of the account with the most
 * running time are refused first. An account with little recent running time is admitted until the process runs twice
 * the limit, and a light account that runs nothing is admitted until twice the limit were admitted for that reason.
 * Requests without an account are counted by address.
 *
 * The event loop itself is a queue: requests that arrive while it is busy wait in their sockets and are all read in its
 * next turn. So a request counts as running until the end of the turn in which it ended, and its latency begins with
 * the turn in which it was read.
 */
@Service()
export class ProcessLimit {
  private readonly limit: GradientLimit;
  private readonly times = new RunningTime();
  private readonly arrivals = new AdmittedRequests();
  private inFlight = 0;
  /** Number of running requests that were admitted above the limit because their account is light. */
  private lightInFlight = 0;
  /** Start of the current turn of the event loop, by `performance.now()` (ms); 0 between turns. */
  private turnTick = 0;
  private endedInTurn = 0;
  private readonly starts = new StartQueue(this.times);
  private readonly lanes: Record<Lane, AccountTurns> = {
    reads: new AccountTurns(PER_LANE),
    searches: new AccountTurns(PER_LANE),
    briefings: new AccountTurns(PER_LANE),
  };
  private readonly refusals = new RefusalQueue(REFUSAL_DELAY_MS);
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

  /** Current values of the limit, for monitoring. */
  get reading(): { concurrencyLimit: number; requestsInFlight: number; requestsRefused: number } {
    return {
      concurrencyLimit: Math.floor(this.limit.current),
      requestsInFlight: this.inFlight,
      requestsRefused: this.refused,
    };
  }

  /**
   * Returns the step of a route. Each route has its own, because each has its own usual latency.
   * @throws Problem `overloaded`; `too_many_concurrent`; `deadline_exceeded` for a request whose deadline has passed
   * before it begins
   */
  stepOf({ endpoint }: Route): RouteStep {
    const route: RouteLoad = { usual: new UsualLatency(), isHeavy: false };
    const isCounted = endpoint.isBoundedElsewhere !== true;
    const step: RouteStep = async (ctx, next) => {
      const { caller, deadlineTick } = ctx.state;
      const passed = this.arrivals.remove(ctx.req);
      const now = performance.now();
      if (deadlineTick !== undefined && now > deadlineTick) throw exceeded();
      // A new turn may forget shares without requests, so the share is looked up afterwards.
      if (this.turnTick === 0) this.beginTurn(now);
      const share = this.times.of(caller?.accountId ?? addressKey(ctx.ip));
      this.refuseTooManyOfOne(ctx, share);
      const startsLater = this.starts.mustWait(share, now);
      // Refuse now: the request would wait for its turn only to be refused by the full queue of heavy work.
      if (startsLater && route.isHeavy && caller !== undefined && !this.heavyWork.hasCapacity(caller.accountId)) {
        this.refuse(share, now);
        throw queueFull();
      }
      const place = this.enter(share, route, now, isCounted, passed);
      ctx.state.admitted = place;
      try {
        if (startsLater) await this.starts.wait(share, now);
        else this.starts.begin(share, now);
        await next();
      } finally {
        this.exit(place);
      }
    };
    const { lane } = endpoint;
    const inTurn: RouteStep =
      lane === undefined ? step : (ctx, next) => this.afterOthers(ctx, this.lanes[lane], () => step(ctx, next));
    // Requests that are refused later, such as by the queue of heavy work, are also answered after the delay and do not
    // count as running meanwhile.
    return (ctx, next) =>
      inTurn(ctx, next).catch(async (error: unknown) => {
        if (error instanceof Problem && delayed.has(error.code)) await this.refusals.wait();
        throw error;
      });
  }

  /**
   * Makes the requests of one account in a lane wait for each other before they count as running, so that only a few of
   * them hold their data in memory.
   */
  private async afterOthers(ctx: Context, turns: AccountTurns, work: () => Promise<void>): Promise<void> {
    const { accountId } = ctx.state.caller as Caller;
    const share = this.times.of(accountId);
    this.refuseTooManyOfOne(ctx, share);
    share.waiting += 1;
    await turns.enter(accountId);
    share.waiting -= 1;
    try {
      if (ctx.res.destroyed) throw new ClientGone();
      await work();
    } finally {
      turns.leave(accountId);
    }
  }

  /** Releases the place of a request. */
  release({ isLight }: Place): void {
    if (isLight) this.lightInFlight -= 1;
    if (this.turnTick === 0) this.inFlight -= 1;
    else this.endedInTurn += 1;
  }

  /**
   * Decides, before the application sees a request (overload-gate.ts), whether it may pass. A request that passes
   * counts as arriving until it reaches the step of its route, or until `left` is called.
   */
  letPass(accountId: string, request: object): boolean {
    const share = this.times.of(accountId);
    const verdict = this.verdict(share, performance.now(), this.arrivals.size, this.arrivals.light);
    if (verdict === 'refuse') return false;
    this.arrivals.add(request, share, verdict);
    return true;
  }

  /** Stops counting a request that passed: it ended, perhaps before it reached the limit. */
  left(request: object): void {
    this.arrivals.remove(request);
  }

  /** Counts a refusal of the account. @returns the problem to send */
  countRefusal(accountId: string): Problem {
    return this.refuse(this.times.of(accountId), performance.now());
  }

  /**
   * Decides about a request: it is admitted, admitted above the limit because its account is light, or refused.
   * @param arriving number of arriving requests, which count like running ones
   * @param lightArriving number of them that were admitted because their account is light
   */
  private verdict(share: Share, now: number, arriving = 0, lightArriving = 0): Admission | 'refuse' {
    const inFlight = this.inFlight + arriving;
    const pressure = Math.max(inFlight / this.limit.current, this.starts.waitedMs(now) / MAX_WAIT_MS) - 1;
    if (pressure < 0 || inFlight < this.config.minProcessConcurrency) return 'admit';
    const heaviness = this.times.heaviness(share, now);
    if (heaviness < 1 - pressure) return 'admit';
    const running = share.running + share.waiting + (arriving === 0 ? 0 : share.arriving);
    const isLight =
      running === 0 && heaviness < LIGHT && this.lightInFlight + lightArriving < MAX_LIGHT_FACTOR * this.limit.current;
    return isLight ? 'admit as light account' : 'refuse';
  }

  /**
   * Admits a request to the limit or refuses it.
   * @param passed admission by the overload gate, which stays valid: the caller has already waited for its account to
   * be read
   */
  private enter(share: Share, route: RouteLoad, now: number, isCounted: boolean, passed: Admission | undefined): Place {
    const verdict = isCounted ? (passed ?? this.verdict(share, now)) : 'admit';
    if (verdict === 'refuse') throw this.refuse(share, now);
    const isLight = verdict === 'admit as light account';
    if (isCounted) this.inFlight += 1;
    if (isLight) this.lightInFlight += 1;
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
    this.starts.beginTurn(now);
    this.times.advance(now);
    setImmediate(this.endTurn);
  }

  private readonly endTurn = (): void => {
    this.turnTick = 0;
    this.inFlight -= this.endedInTurn;
    this.endedInTurn = 0;
  };

  private refuse(share: Share, now: number): Problem {
    this.times.charge(share, REFUSAL_DELAY_MS, now);
    this.refused += 1;
    this.refusedSinceLog += 1;
    share.refused += 1;
    if (now - this.loggedTick >= LOG_EVERY_MS) {
      const { concurrencyLimit, requestsInFlight } = this.reading;
      const mostRefused = this.times.takeMostRefused();
      const fields = {
        component: 'load',
        refused: this.refusedSinceLog,
        mostRefused,
        concurrencyLimit,
        requestsInFlight,
      };
      this.log.warn(fields, 'Requests refused: the process is overloaded');
      this.loggedTick = now;
      this.refusedSinceLog = 0;
    }
    return refusals[this.refused % refusals.length] as Problem;
  }

  /**
   * Limits the requests of one account. A request made inside the process is part of one that was already counted.
   * @throws Problem `too_many_concurrent`
   */
  private refuseTooManyOfOne({ state, req }: Context, { running, waiting }: Share): void {
    if (state.caller === undefined || running + waiting < this.config.concurrency) return;
    if (ownCallerOf(req) !== undefined) return;
    throw new Problem('too_many_concurrent', {
      detail: `At most ${this.config.concurrency} requests of an account run at a time; wait for one to end.`,
      headers: { 'Retry-After': '1' },
    });
  }
}

export const { overloaded } = problems;

/** Codes of refusals that are sent after a delay. */
const delayed: ReadonlySet<ProblemCode> = new Set<ProblemCode>(['overloaded', 'too_many_concurrent']);

/**
 * The refusals are created once, so that a refusal costs almost nothing. The waits differ, so that callers refused at
 * the same time do not return at the same time.
 */
const refusals = ['1', '2', '3'].map(
  (seconds) =>
    new Problem('overloaded', {
      detail: 'The service has more to do than it can. Try again in a moment.',
      headers: { 'Retry-After': seconds },
    }),
);
