import { Service } from 'typedi';
import { LeaderRunner } from '../../../coordination/runner.js';
import { isDatabaseUnavailable } from '../../../database/database-errors.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { Timers } from '../../../time/timers.js';
import { Coasts } from '../land/coasts.js';
import type { Layer } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import type { Movement, MovementListener } from '../movement.js';
import { createDetectors } from './create-detectors.js';
import { DetectionStore } from './detection-store.service.js';
import type { Detection, Detector, PublishDetection } from './detector.js';
import { PortTable } from './port-table.js';
import { SimulatedLabels } from './simulated-labels.js';

const CHECK_MS = 1_000;
/** Maximum number of detections stored in one call. */
const BATCH = 200;
/** Maximum number of detections that wait while the database is unavailable; the oldest are dropped first. */
const MAX_WAITING = 10_000;

/** Passes movements to the detectors and stores their detections as geo events and encounters. */
@Service()
export class DetectorsRunner extends LeaderRunner implements MovementListener {
  readonly stage = 'readers';
  private detectors: readonly Detector[] = [];
  private readonly waiting: Detection[] = [];
  private writing?: Promise<void>;
  /** Number of next detections to store individually, because one of their batch was rejected. */
  private oneByOne = 0;
  private isDatabaseDown = false;
  private labels: SimulatedLabels;
  private readonly stops: Array<() => void> = [];

  constructor(
    private readonly live: LiveState,
    private readonly store: DetectionStore,
    private readonly ports: PortTable,
    private readonly coasts: Coasts,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
    this.labels = this.newLabels();
  }

  /** Starts the detectors, and continues the detections that are open in the database, from this or another process. */
  async start(): Promise<void> {
    this.waiting.length = 0;
    this.labels = this.newLabels();
    const publish: PublishDetection = (detection) => void this.waiting.push(this.labels.label(detection));
    this.detectors = createDetectors(this.live, this.ports, this.coasts, publish);
    const pauseMs = this.pauseMs();
    for (const event of await this.store.ongoing()) {
      this.labels.resume(event);
      for (const detector of this.detectors) if (detector.type === event.type) detector.resume(event, pauseMs);
    }
    this.stops.push(
      this.live.listen(this),
      this.timers.every(CHECK_MS, () => this.check()),
    );
  }

  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop();
    await this.settle();
  }

  async stepDown(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop();
    this.waiting.length = 0;
    await this.writing;
  }

  /**
   * Stores detections from before the start, oldest first, and lets the detectors continue those that have not ended.
   * Does nothing in a process that does not detect.
   */
  adopt(detections: readonly Detection[]): void {
    if (this.stops.length === 0) return;
    for (const detection of detections) {
      const { description = null, entities = [], details = {} } = detection;
      const event = { ...detection, description, entities: [...entities], details: { ...details } };
      if (detection.endedAt === null) this.labels.resume(event);
      for (const detector of this.detectors) if (detector.type === event.type) detector.resume(event);
      this.waiting.push(detection);
    }
  }

  moved(movement: Movement): void {
    for (const detector of this.detectors) detector.moved?.(movement);
  }

  expired(layer: Layer, key: number): void {
    for (const detector of this.detectors) detector.expired?.(layer, key);
  }

  /** Resolves when all current detections are stored or have failed. */
  async settle(): Promise<void> {
    await this.writing;
    await this.write();
  }

  private check(): void {
    for (const detector of this.detectors) detector.check?.(this.clock.now());
    if (this.waiting.length > MAX_WAITING)
      this.log.error(
        { component: 'detectors', dropped: this.waiting.splice(0, this.waiting.length - MAX_WAITING).length },
        'Detections dropped: the queue is full.',
      );
    this.writing ??= this.write().finally(() => {
      this.writing = undefined;
    });
  }

  /** Returns the time since the last report of a vessel in live state, which was restored (ms); 0 without one. */
  private pauseMs(): number {
    const { vessels } = this.live;
    let last = 0;
    for (const slot of vessels.within()) last = Math.max(last, vessels.receivedAt(slot));
    return last === 0 ? 0 : Math.max(0, this.clock.now() - last);
  }

  private newLabels(): SimulatedLabels {
    return new SimulatedLabels((layer, key) => this.live[layer].get(key)?.provider);
  }

  private async write(): Promise<void> {
    // Leadership is checked before each batch, because it can be lost while one is stored.
    while (this.waiting.length > 0 && this.canPublish) {
      const batch = this.waiting.splice(0, this.oneByOne > 0 ? 1 : BATCH);
      this.oneByOne = Math.max(0, this.oneByOne - batch.length);
      try {
        await this.store.store(batch);
        this.isDatabaseDown = false;
      } catch (error) {
        if (isDatabaseUnavailable(error)) {
          this.waiting.unshift(...batch);
          // The failure is logged once, not at every attempt.
          if (!this.isDatabaseDown)
            this.log.warn(
              { component: 'detectors', err: error },
              'Detections are queued: the database is unavailable.',
            );
          this.isDatabaseDown = true;
          return;
        }
        if (batch.length === 1) {
          this.log.error({ component: 'detectors', err: error }, 'Detection rejected by the database.');
          continue;
        }
        // After a rejection the batch is stored again one by one, so that the valid detections are kept.
        this.waiting.unshift(...batch);
        this.oneByOne = batch.length;
      }
    }
  }
}
