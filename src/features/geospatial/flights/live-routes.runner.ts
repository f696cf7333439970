import { Service } from 'typedi';
import { Runner } from '../../../coordination/runner.js';
import { Log } from '../../../logging/log.js';
import { MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { FAILED, LiveRoutes } from './live-routes.service.js';

/** Number of aircraft of one comparison. */
const BATCH = 25;
/** Pause after a comparison, as a multiple of its duration, and its limits (ms): it takes at most 2 % of the time. */
const PAUSE_FACTOR = 50;
const MIN_PAUSE_MS = 2 * SECOND_MS;
const MAX_PAUSE_MS = MINUTE_MS;

/** Compares the routes of live aircraft with their tracks in the background. */
@Service()
export class LiveRoutesRunner extends Runner {
  readonly roles = ['api'] as const;
  readonly stage = 'readers';
  private cancel = () => {};
  private waiting: number[] = [];
  private comparing?: Promise<void>;
  private isStopped = true;

  constructor(
    private readonly routes: LiveRoutes,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    this.isStopped = false;
    this.schedule(MIN_PAUSE_MS);
  }

  async stop(): Promise<void> {
    this.isStopped = true;
    this.cancel();
    await this.comparing;
  }

  /** Resolves when the running comparison has ended. */
  async settle(): Promise<void> {
    await this.comparing;
  }

  private schedule(ms: number): void {
    if (this.isStopped) return;
    this.cancel = this.timers.after(ms, () => {
      this.comparing = this.next();
    });
  }

  private async next(): Promise<void> {
    const began = performance.now();
    try {
      if (this.waiting.length === 0) this.waiting = this.routes.due();
      await this.routes.compare(this.waiting.splice(0, BATCH));
    } catch (error) {
      this.log.warn({ component: 'flights', err: error }, FAILED);
    }
    const took = performance.now() - began;
    this.schedule(Math.min(MAX_PAUSE_MS, Math.max(MIN_PAUSE_MS, took * PAUSE_FACTOR)));
  }
}
