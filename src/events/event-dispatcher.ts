import { Service } from 'typedi';
import { Log } from '../logging/log.js';
import { EventChangeSignal, LogChangeSignal } from './event-change-signal.js';
import type { EventConsumer } from './event-consumer.js';
import { EventListener } from './event-listener.js';
import { EventSequencer } from './event-sequencer.js';

/** Time (ms) after which a consumer polls without a notification. */
const IDLE_MS = 1_000;

/** Runs the event log in this process: assigns positions to appended events and calls the consumers. */
@Service()
export class EventDispatcher {
  private readonly consumers: EventConsumer[] = [];
  private readonly stopping = new AbortController();
  private running: Array<Promise<void>> = [];

  constructor(
    private readonly sequencer: EventSequencer,
    private readonly listener: EventListener,
    private readonly appended: EventChangeSignal,
    private readonly placed: LogChangeSignal,
    private readonly log: Log,
  ) {}

  add(consumer: EventConsumer): void {
    this.consumers.push(consumer);
  }

  start(): void {
    this.listener.start();
    const reading = this.consumers.map((one) => this.loop(one.constructor.name, this.placed, () => one.turn()));
    this.running = [this.loop('sequencer', this.appended, () => this.sequence()), ...reading];
  }

  /** Processes all pending events. */
  async settle(): Promise<void> {
    for (let more = true; more; ) {
      more = await this.sequence();
      for (const consumer of this.consumers) more = (await consumer.turn()) || more;
    }
  }

  async close(): Promise<void> {
    this.stopping.abort();
    await Promise.all([...this.running, this.listener.close()]);
  }

  private async sequence(): Promise<boolean> {
    const waiting = await this.sequencer.run();
    return waiting > 0;
  }

  /**
   * Runs a consumer repeatedly. After a failure it is called again at the next notification or after a second; the
   * other consumers continue.
   */
  private async loop(name: string, changes: EventChangeSignal, turn: () => Promise<boolean>): Promise<void> {
    const { signal } = this.stopping;
    let failing = false;
    while (!signal.aborted) {
      const { count } = changes;
      try {
        const more = await turn();
        if (failing) this.log.info({ component: 'events', consumer: name }, 'Event consumer recovered.');
        failing = false;
        if (more) continue;
      } catch (error) {
        // A failure is logged only once, not at every retry.
        if (!failing)
          this.log.error({ component: 'events', consumer: name, err: error }, 'Event consumer failed; retrying.');
        failing = true;
      }
      await changes.next(failing ? changes.count : count, IDLE_MS, signal);
    }
  }
}
