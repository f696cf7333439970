import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import type { Aircraft, Emergency } from '../aircraft.js';
import { LiveRoutes } from '../flights/live-routes.service.js';
import { keyOf } from '../layer.js';
import { LivePages, type PageRequest } from '../live/live-pages.service.js';
import { LiveState } from '../live/live-state.js';
import { STALE_AFTER_MS } from '../live/staleness.js';
import { type AircraftFilter, aircraftFilter, type ReadField } from './aircraft-filter.js';

/** Filters of aircraft; an omitted filter matches all aircraft. */
export interface AircraftRequest extends PageRequest, Omit<AircraftFilter, 'aircraftType'> {
  /** Beginnings of callsigns. */
  callsign?: readonly string[];
  squawk?: readonly string[];
  /** ICAO type designators. */
  type?: readonly string[];
  category?: readonly string[];
  emergency?: readonly Emergency[];
  /** ICAO or IATA codes of airports at which the route begins, and at which it ends. */
  origin?: readonly string[];
  destination?: readonly string[];
  updatedSince?: string;
}

/** A page of aircraft; observations before `staleBefore` (ms) are stale. */
export interface AircraftPage {
  items: Aircraft[];
  nextCursor: string | null;
  staleBefore: number;
}

/** Lists and finds aircraft in live state. */
@Service()
export class AircraftService {
  constructor(
    private readonly live: LiveState,
    private readonly pages: LivePages,
    private readonly routes: LiveRoutes,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists aircraft by address ascending, or by distance.
   * @param keys only these aircraft; undefined: all
   * @throws Problem `invalid_request` for an invalid area, range or sort, `invalid_cursor`
   */
  async list(request: AircraftRequest, keys?: ReadonlySet<number>): Promise<AircraftPage> {
    const source = { layer: this.live.aircraft, keys, matches: this.filterOf(request) };
    const page = await this.pages.read([source], request);
    return { ...page, staleBefore: this.clock.now() - STALE_AFTER_MS.aircraft };
  }

  /**
   * @param icao24 case-insensitive
   * @throws Problem `not_found` for an aircraft that is not in live state
   */
  get(icao24: string): { aircraft: Aircraft; staleBefore: number } {
    const key = keyOf('aircraft', icao24);
    const aircraft = key === undefined ? undefined : this.live.aircraft.get(key);
    if (aircraft === undefined)
      throw new Problem('not_found', { detail: 'No aircraft of this address has reported lately.' });
    return { aircraft, staleBefore: this.clock.now() - STALE_AFTER_MS.aircraft };
  }

  /**
   * Returns a predicate for an aircraft, given by its slot in live state; the cheapest conditions are checked first.
   */
  private filterOf(request: AircraftRequest): (slot: number) => boolean {
    const { callsign, squawk, category, emergency, updatedSince } = request;
    const { aircraft, aircraftColumns } = this.live;
    const { at } = aircraftColumns;
    const beginnings = callsign?.map((one) => one.toUpperCase());
    const categories = category?.map((one) => one.toUpperCase());
    const since = updatedSince === undefined ? undefined : Date.parse(updatedSince);
    const matchesIdentity = aircraftFilter({ ...request, aircraftType: request.type });
    const matchesRoute = this.routeFilter(request);
    let current = 0;
    const read: ReadField = (name) => at[name as keyof typeof at](current) as never;
    return (slot) => {
      current = slot;
      return (
        (since === undefined || aircraft.receivedAt(slot) >= since) &&
        (emergency === undefined || emergency.includes(at.emergency(slot) as Emergency)) &&
        (squawk === undefined || squawk.includes(at.squawk(slot) ?? '')) &&
        (categories === undefined || categories.includes(at.category(slot) ?? '')) &&
        (matchesIdentity === undefined || matchesIdentity(read)) &&
        (beginnings === undefined || startsWithOne(at.callsign(slot)?.toUpperCase() ?? '', beginnings)) &&
        (matchesRoute === undefined || matchesRoute(slot))
      );
    };
  }

  /** Builds a filter of routes. @returns undefined without conditions on routes */
  private routeFilter({ origin, destination }: AircraftRequest): ((slot: number) => boolean) | undefined {
    if (origin === undefined && destination === undefined) return undefined;
    const { aircraft, aircraftColumns } = this.live;
    const ends = [origin, destination].map((codes) => codes?.map((code) => code.toUpperCase()));
    return (slot) => {
      const callsign = aircraftColumns.at.callsign(slot) as string | null;
      const provider = aircraft.providerAt(slot);
      // Most routes are excluded by their listed airports, which is cheaper than the comparison with the position.
      if (!ends.every((codes) => codes === undefined || this.routes.mayServe(callsign, provider, codes))) return false;
      const leg = this.routes.of(aircraft.stateAt(slot))?.leg;
      return (
        leg !== undefined &&
        ends.every((codes, at) => codes === undefined || this.routes.isNamed(leg[at as 0 | 1].icao, codes))
      );
    };
  }
}

const startsWithOne = (callsign: string, beginnings: readonly string[]): boolean =>
  beginnings.some((beginning) => callsign.startsWith(beginning));
