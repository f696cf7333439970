import { type AircraftReport, ObservationSink, type ReportCounter, type VesselReport } from '../observation.js';

/** Counts the reports of one feed for the coverage, and passes them to another sink. */
export class ReceptionTap extends ObservationSink {
  /** The name of the feed; sources get their name after they are created. */
  feed = '';

  constructor(
    private readonly sink: ObservationSink,
    private readonly counter: ReportCounter,
  ) {
    super();
  }

  takeVessel(report: VesselReport): boolean {
    this.counter.count(this.feed, 'vessels', report);
    return this.sink.takeVessel(report);
  }

  takeAircraft(report: AircraftReport): boolean {
    this.counter.count(this.feed, 'aircraft', report);
    return this.sink.takeAircraft(report);
  }
}
