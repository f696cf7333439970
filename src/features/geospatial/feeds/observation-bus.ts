import type { AircraftReport, VesselReport } from '../observation.js';

/** Which processes a report comes from: those that read feeds, or those that only answer and were handed it by a receiver. */
export type BusSide = 'ingest' | 'api';

/** Carries reports from one process of the service to the others. Never waits and never throws: what cannot be carried is counted. */
export abstract class ObservationBus {
  /** Whether there is anywhere to carry them to. */
  abstract readonly isOpen: boolean;
  abstract vessel(report: VesselReport): void;
  abstract aircraft(report: AircraftReport): void;
  /** Takes what processes of the other side carry here. @returns what ends it */
  abstract listen(receiver: BusReceiver): Promise<() => Promise<void>>;
  /** Sends what waits, and no more after it. */
  abstract close(): Promise<void>;
}

export interface BusReceiver {
  vessel(report: VesselReport): void;
  aircraft(report: AircraftReport): void;
}

/** There is one process, or nothing that would join several. */
export class NoObservationBus extends ObservationBus {
  readonly isOpen = false;

  vessel(): void {}

  aircraft(): void {}

  async listen(): Promise<() => Promise<void>> {
    return async () => {};
  }

  async close(): Promise<void> {}
}
