import type { Vessel } from '../vessel.js';
import type { ResolvedDestination } from './destination-resolver.js';

/** A vessel under way whose destination names a port. */
export interface ExpectedVessel {
  vessel: Vessel;
  match: ResolvedDestination;
  /** Great-circle distance to the nearest position of the port (m). */
  distanceMeters: number;
  /** Time of arrival at the present speed along the great circle (ms). */
  estimatedArrivalAt: number;
}
