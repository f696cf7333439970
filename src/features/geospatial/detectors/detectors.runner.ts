import { Service } from 'typedi';
import { Clock } from '../../../clock.js';
import { isDatabaseUnavailable } from '../../../database/database-errors.js';
import { Log } from '../../../log.js';
import { LeaderRunner } from '../../../runner.js';
import { Timers } from '../../../timers.js';
import { GeoEvents } from '../events/geo-events.service.js';
import type { GeoEventReport } from '../geo-event.js';
import { Coasts } from '../land/coasts.js';
import type { Layer } from '../layer.js';
import { LivePicture } from '../live/live-picture.js';
import type { Movement, MovementListener } from '../movement.js';
import { createDetectors } from './create-detectors.js';
import { DETECTOR, type Detector, type Notice } from './detector.js';
import { PortTable } from './port-table.js';
import { SimulatedLabels } from './simulated-labels.js';

const CHECK_MS = 1_000;
/** Told at once, and how many may wait while the database is away; the oldest go first. */
const BATCH = 200;
const MOST_WAITING = 10_000;

/** Lets the detectors see what moves, and tells the world's events what they notice. */
@Service()
export class DetectorsRunner extends LeaderRunner implements MovementListener {
  readonly stage = 'readers';
  private detectors: readonly Detector[] = [];
  private readonly waiting: GeoEventReport[] = [];
  private telling?: Promise<void>;
  /** How many of the next are told one by one, as one of them is refused. */
  private alone = 0;
  private isAway = false;
  private labels: SimulatedLabels;
  private readonly stops: Array<() => void> = [];

  constructor(
    private readonly picture: LivePicture,
    private readonly events: GeoEvents,
    private readonly ports: PortTable,
    private readonly coasts: Coasts,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {
    super();
    this.labels = this.newLabels();
  }

  /** Begins with what is open in the database: what was noticed before, here or in another process, goes on. */
  async start(): Promise<void> {
    this.waiting.length = 0;
    this.labels = this.newLabels();
    const notice: Notice = (report) => void this.waiting.push({ ...this.labels.label(report), provider: DETECTOR });
    this.detectors = createDetectors(this.picture, this.ports, this.coasts, notice);
    for (const event of await this.events.ongoing(DETECTOR)) {
      this.labels.resume(event);
      for (const detector of this.detectors) if (detector.type === event.type) detector.resume(event);
    }
    this.stops.push(
      this.picture.listen(this),
      this.timers.every(CHECK_MS, () => this.check()),
    );
  }

  async stop(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop();
    await this.settle();
  }

  async abandon(): Promise<void> {
    for (const stop of this.stops.splice(0)) stop();
    this.waiting.length = 0;
    await this.telling;
  }

  moved(movement: Movement): void {
    for (const detector of this.detectors) detector.moved?.(movement);
  }

  expired(layer: Layer, key: number): void {
    for (const detector of this.detectors) detector.expired?.(layer, key);
  }

  /** Resolves when what was noticed so far is told, or could not be. */
  async settle(): Promise<void> {
    await this.telling;
    await this.tell();
  }

  private check(): void {
    for (const detector of this.detectors) detector.check?.(this.clock.now());
    if (this.waiting.length > MOST_WAITING)
      this.log.error({ dropped: this.waiting.splice(0, this.waiting.length - MOST_WAITING).length }, 'Detections were lost.');
    this.telling ??= this.tell().finally(() => {
      this.telling = undefined;
    });
  }

  private newLabels(): SimulatedLabels {
    return new SimulatedLabels((layer, key) => this.picture[layer].get(key)?.provider);
  }

  private async tell(): Promise<void> {
    // Asked before each batch: the lead can be lost during one.
    while (this.waiting.length > 0 && this.mayTell) {
      const batch = this.waiting.splice(0, this.alone > 0 ? 1 : BATCH);
      this.alone = Math.max(0, this.alone - batch.length);
      try {
        await this.events.report(batch);
        this.isAway = false;
      } catch (error) {
        if (isDatabaseUnavailable(error)) {
          this.waiting.unshift(...batch);
          // Said once, not once a second.
          if (!this.isAway) this.log.warn({ component: 'detectors', err: error }, 'Detections wait for the database.');
          this.isAway = true;
          return;
        }
        if (batch.length === 1) {
          this.log.error({ component: 'detectors', err: error }, 'A detection was refused.');
          continue;
        }
        // One that is refused does not take the others with it.
        this.waiting.unshift(...batch);
        this.alone = batch.length;
      }
    }
  }
}
