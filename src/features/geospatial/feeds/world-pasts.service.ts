import { Service } from 'typedi';
import type { Detection } from '../detectors/detector.js';
import { AircraftPast } from '../simulated-flights.js';
import { VesselPast } from '../simulated-vessels.js';
import type { GeoSourceParts } from '../source-parts.js';

/** Adds the past of simulated vessels and aircraft. */
@Service()
export class WorldPasts {
  constructor(
    private readonly vessels: VesselPast,
    private readonly aircraft: AircraftPast,
  ) {}

  /** Returns the receivers of new simulated worlds. @param adopt receives the detections of the past, oldest first */
  receivers(adopt: (detections: readonly Detection[]) => void): Pick<GeoSourceParts, 'takeWorld' | 'takeFlights'> {
    return {
      takeWorld: (vessels, signal) => this.vessels.add(vessels, adopt, signal),
      takeFlights: (aircraft, signal) => this.aircraft.add(aircraft, adopt, signal),
    };
  }
}
