import { Service } from 'typedi';
import { LiveState } from '../live/live-state.js';
import { type AircraftReport, ObservationSink, type VesselReport } from '../observation.js';
import { ObservationBus } from './observation-bus.js';

/**
 * Receives all reports of this process: updates live state, and sends reports that changed it to the other processes.
 */
@Service()
export class Observations extends ObservationSink {
  constructor(
    private readonly live: LiveState,
    private readonly bus: ObservationBus,
  ) {
    super();
  }

  takeVessel(report: VesselReport): boolean {
    const isNews = this.live.takeVessel(report);
    if (isNews) this.bus.vessel(report);
    return isNews;
  }

  takeAircraft(report: AircraftReport): boolean {
    const isNews = this.live.takeAircraft(report);
    if (isNews) this.bus.aircraft(report);
    return isNews;
  }
}
