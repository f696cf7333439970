import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import type { Order } from '../../../time/sort-order.js';
import type { Area } from '../area.js';
import { GeospatialConfig } from '../geospatial.config.js';
import type { Distant } from '../nearby.js';
import { normalLongitude, type Position } from '../position.js';
import type { DistanceCursor } from '../within-area.js';
import { PinDto } from './pin.dto.js';
import type { Pin } from './pin.js';
import { PinRepository } from './pin.repository.js';

/** A new pin as a request contains it. */
export interface PinInput {
  title: string;
  note?: string | null;
  position: Position;
  severity: number;
  /** Time at which the pin is deleted (RFC 3339); null: never. */
  expiresAt?: string | null;
}

/** Changes of a pin; omitted fields are unchanged. */
export type PinChanges = Partial<PinInput>;

/** Number of pins read in one query when they are filtered by a shape. */
const BATCH = 500;
const EXPIRED_AT_ONCE = 1_000;

/** Manages the pins of an account. An expired pin is not found, even before it is deleted. */
@Service()
export class PinsService extends OwnedRecords<Pin, PinInput, PinChanges> {
  constructor(
    parts: OwnedParts,
    private readonly repository: PinRepository,
    config: GeospatialConfig,
  ) {
    super(parts, {
      table: repository,
      noun: 'pin',
      limitName: 'pins',
      limit: () => config.pins,
      exported: { section: 'pins', description: 'Its pins that have not expired.', item: PinDto },
    });
  }

  /** Lists at most `limit` pins by creation, after the pin `after`; fewer only at the end. */
  async within(
    accountId: string,
    area: Area | undefined,
    limit: number,
    after?: string,
    order: Order = 'asc',
  ): Promise<Pin[]> {
    if (area === undefined) return this.list(accountId, limit, after, order);
    if (area.isBoxes) return this.repository.within(accountId, area, limit, after, order);
    const pins: Pin[] = [];
    for (let last = after; ; ) {
      const batch = await this.repository.within(accountId, area, BATCH, last, order);
      pins.push(...batch.filter(({ position: { lat, lon } }) => area.contains(lat, lon)));
      if (pins.length >= limit || batch.length < BATCH) return pins.slice(0, limit);
      last = batch.at(-1)?.id;
    }
  }

  /** Lists at most `limit` pins of an area, nearest to `center` first, after `after`; fewer only at the end. */
  async nearest(
    accountId: string,
    area: Area,
    center: Position,
    limit: number,
    after?: DistanceCursor,
  ): Promise<Distant<Pin>[]> {
    const pins = await this.repository.nearest(accountId, area, center, limit, after);
    // The query finds pins in the box around a circle, whose corners are outside the circle.
    return pins.filter(({ position: { lat, lon } }) => area.contains(lat, lon));
  }

  /** Deletes up to a batch of expired pins. @returns true if more may remain */
  async removeExpired(): Promise<boolean> {
    return (await this.repository.removeExpired(this.now(), EXPIRED_AT_ONCE)) === EXPIRED_AT_ONCE;
  }

  /** Creates the content of a new pin. @throws Problem `invalid_request` for an expiry in the past */
  protected fresh(_accountId: string, { title, note = null, position, severity, expiresAt }: PinInput): ContentOf<Pin> {
    return { title, note, position: placeOf(position), severity, expiresAt: this.expiryOf(expiresAt) ?? null };
  }

  /** Returns the changes of a pin. @throws Problem `invalid_request` for an expiry in the past */
  protected revised(_pin: Pin, { title, note, position, severity, expiresAt }: PinChanges): Partial<Pin> {
    return { title, note, position: position && placeOf(position), severity, expiresAt: this.expiryOf(expiresAt) };
  }

  protected override found(pin: Pin | undefined): Pin {
    if (pin !== undefined) return pin;
    throw new Problem('not_found', { detail: 'You have no pin with this id; it may have expired.' });
  }

  private expiryOf(text: string | null | undefined): Date | null | undefined {
    if (text == null) return text;
    const time = new Date(text);
    if (time > this.now()) return time;
    throw new Problem('invalid_request', {
      detail: '`expiresAt` must be in the future.',
      errors: [{ pointer: '/expiresAt', detail: 'must be in the future' }],
    });
  }
}

/** Returns a position as the database returns it: without -0, and with -180 in place of 180 degrees. */
const placeOf = ({ lat, lon }: Position): Position => ({ lat: lat + 0, lon: normalLongitude(lon) + 0 });
