import { timingSafeEqual } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { AccountQuota } from '../../../accounts/account-quota.service.js';
import { Problem } from '../../../api/problem.js';
import { scopes as allScopes } from '../../../api/scopes.js';
import { AuditLog } from '../../../audit/audit-log.js';
import { BoundedCache } from '../../../cache/bounded-cache.js';
import { RecentValues } from '../../../cache/recent-values.js';
import { isAddressRange } from '../../../config/address-ranges.js';
import { LimitsConfig } from '../../../config/limits-config.js';
import { Database } from '../../../database/database.js';
import type { RequestOrigin } from '../../../http/caller.js';
import { assertVersion } from '../../../http/entity-tag.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS } from '../../../time/durations.js';
import type { Order } from '../../../time/sort-order.js';
import { uuidV7 } from '../../../time/uuid-v7.js';
import { generateKey, hashOfKey, hintOf, isKey } from './key-text.js';
import type { PersonalKey, PersonalKeyContent } from './personal-key.js';
import { PersonalKeyRepository } from './personal-key.repository.js';

/** A personal key as its owner sends it. */
export interface PersonalKeyInput {
  name: string;
  scopes: readonly string[];
  addressRanges: readonly string[];
  /** Date-time (RFC 3339); null or absent: the key does not expire. */
  expiresAt?: string | null;
}

/** Changes of a key; omitted fields are unchanged. */
export type PersonalKeyChanges = { [Name in keyof PersonalKeyInput]?: PersonalKeyInput[Name] | null };

/** Time (ms) for which this process may still accept a key that another process has revoked. */
const CACHE_MS = 500;
const MAX_REMEMBERED_HASHES = 20_000;
const EXPIRED_AT_ONCE = 1_000;

/**
 * Manages the personal keys of accounts, and looks up keys for requests. An expired key is not found, even before it is
 * deleted.
 */
@Service()
export class PersonalKeysService {
  private readonly cache = new RecentValues<PersonalKey>((id) => this.lookUp(id), { max: 20_000, ageMs: CACHE_MS });

  /** Ids of keys by hash. They never change; whether a key is still valid is looked up separately. */
  private readonly idsByHash = new BoundedCache<string>(MAX_REMEMBERED_HASHES);

  constructor(
    private readonly repository: PersonalKeyRepository,
    private readonly quota: AccountQuota,
    private readonly audit: AuditLog,
    private readonly database: Database,
    limits: LimitsConfig,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    quota.declare('personal_keys', {
      configured: () => limits.personalKeys,
      count: (accountId) => repository.count(accountId),
    });
  }

  /** Lists keys that have not expired, by default oldest first, after the key `after`. */
  list(accountId: string, limit: number, after?: string, order: Order = 'asc'): Promise<PersonalKey[]> {
    return this.repository.list(accountId, limit, after, order);
  }

  /** Returns a key of the account. @throws Problem `not_found` */
  async get(accountId: string, id: string): Promise<PersonalKey> {
    return (await this.repository.find(accountId, id)) ?? missing();
  }

  /**
   * Returns a key, at most half a second old, because every request needs it; undefined if it was revoked or has
   * expired.
   */
  recent(id: string): PersonalKey | undefined | Promise<PersonalKey | undefined> {
    return this.cache.get(id);
  }

  /**
   * Returns the key with this text, at most half a second old, because every request that is authenticated by a key
   * needs it; undefined without a valid key.
   */
  async recentOf(text: string): Promise<PersonalKey | undefined> {
    if (!isKey(text)) return undefined;
    const hash = hashOfKey(text);
    const known = this.idsByHash.get(hash) ?? (await this.identify(text))?.id;
    if (known === undefined) return undefined;
    this.idsByHash.set(hash, known);
    const key = await this.recent(known);
    return key?.hash === hash ? key : undefined;
  }

  /** Returns the current key from the database; undefined if it was revoked or has expired. */
  present(id: string): Promise<PersonalKey | undefined> {
    return this.cache.renew(id);
  }

  /**
   * Returns the key with this text from the database; undefined without a valid key. A text with a wrong checksum is
   * not looked up.
   */
  async identify(text: string): Promise<PersonalKey | undefined> {
    if (!isKey(text)) return undefined;
    const hash = hashOfKey(text);
    const key = await this.repository.findByHash(hash);
    return key !== undefined && timingSafeEqual(Buffer.from(key.hash), Buffer.from(hash)) ? key : undefined;
  }

  /**
   * Creates a key.
   * @returns the key with its text, which cannot be read again
   * @throws Problem `invalid_request`, `quota_reached`
   */
  async create(
    accountId: string,
    input: PersonalKeyInput,
    origin: RequestOrigin,
  ): Promise<{ key: PersonalKey; text: string }> {
    const now = this.now();
    const text = generateKey();
    const content = contentOf({ name: '', scopes: [], addressRanges: [], expiresAt: null }, input, now);
    const times = { lastUsedAt: null, createdAt: now, updatedAt: now };
    const key: PersonalKey = {
      id: uuidV7(),
      accountId,
      hash: hashOfKey(text),
      hint: hintOf(text),
      ...content,
      ...times,
      version: 1,
    };
    await this.database.transaction(async () => {
      await this.quota.check(
        accountId,
        'personal_keys',
        (limit) => `An account has at most ${limit} personal keys here; delete one first.`,
      );
      await this.repository.insert(key);
      await this.record('key.created', key, origin);
    });
    return { key, text };
  }

  /**
   * Changes a key; open streams that it authenticated end.
   * @throws Problem `invalid_request`, `not_found`, `precondition_failed`
   */
  change(
    accountId: string,
    id: string,
    changes: PersonalKeyChanges,
    ifMatch: string | undefined,
    origin: RequestOrigin,
  ): Promise<PersonalKey> {
    return this.database.transaction(async () => {
      const now = this.now();
      const current = await this.hold(accountId, id, ifMatch);
      const before = {
        name: current.name,
        scopes: current.scopes,
        addressRanges: current.addressRanges,
        expiresAt: current.expiresAt,
      };
      const after = contentOf(before, changes, now);
      if (isDeepStrictEqual(before, after)) return current;
      const next = { ...current, ...after, version: current.version + 1, updatedAt: now };
      await this.repository.replace(next);
      this.forgetAfterwards(id);
      await this.record('key.changed', next, origin);
      return next;
    });
  }

  /**
   * Deletes a key.
   * @param actorId account that revokes the key; default: its owner
   * @throws Problem `not_found`, `precondition_failed`
   */
  async revoke(
    accountId: string,
    id: string,
    ifMatch: string | undefined,
    origin: RequestOrigin,
    actorId = accountId,
  ): Promise<void> {
    await this.database.transaction(async () => {
      const key = await this.hold(accountId, id, ifMatch);
      await this.repository.remove(accountId, id);
      this.forgetAfterwards(id);
      await this.record('key.revoked', key, origin, actorId);
    });
  }

  /** Deletes a batch of expired keys. @returns true if more may be left */
  async removeExpired(): Promise<boolean> {
    return (await this.repository.removeExpired(this.now(), EXPIRED_AT_ONCE)) === EXPIRED_AT_ONCE;
  }

  /** Appends an audit entry about a key, in the caller's transaction. */
  async record(
    action: string,
    { id, accountId, name, hint, scopes }: PersonalKey,
    { address, requestId }: RequestOrigin,
    actorId = accountId,
  ): Promise<void> {
    const owner = actorId === accountId ? {} : { accountId };
    await this.audit.append({
      actorId,
      action,
      subject: id,
      detail: { ...owner, name, hint, scopes },
      address,
      requestId,
    });
  }

  private async hold(accountId: string, id: string, ifMatch: string | undefined): Promise<PersonalKey> {
    const key = await this.repository.hold(accountId, id);
    if (key === undefined) return missing();
    assertVersion(ifMatch, key);
    return key;
  }

  /** Reads a key that is in use, and stores its last use at most once a minute, so that not every request writes. */
  private async lookUp(id: string): Promise<PersonalKey | undefined> {
    const now = this.now();
    const key = await this.repository.findById(id);
    if (key === undefined || now.getTime() - (key.lastUsedAt?.getTime() ?? 0) < MINUTE_MS) return key;
    try {
      await this.repository.touch(id, now);
    } catch (error) {
      // Reads must work while the database cannot write; the next look-up tries again.
      this.log.debug({ err: error }, 'Writing the last use of a personal key failed.');
    }
    return key;
  }

  private forgetAfterwards(id: string): void {
    this.database.afterCommit(() => this.cache.forget(id));
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

function missing(): never {
  throw new Problem('not_found', { detail: 'The account has no personal key with this id; it may have expired.' });
}

/**
 * Returns the content of a key after a change.
 * @throws Problem `invalid_request` for an invalid range or an expiry in the past
 */
function contentOf(before: PersonalKeyContent, changes: PersonalKeyChanges, now: Date): PersonalKeyContent {
  const { scopes, addressRanges, expiresAt } = changes;
  const wrong = addressRanges?.findIndex((range) => !isAddressRange(range)) ?? -1;
  if (wrong >= 0)
    throw invalid(
      `/addressRanges/${wrong}`,
      'must be an address or a CIDR range such as 203.0.113.7, 10.1.0.0/16 or 2001:db8::/32, not all (/0)',
    );
  if (expiresAt != null && new Date(expiresAt) <= now) throw invalid('/expiresAt', 'must be in the future');
  return {
    name: changes.name ?? before.name,
    scopes: scopes == null ? before.scopes : allScopes.filter((scope) => scopes.includes(scope)),
    addressRanges: addressRanges === undefined ? before.addressRanges : [...new Set(addressRanges ?? [])],
    expiresAt: expiresAt === undefined ? before.expiresAt : dateOf(expiresAt),
  };
}

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

const invalid = (pointer: string, detail: string) =>
  new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors: [{ pointer, detail }] });
