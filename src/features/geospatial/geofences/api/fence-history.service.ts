import { Service } from 'typedi';
import { EventLog } from '../../../../events/event-log.js';
import type { LoggedEvent } from '../../../../events/logged-event.js';
import { timeWindow } from '../../../../http/time-window.js';
import type { Layer } from '../../layer.js';
import { LivePicture } from '../../live/live-picture.js';
import type { ObservedPosition } from '../engine/position-lookup.js';
import { LivePositionLookup } from '../engine/position-lookup.js';
import { GeofenceMemberRepository, type StoredGeofenceMember } from '../store/geofence-member.repository.js';
import { type TransitionType, transitionTypes } from '../transition.js';
import { GeofencesService } from './geofences.service.js';

/** A member with what is known of it now. */
export interface GeofenceMember extends StoredGeofenceMember {
  name: string | null;
  /** Null when it is not in the live picture. */
  provider: string | null;
  /** Undefined when it is not in the live picture. */
  place: ObservedPosition | undefined;
}

export interface HappeningsRequest {
  from?: string;
  to?: string;
  type?: readonly TransitionType[];
}

/** Who is inside a fence, and what happened there: the event log is its history. */
@Service()
export class FenceHistory {
  constructor(
    private readonly geofences: GeofencesService,
    private readonly members: GeofenceMemberRepository,
    private readonly surroundings: LivePositionLookup,
    private readonly picture: LivePicture,
    private readonly events: EventLog,
  ) {}

  /** @throws Problem `not_found` */
  async inside(accountId: string, id: string, limit: number, after?: { layer: Layer; key: number }): Promise<GeofenceMember[]> {
    await this.geofences.get(accountId, id);
    const kept = await this.members.list(id, limit, after);
    return kept.map((member) => ({ ...member, ...this.aspectsOf(member), place: this.surroundings.find(member.layer, member.key) }));
  }

  /** Latest first. @throws Problem `not_found`, `invalid_request` for a time that ends before it begins */
  async happenings(
    accountId: string,
    id: string,
    { from, to, type = transitionTypes }: HappeningsRequest,
    limit: number,
    before?: { time: Date; position: number },
  ): Promise<LoggedEvent[]> {
    await this.geofences.get(accountId, id);
    const types = type.map((one) => `geofence.${one}`);
    return this.events.timeline(accountId, { types, keys: [[`geofence:${id}`]], ...timeWindow({ from, to }) }, limit, before);
  }

  private aspectsOf({ layer, key }: StoredGeofenceMember): Pick<GeofenceMember, 'name' | 'provider'> {
    const name = layer === 'vessels' ? this.picture.vessels.get(key)?.name : this.picture.aircraft.get(key)?.callsign;
    return { name: name ?? null, provider: this.picture[layer].get(key)?.provider ?? null };
  }
}
