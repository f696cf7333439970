import type { AircraftReport, VesselReport } from '../observation.js';

/**
 * The side that a report comes from: the leader (`ingest`), or other processes, which read some of the feeds or
 * received the report from a receiver.
 */
export type BusSide = 'ingest' | 'api';

/**
 * Carries reports from one process of the service to the others. Never waits and never throws: what cannot be carried
 * is counted.
 */
export abstract class ObservationBus {
  /** Whether there is anywhere to carry them to. */
  abstract readonly isOpen: boolean;
  /** Whether reports are carried now. */
  abstract readonly isReady: boolean;
  abstract vessel(report: VesselReport): void;
  abstract aircraft(report: AircraftReport): void;
  /** From now on this process is on that side, and takes what those of the other one carry here. */
  abstract join(side: BusSide, receiver: BusReceiver): void;
  /** Sends the waiting reports, and accepts no more. */
  abstract close(): Promise<void>;
}

export interface BusReceiver {
  vessel(report: VesselReport): void;
  aircraft(report: AircraftReport): void;
}

/** There is one process, or nothing that would join several. */
export class NoObservationBus extends ObservationBus {
  readonly isOpen = false;
  readonly isReady = false;

  vessel(): void {}

  aircraft(): void {}

  join(): void {}

  async close(): Promise<void> {}
}
