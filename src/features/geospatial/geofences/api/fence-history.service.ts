import { Service } from 'typedi';
import { EventLog } from '../../../../events/event-log.js';
import type { LoggedEvent } from '../../../../events/logged-event.js';
import { timeWindow } from '../../../../http/time-window.js';
import type { Order } from '../../../../time/sort-order.js';
import type { Layer } from '../../layer.js';
import { LiveState } from '../../live/live-state.js';
import type { ObservedPosition } from '../engine/position-lookup.js';
import { LivePositionLookup } from '../engine/position-lookup.js';
import { GeofenceMemberRepository, type StoredGeofenceMember } from '../store/geofence-member.repository.js';
import { type TransitionType, transitionTypes } from '../transition.js';
import { GeofencesService } from './geofences.service.js';

/** A member with its current state. */
export interface GeofenceMember extends StoredGeofenceMember {
  name: string | null;
  /** Provider of the latest report; null when the member is not in live state. */
  provider: string | null;
  /** Latest position; undefined when the member is not in live state. */
  position: ObservedPosition | undefined;
}

export interface TransitionsRequest {
  from?: string;
  to?: string;
  type?: readonly TransitionType[];
  order?: Order;
}

/** Lists the members and past transitions of a geofence. Transitions are read from the event log. */
@Service()
export class FenceHistory {
  constructor(
    private readonly geofences: GeofencesService,
    private readonly repository: GeofenceMemberRepository,
    private readonly positions: LivePositionLookup,
    private readonly live: LiveState,
    private readonly events: EventLog,
  ) {}

  /** Lists members ordered by layer and key, after the member `after`. @throws Problem `not_found` */
  async members(
    accountId: string,
    id: string,
    limit: number,
    after?: { layer: Layer; key: number },
  ): Promise<GeofenceMember[]> {
    await this.geofences.get(accountId, id);
    const members = await this.repository.list(id, limit, after);
    return members.map((member) => ({
      ...member,
      ...this.stateOf(member),
      position: this.positions.find(member.layer, member.key),
    }));
  }

  /**
   * Lists past transitions, latest first.
   * @throws Problem `not_found`, `invalid_request` for a range that ends before it begins
   */
  async transitions(
    accountId: string,
    id: string,
    { from, to, order, type = transitionTypes }: TransitionsRequest,
    limit: number,
    before?: { time: Date; position: number },
  ): Promise<LoggedEvent[]> {
    await this.geofences.get(accountId, id);
    const types = type.map((one) => `geofence.${one}`);
    return this.events.timeline(
      accountId,
      { types, keys: [[`geofence:${id}`]], ...timeWindow({ from, to }), order },
      limit,
      before,
    );
  }

  private stateOf({ layer, key }: StoredGeofenceMember): Pick<GeofenceMember, 'name' | 'provider'> {
    const name = layer === 'vessels' ? this.live.vessels.get(key)?.name : this.live.aircraft.get(key)?.callsign;
    return { name: name ?? null, provider: this.live[layer].get(key)?.provider ?? null };
  }
}
