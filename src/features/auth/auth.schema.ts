import { instant } from '../../database/columns.js';
import { index, integer, pgTable, primaryKey, text, uuid } from '../../database/drizzle.js';
import { accounts } from '../../database/schema.js';

/** The devices an account has signed in from, so that a new one is noticed. */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Hash of the description that the device sends of itself. */
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
    id: uuid('id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    name: text('name').notNull(),
    /** SHA-256 of the key. */
    hash: text('hash').notNull().unique(),
    /** The first characters of the key, for people to recognize it. */
    hint: text('hint').notNull(),
    scopes: text('scopes').array().notNull(),
    /** Addresses and CIDR ranges; empty: from anywhere. */
    addressRanges: text('address_ranges').array().notNull(),
    /** Null: it does not expire. */
    expiresAt: instant('expires_at'),
    lastUsedAt: instant('last_used_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('personal_keys_account').on(table.accountId, table.id),
    index('personal_keys_expiry').on(table.expiresAt),
  ],
);

/** Links that set a new password. They are valid for half an hour, and once. */
export const passwordResets = pgTable(
  'password_resets',
  {
    /** SHA-256 of the token. */
    hash: text('hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('password_resets_account').on(table.accountId),
    index('password_resets_expiry').on(table.expiresAt),
  ],
);

/** Secrets of authenticator apps. One is in force when `accounts.second_factor_since` is set. */
export const secondFactors = pgTable('second_factors', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  /** Sealed by `SecretVault`. */
  secret: text('secret').notNull(),
  /** Periods of 30 s since the epoch of the last accepted code: neither it nor an earlier one is accepted again. */
  lastCounter: integer('last_counter').notNull().default(0),
});

/** Recovery codes that were not used. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** SHA-256 of account and code. */
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.hash] })],
);

/** Sign-ins with a right password that wait for a code. */
export const mfaChallenges = pgTable(
  'mfa_challenges',
  {
    /** SHA-256 of the challenge. */
    hash: text('hash').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Hash of the stored password hash, so that a password change makes the challenge invalid. */
    passwordMark: text('password_mark').notNull(),
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('mfa_challenges_account').on(table.accountId), index('mfa_challenges_expiry').on(table.expiresAt)],
);
