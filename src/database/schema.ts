import { instant } from './columns.js';
import { bigint, boolean, check, index, integer, jsonb, pgTable, primaryKey, sql, text, uuid } from './drizzle.js';

// The schema must work on PostgreSQL 15. The application creates the ids (`uuidV7`).

/** Accounts that sign in. */
export const accounts = pgTable(
  'accounts',
  {
    id: uuid('id').primaryKey(),
    /** E-mail address in lower case; a constraint checks it. */
    email: text('email').notNull().unique(),
    displayName: text('display_name').notNull(),
    role: text('role', { enum: ['user', 'operator'] })
      .notNull()
      .default('user'),
    /** Password hash in PHC string format. */
    passwordHash: text('password_hash').notNull(),
    /** True: another person chose the password, so it must be changed at the next sign-in. */
    passwordChangeDue: boolean('password_change_due').notNull().default(false),
    /** Time at which the account was disabled; null: the account may sign in. */
    disabledAt: instant('disabled_at'),
    /** Time at which the second factor was set up; null: the password alone is enough. */
    secondFactorSince: instant('second_factor_since'),
    /** Limit of requests per window; null: the configured limit. */
    rateCeiling: integer('rate_ceiling'),
    /** Sessions and tokens issued before this time are invalid. */
    sessionsValidFrom: instant('sessions_valid_from').notNull().defaultNow(),
    /** Id of the session that stays valid although it began before `sessionsValidFrom`. */
    keptSessionId: uuid('kept_session_id'),
    preferences: jsonb('preferences').$type<Record<string, unknown>>().notNull().default({}),
    /** Limits that operators have set for the account, by name. */
    limits: jsonb('limits').$type<Record<string, number>>().notNull().default({}),
    /** Increases by one with every change; part of the ETag. */
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
    lastSignInAt: instant('last_sign_in_at'),
  },
  (table) => [
    check('accounts_email_lower', sql`${table.email} = lower(${table.email})`),
    check('accounts_role', sql`${table.role} IN ('user', 'operator')`),
  ],
);

/**
 * The audit log. Entries never change; the hash of each entry includes the hash of the entry before, so that a removed
 * entry is noticed.
 */
export const auditEntries = pgTable(
  'audit_entries',
  {
    sequence: bigint('sequence', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    id: uuid('id').notNull().unique(),
    at: instant('at').notNull(),
    /**
     * The account that acted; null for the system and for callers who are not signed in. Not a foreign key, because
     * entries outlive accounts.
     */
    actorId: uuid('actor_id'),
    action: text('action').notNull(),
    /** Object of the operation, such as `account:<id>`. */
    subject: text('subject'),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    /** The caller's IP address. */
    address: text('address'),
    requestId: text('request_id'),
    /** Hash of the previous entry; a fixed text for the first entry. */
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [index('audit_entries_at').on(table.at), index('audit_entries_actor').on(table.actorId, table.sequence)],
);

/** Responses to requests with an Idempotency-Key, kept until `expires_at` for repeated requests. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    key: text('key').notNull(),
    /** Method and path. */
    operation: text('operation').notNull(),
    /** Hash of the request; a different request with the same key is rejected. */
    fingerprint: text('fingerprint').notNull(),
    status: integer('status').notNull(),
    headers: jsonb('headers').$type<Record<string, string>>().notNull(),
    /** Encrypted body (secrets/secret-vault.ts); null for a response without a body. */
    body: text('body'),
    createdAt: instant('created_at').notNull().defaultNow(),
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.key] }),
    index('idempotency_keys_expires_at').on(table.expiresAt),
  ],
);

/** Number of leader terms, so that a returning leader knows whether another process led meanwhile. One row. */
export const leaderTerms = pgTable('leader_terms', {
  lock: integer('lock').primaryKey(),
  term: bigint('term', { mode: 'number' }).notNull(),
});

/** Settings that operators override while the service runs: at most one row. */
export const operatorSettings = pgTable(
  'operator_settings',
  {
    id: integer('id').primaryKey().default(1),
    /** Values by the name of the setting. */
    values: jsonb('values').$type<Record<string, number | string>>().notNull().default({}),
    /** Increases by one with every change; part of the ETag. */
    version: integer('version').notNull().default(1),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [check('operator_settings_one_row', sql`${table.id} = 1`)],
);

/** The usage of accounts for each hour. */
export const accountUsage = pgTable(
  'account_usage',
  {
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    /** Start of the hour. */
    hour: instant('hour').notNull(),
    requests: bigint('requests', { mode: 'number' }).notNull().default(0),
    refusedRequests: bigint('refused_requests', { mode: 'number' }).notNull().default(0),
    streams: bigint('streams', { mode: 'number' }).notNull().default(0),
    aiTokens: bigint('ai_tokens', { mode: 'number' }).notNull().default(0),
    webhookAttempts: bigint('webhook_attempts', { mode: 'number' }).notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.hour] }), index('account_usage_hour').on(table.hour)],
);

/** Notices of operators that every account sees. */
export const announcements = pgTable(
  'announcements',
  {
    id: uuid('id').primaryKey(),
    text: text('text').notNull(),
    severity: text('severity', { enum: ['info', 'warning', 'critical'] }).notNull(),
    startsAt: instant('starts_at').notNull(),
    /** End of the announcement; null: until it is deleted. */
    endsAt: instant('ends_at'),
    /** Time at which its event was appended; null before. */
    publishedAt: instant('published_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull().defaultNow(),
    updatedAt: instant('updated_at').notNull().defaultNow(),
  },
  (table) => [check('announcements_period', sql`${table.endsAt} > ${table.startsAt}`)],
);

/** The processes of the service. A process is alive while its heartbeat is recent. */
export const processes = pgTable('processes', {
  id: uuid('id').primaryKey(),
  /** Host and process id. */
  name: text('name').notNull(),
  roles: jsonb('roles').$type<readonly string[]>().notNull(),
  version: text('version').notNull(),
  isLeader: boolean('is_leader').notNull(),
  startedAt: instant('started_at').notNull(),
  heartbeatAt: instant('heartbeat_at').notNull(),
});

/** The last backup of this database by `watchfloor backup`: at most one row. */
export const lastBackup = pgTable(
  'last_backup',
  {
    id: integer('id').primaryKey().default(1),
    /** Time of the state that the backup contains. */
    takenAt: instant('taken_at').notNull(),
    rows: bigint('rows', { mode: 'number' }).notNull(),
    bytes: bigint('bytes', { mode: 'number' }).notNull(),
  },
  (table) => [check('last_backup_one_row', sql`${table.id} = 1`)],
);
