import { Service } from 'typedi';
import { ownTurn } from '../../../async/event-loop-turns.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { liesAtRest } from '../detectors/vessel-properties.js';
import { LiveState } from '../live/live-state.js';
import { distanceMeters, KNOTS_IN_METERS_PER_SECOND } from '../sphere.js';
import { type ResolvedDestination, resolveDestination } from './destination-resolver.js';
import type { ExpectedVessel } from './expected-vessel.js';
import type { Port } from './port.js';
import { PortsService } from './ports.service.js';

/** Minimum speed (knots) of a vessel under way. */
const UNDER_WAY_KNOTS = 2;
/** Time (ms) for which the vessels by port are used before all destinations are read again. */
const INDEX_MS = MINUTE_MS;
/** Number of vessels, and of destinations that are resolved, before the event loop continues. */
const VESSELS_A_TURN = 2_000;
const DESTINATIONS_A_TURN = 50;
/** Maximum number of resolved destinations that are kept; many vessels have the same one. */
const MAX_RESOLVED = 100_000;

/** A position in a list of expected vessels. */
export interface ExpectedCursor {
  distance: number;
  key: number;
}

/** A vessel under way to a port, with its distance (m). */
interface BoundVessel extends ExpectedCursor {
  match: ResolvedDestination;
}

/** The keys of the vessels whose destination names a port, as of a time (ms). */
interface PortIndex {
  at: number;
  byPort: ReadonlyMap<Port, readonly number[]>;
}

/**
 * Finds the vessels whose destination names a port. All destinations are read at most once a minute, so that the cost
 * of a request grows with the vessels of its port.
 */
@Service()
export class ExpectedVesselsService {
  private readonly resolved = new Map<string, ResolvedDestination | null>();
  private index?: PortIndex;
  private indexing?: Promise<PortIndex>;

  constructor(
    private readonly ports: PortsService,
    private readonly live: LiveState,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists at most `limit` vessels under way to a port, nearest first, after the cursor `after`.
   * @param minScore minimum score of the destination
   * @throws Problem `not_found` for an unknown UN/LOCODE
   */
  async list(locode: string, minScore: number, limit: number, after?: ExpectedCursor): Promise<ExpectedVessel[]> {
    const port = this.ports.get(locode);
    const { byPort } = await this.current();
    const bound = (byPort.get(port) ?? []).flatMap((key) => this.boundFor(port, key) ?? []);
    return bound
      .filter((one) => one.match.score >= minScore && (after === undefined || compare(one, after) > 0))
      .sort(compare)
      .slice(0, limit)
      .flatMap((one) => this.expected(one) ?? []);
  }

  /** Returns the index, which requests at the same time share. */
  private async current(): Promise<PortIndex> {
    const age = this.index === undefined ? undefined : this.clock.now() - this.index.at;
    if (this.index !== undefined && age !== undefined && age >= 0 && age < INDEX_MS) return this.index;
    this.indexing ??= this.read().finally(() => {
      this.indexing = undefined;
    });
    return this.indexing;
  }

  /** Reads the destinations of all vessels. */
  private async read(): Promise<PortIndex> {
    const { vessels, vesselColumns } = this.live;
    const at = this.clock.now();
    const byPort = new Map<Port, number[]>();
    const slots = vessels.within();
    let resolutions = 0;
    for (let index = 0; index < slots.length; index += 1) {
      if (index % VESSELS_A_TURN === VESSELS_A_TURN - 1) await ownTurn();
      const slot = slots[index] as number;
      const text = vesselColumns.at.destination(slot);
      if (text === null) continue;
      // After the event loop has continued, the slot may belong to another vessel, whose key and destination are read.
      const key = vessels.keyAt(slot);
      const isNew = !this.resolved.has(text);
      const match = this.resolve(text);
      if (match !== null) {
        const keys = byPort.get(match.port);
        if (keys === undefined) byPort.set(match.port, [key]);
        else keys.push(key);
      }
      if (isNew) resolutions += 1;
      if (isNew && resolutions % DESTINATIONS_A_TURN === 0) await ownTurn();
    }
    this.index = { at, byPort };
    return this.index;
  }

  private resolve(text: string): ResolvedDestination | null {
    const known = this.resolved.get(text);
    if (known !== undefined) return known;
    if (this.resolved.size >= MAX_RESOLVED) this.resolved.clear();
    const match = resolveDestination(text) ?? null;
    this.resolved.set(text, match);
    return match;
  }

  /** Returns a vessel of the index by its present state; undefined if it is not under way to the port any more. */
  private boundFor({ parts, id }: Port, key: number): BoundVessel | undefined {
    const { vessels, vesselColumns } = this.live;
    const slot = vessels.slotOf(key);
    if (slot === undefined || !(vessels.speedAt(slot) >= UNDER_WAY_KNOTS)) return undefined;
    const [text, status] = [vesselColumns.at.destination(slot), vesselColumns.at.navigationStatus(slot)];
    const match = text === null || liesAtRest(status) ? null : this.resolve(text);
    if (match?.port.id !== id) return undefined;
    const [fromLat, fromLon] = [vessels.latAt(slot), vessels.lonAt(slot)];
    const distance = Math.min(...parts.map(({ lat, lon }) => distanceMeters(fromLat, fromLon, lat, lon)));
    return Number.isNaN(distance) ? undefined : { key, match, distance };
  }

  private expected({ key, match, distance }: BoundVessel): ExpectedVessel | undefined {
    const vessel = this.live.vessels.get(key);
    if (vessel === undefined || vessel.speedKnots === null) return undefined;
    const seconds = distance / (vessel.speedKnots * KNOTS_IN_METERS_PER_SECOND);
    return { vessel, match, distanceMeters: distance, estimatedArrivalAt: vessel.observedAt + seconds * 1_000 };
  }
}

const compare = (one: ExpectedCursor, other: ExpectedCursor): number =>
  one.distance - other.distance || one.key - other.key;
