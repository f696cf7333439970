import { Service } from 'typedi';
import type { Order } from '../../../time/sort-order.js';
import { shipTypeOf } from '../ais/ship-type.js';
import type { StoredEvent } from '../events/stored-event.js';
import { parseEntity } from '../layer.js';
import { LiveState } from '../live/live-state.js';
import type { StartCursor } from '../scan-area.js';
import { portDirectory } from './port.js';
import type { PortCall, PortCallFilter } from './port-call.js';
import { PortCallsRepository } from './port-calls.repository.js';
import { PortsService } from './ports.service.js';

/** Lists the calls of vessels at ports. Calls that the detector has withdrawn are left out. */
@Service()
export class PortCallsService {
  constructor(
    private readonly ports: PortsService,
    private readonly repository: PortCallsRepository,
    private readonly live: LiveState,
  ) {}

  /**
   * Lists at most `limit` calls at a port, in the order of the filter, after the cursor `after`.
   * @throws Problem `not_found` for an unknown UN/LOCODE
   */
  async atPort(locode: string, filter: PortCallFilter, limit: number, after?: StartCursor): Promise<PortCall[]> {
    const { parts } = this.ports.get(locode);
    const found = await Promise.all(parts.map((part) => this.repository.atPort(part, filter, limit, after)));
    const events =
      found.length === 1 ? (found[0] as StoredEvent[]) : found.flat().sort(inOrder(filter.order)).slice(0, limit);
    return events.map((event) => this.callOf(event));
  }

  /** Lists at most `limit` calls of a vessel, in the order of the filter, after the cursor `after`. */
  async ofVessel(entity: string, filter: PortCallFilter, limit: number, after?: StartCursor): Promise<PortCall[]> {
    return (await this.repository.ofVessel(entity, filter, limit, after)).map((event) => this.callOf(event));
  }

  private callOf(event: StoredEvent): PortCall {
    const [entity = ''] = event.entities;
    const { port, portLat, portLon, vesselName, shipTypeCode } = event.details;
    const key = parseEntity(entity)?.key;
    const vessel = key === undefined ? undefined : this.live.vessels.get(key);
    const typeCode = vessel?.shipTypeCode ?? (typeof shipTypeCode === 'number' ? shipTypeCode : null);
    const listed = portDirectory().byPosition.get(`${portLat},${portLon}`);
    return {
      event,
      mmsi: entity.slice('vessel:'.length),
      name: vessel?.name ?? (typeof vesselName === 'string' ? vesselName : null),
      shipType: shipTypeOf(typeCode),
      port: { locode: listed?.locode ?? null, name: String(port), country: listed?.country ?? null },
    };
  }
}

/** Returns a comparison of events as the database orders them: by start, then by id. */
const inOrder =
  (order: Order = 'desc') =>
  (one: StoredEvent, other: StoredEvent): number =>
    (order === 'asc' ? 1 : -1) * (one.startedAt.getTime() - other.startedAt.getTime() || (one.id < other.id ? -1 : 1));
