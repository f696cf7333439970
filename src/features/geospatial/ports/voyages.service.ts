import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { liesAtRest } from '../detectors/vessel-properties.js';
import type { Sailed, SailedLeg } from '../history/sailed.js';
import { TrackRepository } from '../history/track.repository.js';
import { TrackRetention } from '../history/track-retention.service.js';
import { entityOf } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import type { StartCursor } from '../scan-area.js';
import { distanceMeters, KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import { resolveDestination } from './destination-resolver.js';
import type { PortCall } from './port-call.js';
import { PortCallsService } from './port-calls.service.js';
import type { ReportedDestination, Voyage, VoyageWarning } from './voyage.js';

/** Speed (knots) that no merchant vessel exceeds; a faster voyage mixes vessels with one MMSI, or false positions. */
const MAX_KNOTS = 60;
/** Minimum speed (knots) of a vessel under way. */
const UNDER_WAY_KNOTS = 2;
/** Fraction of the duration that a track must cover so that it is complete. */
const COMPLETE = 0.95;

/** Filters of voyages by their arrival; a voyage that has not ended matches unless `to` is given. */
export interface VoyageFilter {
  from?: Date;
  to?: Date;
}

/** The call at which the last voyage of a page ended; `open` if it has not ended. */
export type VoyageCursor = StartCursor | 'open';

/** Derives the voyages of a vessel from its port calls, its track and its live state. */
@Service()
export class VoyagesService {
  constructor(
    private readonly calls: PortCallsService,
    private readonly tracks: TrackRepository,
    private readonly retention: TrackRetention,
    private readonly live: LiveState,
    private readonly clock: Clock,
  ) {}

  /** Lists at most `limit` voyages of a vessel, latest first, after the cursor `after`. */
  async list(key: number, { from, to }: VoyageFilter, limit: number, after?: VoyageCursor): Promise<Voyage[]> {
    const place = after === 'open' ? undefined : after;
    const calls = await this.calls.ofVessel(entityOf('vessels', key), { to }, limit + 1, place);
    const pairs = calls
      .slice(1)
      .flatMap((origin, at) => this.voyageBetween(origin, calls[at] as PortCall) ?? [])
      .filter(({ destination }) => from === undefined || (destination as PortCall).event.startedAt >= from);
    const [last] = calls;
    const open = after === undefined && to === undefined && last !== undefined ? this.openFrom(last, key) : undefined;
    return this.measured(key, [...(open === undefined ? [] : [open]), ...pairs].slice(0, limit));
  }

  private voyageBetween(origin: PortCall, destination: PortCall): Voyage | undefined {
    const departedAt = origin.event.endedAt;
    const durationMs = departedAt === null ? -1 : destination.event.startedAt.getTime() - departedAt.getTime();
    // Calls that overlap belong to vessels with the same MMSI; no voyage is between them.
    if (departedAt === null || durationMs < 0) return undefined;
    const [one, other] = [origin.event.position, destination.event.position];
    const directMeters = distanceMeters(one.lat, one.lon, other.lat, other.lon);
    return { origin, departedAt, destination, durationMs, directMeters, warnings: [] };
  }

  private openFrom(origin: PortCall, key: number): Voyage | undefined {
    const departedAt = origin.event.endedAt;
    if (departedAt === null) return undefined;
    const durationMs = Math.max(0, this.clock.now() - departedAt.getTime());
    return { origin, departedAt, durationMs, warnings: [], reportedDestination: this.reportedDestinationOf(key) };
  }

  /** Returns the destination of a live vessel; undefined if it is not in live state. */
  private reportedDestinationOf(key: number): ReportedDestination | undefined {
    const vessel = this.live.vessels.get(key);
    if (vessel === undefined) return undefined;
    const match = vessel.destination === null ? undefined : resolveDestination(vessel.destination);
    const { position, speedKnots, navigationStatus, observedAt } = vessel;
    if (match === undefined || position === null) return { vessel, match };
    const meters = Math.min(
      ...match.port.parts.map(({ lat, lon }) => distanceMeters(position.lat, position.lon, lat, lon)),
    );
    const isUnderWay = speedKnots !== null && speedKnots >= UNDER_WAY_KNOTS && !liesAtRest(navigationStatus);
    const seconds = isUnderWay ? meters / (speedKnots * KNOTS_IN_METERS_PER_SECOND) : undefined;
    const estimatedArrivalAt = seconds === undefined ? undefined : observedAt + seconds * 1_000;
    return { vessel, match, distanceMeters: meters, estimatedArrivalAt };
  }

  /** Adds the measurements of the track, which one query reads for all voyages. */
  private async measured(key: number, voyages: readonly Voyage[]): Promise<Voyage[]> {
    const { oldest } = this.retention;
    const legs = voyages.flatMap((voyage, at): Array<SailedLeg & { at: number }> => {
      const from = voyage.departedAt.getTime();
      const to = from + voyage.durationMs;
      const near = voyage.destination?.event.position;
      return to <= oldest ? [] : [{ at, from, to, lat: near?.lat, lon: near?.lon }];
    });
    const sailed = legs.length === 0 ? [] : await this.tracks.sailed(key, legs, MAX_KNOTS);
    const byVoyage = new Map(legs.map(({ at }, index) => [at, sailed[index]]));
    return voyages.map((voyage, at) => withTrack(voyage, byVoyage.get(at)));
  }
}

function withTrack(voyage: Voyage, sailed: Sailed | undefined): Voyage {
  const { durationMs, directMeters = 0 } = voyage;
  const warnings: VoyageWarning[] = [];
  if (sailed === undefined || sailed.trackedMs === 0) warnings.push('no_track');
  else if (sailed.trackedMs < COMPLETE * durationMs) warnings.push('partial_track');
  if (sailed !== undefined && sailed.jumps > 0) warnings.push('position_jumps');
  if (directMeters > (durationMs / 1_000) * MAX_KNOTS * KNOTS_IN_METERS_PER_SECOND) warnings.push('implausible_speed');
  return { ...voyage, sailed: sailed?.trackedMs ? sailed : undefined, warnings };
}
