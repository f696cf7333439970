import { instant } from '../../database/columns.js';
import { index, integer, pgTable, primaryKey, text, uuid } from '../../database/drizzle.js';
import { accounts } from '../../database/schema.js';
import { ownedColumns, ownerColumn } from '../../resources/owned-columns.js';

/** Devices from which accounts have signed in, so that a new device is recognized as such. */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: ownerColumn(),
    /** Hash of the account, the user agent and the class of the address; see `deviceFingerprint`. */
    fingerprint: text('fingerprint').notNull(),
    firstSeenAt: instant('first_seen_at').notNull(),
    lastSeenAt: instant('last_seen_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.fingerprint] })],
);

/** Personal keys: credentials of programs. */
export const personalKeys = pgTable(
  'personal_keys',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    /** SHA-256 of the key. */
    hash: text('hash').notNull().unique(),
    /** First characters of the key, by which people recognize it. */
    hint: text('hint').notNull(),
    scopes: text('scopes').array().notNull(),
    /** Addresses and CIDR ranges from which the key may be used; empty: any address. */
    addressRanges: text('address_ranges').array().notNull(),
    /** When the key expires; null: never. */
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    index('personal_keys_account').on(table.accountId, table.id),
    index('personal_keys_expiry').on(table.expiresAt),
  ],
);

/** Links that set a new password. Each is valid for a limited time and can be used once. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the token. */
    hash: text('hash').primaryKey(),
    accountId: ownerColumn(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('password_resets_account').on(table.accountId),
    index('password_resets_expiry').on(table.expiresAt),
  ],
);

/** Secrets of authenticator apps. The secret is in force if `accounts.second_factor_since` is set. */
export const secondFactors = pgTable('second_factors', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Secret encrypted by `SecretVault`. */
  secret: text('secret').notNull(),
  /**
   * Time of the last accepted code in periods of 30 s since the epoch. Codes of this or an earlier period are rejected.
   */
  lastCounter: integer('last_counter').notNull().default(0),
});

/** Unused recovery codes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: ownerColumn(),
    /** SHA-256 of account and code. */
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.hash] })],
);

/** Sign-ins with a correct password that wait for a one-time or recovery code. */
export const mfaChallenges = pgTable(
  'mfa_challenges',
  {
    /** SHA-256 of the challenge. */
    hash: text('hash').primaryKey(),
    accountId: ownerColumn(),
    /** Hash of the stored password hash, so that a password change makes the challenge invalid. */
    passwordMark: text('password_mark').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('mfa_challenges_account').on(table.accountId), index('mfa_challenges_expiry').on(table.expiresAt)],
);
