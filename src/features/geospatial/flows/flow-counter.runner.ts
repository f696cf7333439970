import { Service } from 'typedi';
import { LeaderRunner } from '../../../coordination/runner.js';
import { isDatabaseUnavailable } from '../../../database/database-errors.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { HOUR_MS, SECOND_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { shipTypeOf } from '../ais/ship-type.js';
import { SIMULATOR } from '../data-origin.js';
import type { Layer } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import type { Movement, MovementListener } from '../movement.js';
import { COUNTED, type FlowDay, FlowRepository } from './flow.repository.js';
import { FlowLines } from './flow-lines.service.js';
import { estimatedDeadweight } from './passage.js';
import { type CountedPassage, PassageCounter } from './passage-counter.js';
import { PassageDays } from './passage-days.js';

const WRITE_MS = 20 * SECOND_MS;
/** Maximum number of days that wait while the database is unavailable; all are dropped beyond it. */
const MAX_WAITING = 50_000;

/** Counts the passages of vessels in the leader of the ingest and stores them. */
@Service()
export class FlowCounterRunner extends LeaderRunner implements MovementListener {
  readonly stage = 'readers';
  private readonly stops: Array<() => void> = [];
  private collected = { real: new PassageDays(), simulated: new PassageDays() };
  private counter?: PassageCounter;
  private waiting: Array<{ isSimulated: boolean; days: FlowDay[] }> = [];
  private writing?: Promise<void>;
  /** The last hour that is marked as counted, of real and of simulated vessels. */
  private readonly marked = { real: 0, simulated: 0 };

  constructor(
    private readonly live: LiveState,
    private readonly lines: FlowLines,
    private readonly repository: FlowRepository,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
  }

  async start(): Promise<void> {
    this.discard();
    await this.lines.index.prepare();
    await this.readLines();
    this.counter = new PassageCounter(
      this.lines.index(),
      (passage) => this.count(passage),
      (flowId, at, provider) => this.hear(flowId, at, provider),
    );
    this.stops.push(
      this.live.listen(this),
      this.timers.every(WRITE_MS, () => void this.update()),
    );
  }

  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop();
    await this.settle();
  }

  async stepDown(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop();
    this.discard();
    await this.writing;
  }

  moved(movement: Movement): void {
    if (movement.layer !== 'vessels') return;
    const kind = movement.provider === SIMULATOR ? 'simulated' : 'real';
    const hour = Math.floor(movement.observedAt / HOUR_MS);
    if (hour > this.marked[kind]) {
      this.marked[kind] = hour;
      this.collected[kind].hear(COUNTED, movement.observedAt);
    }
    this.counter?.moved(movement);
  }

  expired(layer: Layer, key: number): void {
    this.counter?.expired(layer, key);
  }

  /** Stores what was counted, and reads the lines of accounts again. */
  async update(): Promise<void> {
    await this.settle();
    await this.readLines();
  }

  /** Resolves when all counted passages are stored, or storing them has failed. */
  async settle(): Promise<void> {
    await this.writing;
    this.writing = this.write().finally(() => {
      this.writing = undefined;
    });
    await this.writing;
  }

  private async readLines(): Promise<void> {
    try {
      await this.lines.refresh();
    } catch (error) {
      this.log.warn(
        { component: 'flows', err: error },
        'Reading the lines of accounts failed; they stay as they were.',
      );
    }
  }

  private count({ flowId, key, at, direction, provider }: CountedPassage): void {
    const vessel = this.live.vessels.get(key);
    if (vessel === undefined || !['class_a', 'class_b'].includes(vessel.station)) return;
    this.collected[provider === SIMULATOR ? 'simulated' : 'real'].pass(flowId, at, {
      key,
      isForward: direction === 1,
      shipType: shipTypeOf(vessel.shipTypeCode),
      deadweight: estimatedDeadweight(vessel),
    });
  }

  private hear(flowId: string, at: number, provider: string): void {
    this.collected[provider === SIMULATOR ? 'simulated' : 'real'].hear(flowId, at);
  }

  private discard(): void {
    this.collected = { real: new PassageDays(), simulated: new PassageDays() };
    this.waiting = [];
    Object.assign(this.marked, { real: 0, simulated: 0 });
  }

  private async write(): Promise<void> {
    this.counter?.prune(this.clock.now());
    for (const kind of ['real', 'simulated'] as const) {
      const days = this.collected[kind].take();
      if (days.length > 0) this.waiting.push({ isSimulated: kind === 'simulated', days });
    }
    try {
      while (this.waiting.length > 0 && this.canPublish) {
        const [{ isSimulated, days }] = this.waiting as [{ isSimulated: boolean; days: FlowDay[] }];
        await this.repository.add(isSimulated, days);
        this.waiting.shift();
      }
    } catch (error) {
      const count = this.waiting.reduce((sum, { days }) => sum + days.length, 0);
      if (!isDatabaseUnavailable(error) || count > MAX_WAITING) this.waiting = [];
      this.log.warn({ component: 'flows', err: error, waiting: count }, 'Storing passages of vessels failed.');
    }
  }
}
