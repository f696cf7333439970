import type { Sailed } from '../history/sailed.js';
import type { Vessel } from '../vessel.js';
import type { ResolvedDestination } from './destination-resolver.js';
import type { PortCall } from './port-call.js';

/** Reasons to doubt a voyage or its figures. */
export const voyageWarnings = ['no_track', 'partial_track', 'position_jumps', 'implausible_speed'] as const;
export type VoyageWarning = (typeof voyageWarnings)[number];

/** The destination of a vessel under way, by its own reports. */
export interface ReportedDestination {
  vessel: Vessel;
  /** The port that the reported destination names; undefined if it names no port of the table. */
  match?: ResolvedDestination;
  /** Great-circle distance to the port (m); undefined without a port or position. */
  distanceMeters?: number;
  /** Time of arrival at the present speed along the great circle (ms); undefined for a vessel that is not under way. */
  estimatedArrivalAt?: number;
}

/** A voyage of a vessel from one port call to the next. */
export interface Voyage {
  origin: PortCall;
  departedAt: Date;
  /** The call at the destination; undefined while the vessel is at sea. */
  destination?: PortCall;
  /** Duration until the arrival, or until now (ms). */
  durationMs: number;
  /** Great-circle distance between the ports (m); undefined while the vessel is at sea. */
  directMeters?: number;
  /** Undefined if tracks of its time are no longer kept. */
  sailed?: Sailed;
  warnings: VoyageWarning[];
  /** Undefined for a voyage that has ended, and for a vessel that is not in live state. */
  reportedDestination?: ReportedDestination;
}
