import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import { flagOf } from '../ais/flag.js';
import type { Identity } from '../ais/mmsi.js';
import { type ShipType, shipTypeOf } from '../ais/ship-type.js';
import { keyOf } from '../layer.js';
import type { FieldColumns } from '../live/field-columns.js';
import type { LiveLayer } from '../live/live-layer.js';
import { LivePages, type PageRequest, type PageSource } from '../live/live-pages.service.js';
import { LiveState } from '../live/live-state.js';
import { STALE_AFTER_MS } from '../live/staleness.js';
import { isStationary } from '../stationary.js';
import { type Station, stations, type Vessel } from '../vessel.js';

/** Kinds of stations that move: vessels, and aircraft for search and rescue. */
const sailing = stations.filter((station) => !isStationary(station));

/** Filters of vessels; an omitted filter matches all vessels. */
export interface VesselRequest extends PageRequest {
  type?: readonly ShipType[];
  flag?: readonly string[];
  station?: readonly Station[];
  /** Kind of the MMSI. Default: `regular`. */
  identity?: Identity | 'any';
  name?: string;
  minSpeedKnots?: number;
  imo?: readonly number[];
  destination?: string;
  navigationStatus?: readonly number[];
  updatedSince?: string;
}

/** A page of vessels; observations before `staleBefore` (ms) are stale. */
export interface VesselPage {
  items: Vessel[];
  nextCursor: string | null;
  staleBefore: number;
}

/** Lists and finds vessels in live state. */
@Service()
export class VesselsService {
  constructor(
    private readonly live: LiveState,
    private readonly pages: LivePages,
    private readonly clock: Clock,
  ) {}

  /**
   * Lists vessels by MMSI ascending, or by distance.
   * @param keys only these vessels; undefined: all
   * @throws Problem `invalid_request` for an invalid area or sort, `invalid_cursor`
   */
  async list(request: VesselRequest, keys?: ReadonlySet<number>): Promise<VesselPage> {
    const page = await this.pages.read(this.sourcesOf(request, keys), request);
    return { ...page, staleBefore: this.clock.now() - STALE_AFTER_MS.vessels };
  }

  /** Returns a vessel. @throws Problem `not_found` for a vessel that is not in live state */
  get(mmsi: string): { vessel: Vessel; staleBefore: number } {
    const key = keyOf('vessels', mmsi);
    const vessel = key === undefined ? undefined : (this.live.vessels.get(key) ?? this.live.irregularVessels.get(key));
    if (vessel === undefined)
      throw new Problem('not_found', { detail: 'No vessel with this MMSI has reported within the live window.' });
    return { vessel, staleBefore: this.clock.now() - STALE_AFTER_MS.vessels };
  }

  private sourcesOf(request: VesselRequest, keys: ReadonlySet<number> | undefined): PageSource<Vessel>[] {
    const { vessels, vesselColumns, irregularVessels, irregularVesselColumns } = this.live;
    const { identity = 'regular' } = request;
    const sources: PageSource<Vessel>[] = [];
    if (identity !== 'irregular')
      sources.push({ layer: vessels, keys, matches: filterOf(request, vessels, vesselColumns) });
    if (identity !== 'regular')
      sources.push({
        layer: irregularVessels,
        keys,
        matches: filterOf(request, irregularVessels, irregularVesselColumns),
      });
    return sources;
  }
}

/** Builds a filter of slots; it checks the cheapest conditions first. */
function filterOf(
  request: VesselRequest,
  vessels: LiveLayer<Vessel>,
  { at }: FieldColumns<Vessel>,
): (slot: number) => boolean {
  const {
    type,
    flag,
    station = sailing,
    name,
    minSpeedKnots,
    updatedSince,
    imo,
    destination,
    navigationStatus,
  } = request;
  const port = destination?.toUpperCase();
  const flags = flag?.map((country) => country.toUpperCase());
  const words = name?.toUpperCase();
  const since = updatedSince === undefined ? undefined : Date.parse(updatedSince);
  return (slot) =>
    station.includes(at.station(slot)) &&
    (minSpeedKnots === undefined || vessels.speedAt(slot) >= minSpeedKnots) &&
    (since === undefined || vessels.receivedAt(slot) >= since) &&
    (type === undefined || type.includes(shipTypeOf(at.shipTypeCode(slot)) as ShipType)) &&
    (imo === undefined || imo.includes(at.imo(slot) ?? Number.NaN)) &&
    (navigationStatus === undefined || navigationStatus.includes(at.navigationStatus(slot) ?? Number.NaN)) &&
    (port === undefined || at.destination(slot)?.toUpperCase().includes(port) === true) &&
    (flags === undefined || flags.includes(flagOf(vessels.keyAt(slot)) ?? '')) &&
    (words === undefined || at.name(slot)?.toUpperCase().includes(words) === true);
}
