import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { assertVersion, expectedVersions, staleVersion } from '../../../http/entity-tag.js';
import { Clock } from '../../../time/clock.js';
import type { Order } from '../../../time/sort-order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import type { Area } from '../area.js';
import { GeospatialConfig } from '../geospatial.config.js';
import type { Distant } from '../nearby.js';
import { normalLongitude, type Position } from '../position.js';
import type { DistanceCursor } from '../within-area.js';
import type { Pin, PinContent } from './pin.js';
import { PinRepository } from './pin.repository.js';

/** A new pin as a request contains it. */
export interface PinInput {
  title: string;
  note?: string | null;
  position: Position;
  severity: number;
  /** RFC 3339 time. */
  expiresAt?: string | null;
}

/** Changes of a pin; omitted fields are unchanged. */
export type PinChanges = Partial<PinInput>;

/** Number of pins read in one query when they are filtered by a shape. */
const BATCH = 500;
const EXPIRED_AT_ONCE = 1_000;

/** Manages the pins of an account. An expired pin is not found, even before it is deleted. */
@Service()
export class PinsService {
  constructor(
    private readonly repository: PinRepository,
    private readonly quota: AccountQuota,
    private readonly database: Database,
    private readonly config: GeospatialConfig,
    private readonly clock: Clock,
  ) {}

  /** Returns a pin. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<Pin> {
    return found(await this.repository.find(accountId, id, this.now()));
  }

  /** Lists at most `limit` pins, oldest first, after the pin `after`; fewer only at the end. */
  async list(
    accountId: string,
    area: Area | undefined,
    limit: number,
    after?: string,
    order: Order = 'asc',
  ): Promise<Pin[]> {
    if (area === undefined || area.isBoxes)
      return this.repository.list(accountId, area, this.now(), limit, after, order);
    const pins: Pin[] = [];
    for (let last = after; ; ) {
      const batch = await this.repository.list(accountId, area, this.now(), BATCH, last, order);
      pins.push(...batch.filter(({ position: { lat, lon } }) => area.contains(lat, lon)));
      if (pins.length >= limit || batch.length < BATCH) return pins.slice(0, limit);
      last = batch.at(-1)?.id;
    }
  }

  /**
   * Lists at most `limit` pins of an area, nearest to `center` first, after the cursor `after`; fewer only at the end.
   */
  async nearest(
    accountId: string,
    area: Area,
    center: Position,
    limit: number,
    after?: DistanceCursor,
  ): Promise<Distant<Pin>[]> {
    const pins = await this.repository.nearest(accountId, area, center, this.now(), limit, after);
    // The query finds pins in the box around the circle; the corners of the box are outside the circle.
    return pins.filter(({ position: { lat, lon } }) => area.contains(lat, lon));
  }

  /** Creates a pin. @throws Problem `invalid_request` for an expiry in the past, `quota_reached` */
  async create(accountId: string, input: PinInput): Promise<Pin> {
    const now = this.now();
    const { title, note = null, severity } = input;
    const expiresAt = expiryOf(input.expiresAt, now) ?? null;
    const pin: Pin = {
      id: uuidV7(),
      accountId,
      title,
      note,
      position: placeOf(input.position),
      severity,
      expiresAt,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.database.transaction(async () => {
      const limit = this.config.pins;
      const detail = `An account has at most ${limit} pins here; delete one first.`;
      await this.quota.check(accountId, { limit, count: () => this.repository.count(accountId, now), detail });
      await this.repository.insert(pin);
    });
    return pin;
  }

  /**
   * Changes a pin. The version increases only if a field changes.
   * @param ifMatch the `If-Match` of the request; undefined matches any version
   * @throws Problem `not_found`, `precondition_failed`, `invalid_request` for an expiry in the past
   */
  change(accountId: string, id: string, changes: PinChanges, ifMatch?: string): Promise<Pin> {
    const versions = expectedVersions(ifMatch, id);
    return this.database.transaction(async () => {
      const now = this.now();
      const current = found(await this.repository.hold(accountId, id, now));
      if (versions !== undefined && !versions.includes(current.version)) throw staleVersion();
      const before = contentOf(current);
      const after: PinContent = {
        title: changes.title ?? before.title,
        note: changes.note === undefined ? before.note : changes.note,
        position: changes.position === undefined ? before.position : placeOf(changes.position),
        severity: changes.severity ?? before.severity,
        expiresAt: changes.expiresAt === undefined ? before.expiresAt : (expiryOf(changes.expiresAt, now) ?? null),
      };
      if (isDeepStrictEqual(before, after)) return current;
      const next = { ...current, ...after, version: current.version + 1, updatedAt: now };
      await this.repository.replace(next);
      return next;
    });
  }

  /** Deletes a pin. @throws Problem `not_found`, `precondition_failed` */
  async remove(accountId: string, id: string, ifMatch?: string): Promise<void> {
    await this.database.transaction(async () => {
      const current = await this.repository.hold(accountId, id, this.now());
      if (current === undefined) throw notFound();
      assertVersion(ifMatch, current);
      await this.repository.remove(accountId, id, this.now());
    });
  }

  /** Deletes up to a batch of expired pins. @returns true if more may remain */
  async removeExpired(): Promise<boolean> {
    return (await this.repository.removeExpired(this.now(), EXPIRED_AT_ONCE)) === EXPIRED_AT_ONCE;
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

const contentOf = ({ title, note, position, severity, expiresAt }: Pin): PinContent => ({
  title,
  note,
  position,
  severity,
  expiresAt,
});

/** Returns a position as the database returns it: without -0, and with -180 in place of 180 degrees. */
const placeOf = ({ lat, lon }: Position): Position => ({ lat: lat + 0, lon: normalLongitude(lon) + 0 });

function expiryOf(text: string | null | undefined, now: Date): Date | null | undefined {
  if (text == null) return text;
  const time = new Date(text);
  if (time > now) return time;
  throw new Problem('invalid_request', {
    detail: '`expiresAt` must be in the future.',
    errors: [{ pointer: '/expiresAt', detail: 'must be in the future' }],
  });
}

const notFound = () => new Problem('not_found', { detail: 'You have no pin with this id; it may have expired.' });

function found(pin: Pin | undefined): Pin {
  if (pin === undefined) throw notFound();
  return pin;
}
