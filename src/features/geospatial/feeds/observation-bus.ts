import type { AircraftReport, VesselReport } from '../observation.js';

/**
 * The side of the bus to which a process belongs: the leader (`ingest`), or the other processes (`api`), which read
 * some of the feeds or receive reports that clients push.
 */
export type BusSide = 'ingest' | 'api';

/**
 * Carries reports from one process of the service to the others. Never waits and never throws; reports that cannot be
 * sent are counted.
 */
export abstract class ObservationBus {
  /** True if the bus connects this process to others. */
  abstract readonly isOpen: boolean;
  /** True if reports can be sent now. */
  abstract readonly isReady: boolean;
  abstract vessel(report: VesselReport): void;
  abstract aircraft(report: AircraftReport): void;
  /** Puts this process on a side; `receiver` then gets the reports that the processes of the other side send. */
  abstract join(side: BusSide, receiver: BusReceiver): void;
  /** Sends the waiting reports, and accepts no further ones. */
  abstract close(): Promise<void>;
}

export interface BusReceiver {
  vessel(report: VesselReport): void;
  aircraft(report: AircraftReport): void;
}

/** The bus of a service that has only one process, or has no Redis to connect its processes. It carries nothing. */
export class NoObservationBus extends ObservationBus {
  readonly isOpen = false;
  readonly isReady = false;

  vessel(): void {}

  aircraft(): void {}

  join(): void {}

  async close(): Promise<void> {}
}
