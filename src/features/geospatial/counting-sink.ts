import type { FeedIntake } from '../../upstream/feed-intake.js';
import { type AircraftReport, ObservationSink, type VesselReport } from './observation.js';

/**
 * Reason for rejecting a report that is late, repeated, from the future, older than the retention, or of an object
 * beyond the limit.
 */
const NOT_NEWER = 'not_newer';

/** Passes reports to another sink, and counts the kept and the rejected ones for the feed status. */
export class CountingSink extends ObservationSink {
  constructor(
    private readonly sink: ObservationSink,
    private readonly intake: FeedIntake | undefined,
  ) {
    super();
  }

  takeVessel(report: VesselReport): boolean {
    return this.counted(this.sink.takeVessel(report));
  }

  takeAircraft(report: AircraftReport): boolean {
    return this.counted(this.sink.takeAircraft(report));
  }

  private counted(isKept: boolean): boolean {
    if (isKept) this.intake?.keep();
    else this.intake?.reject(NOT_NEWER);
    return isKept;
  }
}
