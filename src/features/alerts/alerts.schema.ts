import { bytes, instant } from '../../database/columns.js';
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  unique,
  uuid,
} from '../../database/drizzle.js';
import { accounts } from '../../database/schema.js';
import { ownedColumns, ownerColumn } from '../../resources/owned-columns.js';

/** The alert rules of accounts: conditions and settings. */
export const alertRules = pgTable(
  'alert_rules',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull(),
    severity: text('severity', { enum: ['info', 'warning', 'critical'] }).notNull(),
    /** The condition as a tree of groups and leaves; see condition.ts. */
    condition: jsonb('condition').$type<Record<string, unknown>>().notNull(),
    pendingSeconds: integer('pending_seconds').notNull(),
    recoverySeconds: integer('recovery_seconds').notNull(),
    cooldownSeconds: integer('cooldown_seconds').notNull(),
    oneShot: boolean('one_shot').notNull(),
    noData: text('no_data', { enum: ['ignore', 'fire'] }).notNull(),
    /** Webhook endpoints of the account that receive the alerts directly. */
    endpointIds: uuid('endpoint_ids').array().notNull(),
    /** Labels by which policies select the alerts of the rule. */
    tags: text('tags').array().notNull().default([]),
    /** When the rule expires; null: never. */
    expiresAt: instant('expires_at'),
    /** When a one-shot rule fired; null while it is armed. */
    disarmedAt: instant('disarmed_at'),
  },
  (table) => [
    index('alert_rules_account').on(table.accountId, table.id),
    index('alert_rules_expires').on(table.expiresAt),
  ],
);

/** The evaluation state of each rule, written with the alerts that follow from it. */
export const alertRuleStates = pgTable('alert_rule_states', {
  ruleId: uuid('rule_id')
    .primaryKey()
    .references(() => alertRules.id, { onDelete: 'cascade' }),
  /** The state that the engine returns for the rule: `RuleState` in engine/engine-rule.ts. */
  state: jsonb('state').$type<Record<string, unknown>>().notNull(),
  /**
   * The condition that the state was computed for, if the rule has another one now because it was changed and not yet
   * evaluated since; otherwise null.
   */
  condition: jsonb('condition').$type<Record<string, unknown>>(),
  updatedAt: instant('updated_at').notNull(),
});

/** Contacts: the channels by which policies reach people. */
export const alertContacts = pgTable(
  'alert_contacts',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    channel: text('channel').notNull(),
    /** The settings of the channel as encrypted JSON, because most contain a secret. */
    settings: text('settings').notNull(),
    /** The destination without secrets. */
    address: text('address').notNull(),
    /** Endpoint of a contact with the channel `webhook`; otherwise null. */
    endpointId: uuid('endpoint_id'),
    /** Reason why it receives no messages until it has another destination; null while it is in use. */
    disabledReason: text('disabled_reason'),
    /** When the rate limit of the channel allows the next call. */
    nextCallAt: instant('next_call_at'),
  },
  (table) => [index('alert_contacts_account').on(table.accountId, table.id)],
);

/** The key pair by which push services recognize this service: at most one row. */
export const alertWebPushKeys = pgTable(
  'alert_web_push_keys',
  {
    id: integer('id').primaryKey().default(1),
    /** Uncompressed point of P-256 as base64url. */
    publicKey: text('public_key').notNull(),
    /** Encrypted. */
    privateKey: text('private_key').notNull(),
  },
  (table) => [check('alert_web_push_keys_one_row', sql`${table.id} = 1`)],
);

/** Contacts that take turns, one of which is on call at a time. */
export const alertOnCallSchedules = pgTable(
  'alert_on_call_schedules',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    /** IANA time zone of the hand-overs. */
    timeZone: text('time_zone').notNull(),
    rotation: jsonb('rotation')
      .$type<{ contactIds: string[]; period: 'daily' | 'weekly'; startsOn: string; handOverAt: string }>()
      .notNull(),
    overrides: jsonb('overrides').$type<Array<{ contactId: string; from: string; to: string }>>().notNull().default([]),
  },
  (table) => [index('alert_on_call_schedules_account').on(table.accountId, table.id)],
);

/** The alerts that rules fired. Alerts outlive their rule. */
export const alerts = pgTable(
  'alerts',
  {
    ...ownedColumns(),
    /** No foreign key, because the alert outlives the rule. */
    ruleId: uuid('rule_id').notNull(),
    ruleName: text('rule_name').notNull(),
    /** The instance of the rule, such as `vessel:219024336`; empty for a rule that is not about entities. */
    key: text('key').notNull(),
    /** Name of the entity of the key when the alert fired; null without a known name. */
    entityName: text('entity_name'),
    /** Number of the alert in its rule, ascending; each crossing has one alert. */
    crossing: bigint('crossing', { mode: 'number' }).notNull(),
    state: text('state', { enum: ['pending', 'firing', 'acknowledged', 'snoozed', 'resolved'] }).notNull(),
    severity: text('severity', { enum: ['info', 'warning', 'critical'] }).notNull(),
    title: text('title').notNull(),
    /** When the condition became true, by the time of the observation. */
    startedAt: instant('started_at').notNull(),
    firedAt: instant('fired_at'),
    acknowledgedAt: instant('acknowledged_at'),
    snoozedUntil: instant('snoozed_until'),
    resolvedAt: instant('resolved_at'),
    resolvedReason: text('resolved_reason'),
    /** The result of each leaf when the alert fired. */
    explanation: jsonb('explanation').$type<Record<string, unknown>>().notNull(),
    /** Shared by alerts of the account that fired together; null until the alert fires. */
    groupId: uuid('group_id'),
    /** Symbols of the instruments that its leaves name, such as `AAPL.US`. */
    symbols: text('symbols').array().notNull(),
    /** Vessels, aircraft and other entities that the alert is about, such as `vessel:219024336`. */
    entities: text('entities').array().notNull(),
    /** Tags of the rule when the alert was created. */
    tags: text('tags').array().notNull().default([]),
    /** Contact that handles the alert, until the contact is deleted; null: not assigned. */
    assigneeId: uuid('assignee_id'),
    latitude: doublePrecision('latitude'),
    longitude: doublePrecision('longitude'),
    /** Whether the firing of the alert was delivered. If it was not, its resolution is not delivered either. */
    notified: boolean('notified').notNull().default(false),
    /** Why the delivery of its firing waits: for the end of a silence or of quiet hours; null if it does not wait. */
    held: text('held', { enum: ['silence', 'quiet_hours'] }),
  },
  (table) => [
    unique('alerts_crossing').on(table.ruleId, table.key, table.crossing),
    index('alerts_account').on(table.accountId, table.id),
    index('alerts_rule').on(table.ruleId, table.id),
    index('alerts_open').on(table.accountId, table.ruleId).where(sql`${table.state} <> 'resolved'`),
    index('alerts_held').on(table.held, table.accountId).where(sql`${table.held} IS NOT NULL`),
    index('alerts_resolved').on(table.resolvedAt).where(sql`${table.resolvedAt} IS NOT NULL`),
  ],
);

export const alertComments = pgTable(
  'alert_comments',
  {
    id: uuid('id').primaryKey(),
    alertId: uuid('alert_id')
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    accountId: ownerColumn(),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('alert_comments_alert').on(table.alertId, table.id),
    index('alert_comments_account').on(table.accountId),
  ],
);

/** Silences: periods in which matching alerts are not delivered. */
export const alertSilences = pgTable(
  'alert_silences',
  {
    ...ownedColumns(),
    comment: text('comment').notNull(),
    /** An alert is silenced if it matches all properties that are set here; null matches every alert. */
    ruleId: uuid('rule_id'),
    severities: text('severities').array(),
    symbols: text('symbols').array(),
    /** West, south, east, north in degrees. */
    bbox: doublePrecision('bbox').array(),
    startsAt: instant('starts_at').notNull(),
    endsAt: instant('ends_at').notNull(),
  },
  (table) => [
    index('alert_silences_account').on(table.accountId, table.id),
    index('alert_silences_ends').on(table.endsAt),
  ],
);

/** Units of evaluation time that each account has left, for the report of its usage. */
export const alertUsage = pgTable('alert_usage', {
  accountId: uuid('account_id')
    .primaryKey()
    .references(() => accounts.id, { onDelete: 'cascade' }),
  unitsLeft: integer('units_left').notNull(),
  unitsPerSecond: integer('units_per_second').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** The process that evaluates rules, and how far it has read the event log. The table has one row. */
export const alertEvaluation = pgTable('alert_evaluation', {
  id: integer('id').primaryKey(),
  /** Changes when another process takes over, so that the previous process can no longer write. */
  term: uuid('term').notNull(),
  /** Sequence number of the last event that was evaluated. */
  position: bigint('position', { mode: 'number' }).notNull(),
  /**
   * Id of the last batch that was written. A writer that lost its connection compares it to learn whether its
   * transaction was committed.
   */
  batch: uuid('batch'),
  updatedAt: instant('updated_at').notNull(),
});

/** Prices and candles as the evaluation of rules observed them, in chunks of one symbol or series, for backtests. */
export const alertTicks = pgTable(
  'alert_ticks',
  {
    /** The symbol for prices (`AAPL.US`), or the symbol and the interval for candles (`AAPL.US 1m`). */
    key: text('key').notNull(),
    /** Everything that was observed from `startedAt` to `endedAt` (exclusive) is in this row. */
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at').notNull(),
    entries: integer('entries').notNull(),
    /** Number of entries that were not stored because the row had reached its limit. */
    dropped: integer('dropped').notNull(),
    /** The entries, compressed by `EntryWriter`; see record/recorded-entry.ts. */
    packed: bytes('packed').notNull(),
  },
  (table) => [primaryKey({ columns: [table.key, table.startedAt] }), index('alert_ticks_ended').on(table.endedAt)],
);

/** Policies: who is notified about which alerts, in which steps. */
export const alertPolicies = pgTable(
  'alert_policies',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    enabled: boolean('enabled').notNull(),
    /** Routes, steps and exceptions; see policies/policy.ts. */
    routes: jsonb('routes').$type<object[]>().notNull(),
    steps: jsonb('steps').$type<object[]>().notNull(),
    inhibitedBy: jsonb('inhibited_by').$type<object>(),
    titleTemplate: text('title_template').notNull(),
    textTemplate: text('text_template').notNull(),
    notifyWhenHandled: boolean('notify_end').notNull(),
  },
  (table) => [index('alert_policies_account').on(table.accountId, table.id)],
);

/** Escalations: the progress of one alert through the steps of one policy. */
export const alertEscalations = pgTable(
  'alert_escalations',
  {
    id: uuid('id').primaryKey(),
    accountId: ownerColumn(),
    policyId: uuid('policy_id')
      .notNull()
      .references(() => alertPolicies.id, { onDelete: 'cascade' }),
    alertId: uuid('alert_id')
      .notNull()
      .references(() => alerts.id, { onDelete: 'cascade' }),
    /** The firing that began it. No foreign key, because the log forgets events earlier. */
    eventId: uuid('event_id').notNull(),
    /** Index of the step, number of its earlier notifications, and when it began. */
    step: integer('step').notNull(),
    repeat: integer('repeat').notNull(),
    stepStartedAt: instant('step_started_at').notNull(),
    /** When the next notification is due; null after the end. */
    nextAt: instant('next_at'),
    /** Whether an alert of `inhibitedBy` holds it back. */
    isInhibited: boolean('is_inhibited').notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    endReason: text('end_reason'),
  },
  (table) => [
    unique('alert_escalations_event').on(table.policyId, table.eventId),
    index('alert_escalations_due').on(table.nextAt).where(sql`${table.nextAt} IS NOT NULL`),
    index('alert_escalations_alert').on(table.alertId),
    index('alert_escalations_account').on(table.accountId),
  ],
);

/** Messages to contacts, each decided once. */
export const alertNotifications = pgTable(
  'alert_notifications',
  {
    id: uuid('id').primaryKey(),
    accountId: ownerColumn(),
    /** Null for a test, or if the policy was deleted. */
    escalationId: uuid('escalation_id').references(() => alertEscalations.id, { onDelete: 'set null' }),
    policyId: uuid('policy_id'),
    alertId: uuid('alert_id').references(() => alerts.id, { onDelete: 'cascade' }),
    /** No foreign key, because the record outlives the contact. */
    contactId: uuid('contact_id').notNull(),
    contactName: text('contact_name').notNull(),
    channel: text('channel').notNull(),
    kind: text('kind', { enum: ['firing', 'acknowledged', 'resolved', 'test'] }).notNull(),
    step: integer('step').notNull(),
    repeat: integer('repeat').notNull(),
    severity: text('severity', { enum: ['info', 'warning', 'critical'] }).notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    status: text('status', { enum: ['pending', 'sent', 'failed'] }).notNull(),
    attempts: integer('attempts').notNull(),
    error: text('error'),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    unique('alert_notifications_once').on(table.escalationId, table.kind, table.step, table.repeat, table.contactId),
    index('alert_notifications_account').on(table.accountId, table.id),
    index('alert_notifications_alert').on(table.alertId),
  ],
);
