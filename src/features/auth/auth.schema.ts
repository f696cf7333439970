import { bytes, instant } from '../../database/columns.js';
import {
  bigint,
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from '../../database/drizzle.js';
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
    /** Method of the first step: `password`, or `provider:` and the id of the provider. */
    method: text('method').notNull().default('password'),
    tries: integer('tries').notNull().default(0),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('mfa_challenges_account').on(table.accountId), index('mfa_challenges_expiry').on(table.expiresAt)],
);

/** Sign-ins at a provider, and challenges of passkeys, that wait for their answer. */
export const signInFlows = pgTable(
  'sign_in_flows',
  {
    /** SHA-256 of purpose and token. */
    hash: text('hash').primaryKey(),
    /** Content encrypted by `SecretVault`. */
    content: text('content').notNull(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('sign_in_flows_expiry').on(table.expiresAt)],
);

/** Subjects of OpenID Connect providers that sign in to accounts. */
export const identities = pgTable(
  'account_identities',
  {
    ...ownedColumns(),
    /** Id of the provider in the settings at the last sign-in. */
    provider: text('provider').notNull(),
    issuer: text('issuer').notNull(),
    subject: text('subject').notNull(),
    /** E-mail address or user name at the provider, only for display; null when not sent. */
    label: text('label'),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [
    unique('account_identities_subject').on(table.issuer, table.subject),
    index('account_identities_account').on(table.accountId, table.id),
  ],
);

/** Passkeys (WebAuthn credentials) of accounts. */
export const passkeys = pgTable(
  'passkeys',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    /** Id of the credential, in base64url. */
    credentialId: text('credential_id').notNull().unique(),
    publicKey: bytes('public_key').notNull(),
    /** Signature counter of the authenticator at the last use; 0 if it does not count. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    /** True: the credential is copied between devices, such as those of one cloud account. */
    isSynced: boolean('is_synced').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_account').on(table.accountId, table.id)],
);

/** Apps that registered themselves (OAuth clients, RFC 7591). */
export const oauthApps = pgTable(
  'oauth_apps',
  {
    /** Client id. */
    id: text('id').primaryKey(),
    /** Registered metadata, which contains no secret: apps are public clients. */
    metadata: jsonb('metadata').notNull(),
    createdAt: instant('created_at').notNull(),
    /** Time of the last consent or token; null until an account has consented. */
    lastUsedAt: instant('last_used_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('oauth_apps_use').on(table.lastUsedAt, table.createdAt),
    index('oauth_apps_expiry').on(table.expiresAt),
  ],
);

/** Records of the authorization server: requests that wait for consent, grants, codes and refresh tokens. */
export const oauthRecords = pgTable(
  'oauth_records',
  {
    /** SHA-256 of kind and id, because the id of a code or refresh token is the token itself. */
    hash: text('hash').primaryKey(),
    /** Account; null for a request that waits for consent. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** Id of the session that the consent opened; null for a request that waits for consent. */
    grantId: text('grant_id'),
    content: jsonb('content').notNull(),
    consumedAt: instant('consumed_at'),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    index('oauth_records_grant').on(table.grantId),
    index('oauth_records_account').on(table.accountId),
    index('oauth_records_expiry').on(table.expiresAt),
  ],
);
