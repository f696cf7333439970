import { Service } from 'typedi';
import { ownTurn } from '../../../async/event-loop-turns.js';
import { liesAtRest } from '../detectors/vessel-properties.js';
import { LiveState } from '../live/live-state.js';
import { distanceMeters, KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import type { Vessel } from '../vessel.js';
import { type ResolvedDestination, resolveDestination } from './destination-resolver.js';
import type { ExpectedVessel } from './expected-vessel.js';
import type { Port } from './port.js';
import { PortsService } from './ports.service.js';

/** Minimum speed (knots) of a vessel under way. */
const UNDER_WAY_KNOTS = 2;
/** Number of vessels, and of destinations that are resolved, before the event loop continues. */
const VESSELS_A_TURN = 10_000;
const DESTINATIONS_A_TURN = 50;
/** Maximum number of resolved destinations that are kept; many vessels have the same one. */
const MAX_RESOLVED = 100_000;

/** A position in a list of expected vessels. */
export interface ExpectedCursor {
  distance: number;
  key: number;
}

/** Finds the vessels whose destination names a port. */
@Service()
export class ExpectedVesselsService {
  private readonly resolved = new Map<string, ResolvedDestination | null>();

  constructor(
    private readonly ports: PortsService,
    private readonly live: LiveState,
  ) {}

  /**
   * Lists at most `limit` vessels under way to a port, nearest first, after the cursor `after`.
   * @param minScore minimum score of the destination
   * @throws Problem `not_found` for an unknown UN/LOCODE
   */
  async list(locode: string, minScore: number, limit: number, after?: ExpectedCursor): Promise<ExpectedVessel[]> {
    const port = this.ports.get(locode);
    const found: ExpectedVessel[] = [];
    for (const vessel of await this.boundFor(port, minScore)) {
      const expected = this.expected(vessel, port);
      if (expected !== undefined && (after === undefined || comesAfter(expected, after))) found.push(expected);
    }
    return found
      .sort((one, other) => one.distanceMeters - other.distanceMeters || one.vessel.key - other.vessel.key)
      .slice(0, limit);
  }

  /** Returns the vessels under way whose destination names a port. */
  private async boundFor(port: Port, minScore: number): Promise<Vessel[]> {
    const { vessels, vesselColumns } = this.live;
    const slots = vessels.within();
    const keys = slots.map((slot) => vessels.keyAt(slot));
    const bound: Vessel[] = [];
    let resolutions = 0;
    for (const [index, slot] of slots.entries()) {
      if (index % VESSELS_A_TURN === VESSELS_A_TURN - 1) await ownTurn();
      // The event loop has continued meanwhile, so that the slot may belong to another vessel.
      if (vessels.keyAt(slot) !== keys[index] || !(vessels.speedAt(slot) >= UNDER_WAY_KNOTS)) continue;
      const text = vesselColumns.at.destination(slot);
      if (text === null || liesAtRest(vesselColumns.at.navigationStatus(slot))) continue;
      const known = this.resolved.get(text);
      const match = known === undefined ? this.resolve(text) : known;
      if (match?.port === port && match.score >= minScore) bound.push(vessels.stateAt(slot));
      if (known === undefined) resolutions += 1;
      if (known === undefined && resolutions % DESTINATIONS_A_TURN === 0) await ownTurn();
    }
    return bound;
  }

  private resolve(text: string): ResolvedDestination | null {
    if (this.resolved.size >= MAX_RESOLVED) this.resolved.clear();
    const match = resolveDestination(text) ?? null;
    this.resolved.set(text, match);
    return match;
  }

  private expected(vessel: Vessel, { parts }: Port): ExpectedVessel | undefined {
    const { destination, position, speedKnots, observedAt } = vessel;
    const match = destination === null ? null : (this.resolved.get(destination) ?? resolveDestination(destination));
    if (!match || position === null || speedKnots === null) return undefined;
    const meters = Math.min(...parts.map(({ lat, lon }) => distanceMeters(position.lat, position.lon, lat, lon)));
    const seconds = meters / (speedKnots * KNOTS_IN_METERS_PER_SECOND);
    return { vessel, match, distanceMeters: meters, estimatedArrival: observedAt + seconds * 1_000 };
  }
}

const comesAfter = ({ distanceMeters, vessel }: ExpectedVessel, { distance, key }: ExpectedCursor): boolean =>
  distanceMeters > distance || (distanceMeters === distance && vessel.key > key);
