import { instant, lexemesText, tsvector } from '../../database/columns.js';
import {
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  sql,
  text,
  uniqueIndex,
  uuid,
} from '../../database/drizzle.js';
import { ownedColumns, ownerColumn } from '../../resources/owned-columns.js';

/** Conversations of accounts. */
export const aiThreads = pgTable(
  'ai_threads',
  {
    ...ownedColumns(),
    title: text('title').notNull(),
    /** Whether the account set the title; false: it is made from the first question. */
    isTitleOwn: boolean('is_title_own').notNull(),
  },
  (table) => [index('ai_threads_account').on(table.accountId, table.id)],
);

/** Questions and answers of threads. */
export const aiMessages = pgTable(
  'ai_messages',
  {
    id: uuid('id').primaryKey(),
    accountId: ownerColumn(),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => aiThreads.id, { onDelete: 'cascade' }),
    role: text('role').$type<'user' | 'assistant'>().notNull(),
    status: text('status').notNull(),
    content: text('content').notNull(),
    /** The context of the question; null for answers. */
    context: jsonb('context').$type<object>(),
    /** Parts of an answer: citations, tool calls, unverified numbers, the problem; null for questions. */
    details: jsonb('details').$type<object>(),
    /** Model that wrote the answer; null for questions, and for answers while it is unknown. */
    model: text('model'),
    inputTokens: integer('input_tokens').notNull().default(0),
    outputTokens: integer('output_tokens').notNull().default(0),
    /** For an answer: the idempotency key of the request that sent its question. */
    idempotencyKey: text('idempotency_key'),
    /** Hash of that request; equal for equal requests. */
    fingerprint: text('fingerprint'),
    /** For a running answer: the time after which it counts as interrupted unless it is extended. */
    leaseUntil: instant('lease_until'),
    cancelRequested: boolean('cancel_requested').notNull().default(false),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
    /** Index of the words of the content for the search. */
    lexemes: tsvector('lexemes').generatedAlwaysAs(sql.raw(lexemesText('content'))),
  },
  (table) => [
    index('ai_messages_thread').on(table.threadId, table.id),
    index('ai_messages_account').on(table.accountId, table.id),
    uniqueIndex('ai_messages_key').on(table.accountId, table.idempotencyKey),
  ],
);

/** Model tokens that accounts have used, per UTC day. */
export const aiUsage = pgTable(
  'ai_usage',
  {
    accountId: ownerColumn(),
    /** `2026-11-20`. */
    day: text('day').notNull(),
    inputTokens: integer('input_tokens').notNull(),
    outputTokens: integer('output_tokens').notNull(),
    answers: integer('answers').notNull(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.day] })],
);

/** Proposals: write actions of answers, until their account approves or rejects them. */
export const aiApprovals = pgTable(
  'ai_approvals',
  {
    /** Id of the tool call. */
    id: uuid('id').primaryKey(),
    accountId: ownerColumn(),
    threadId: uuid('thread_id')
      .notNull()
      .references(() => aiThreads.id, { onDelete: 'cascade' }),
    messageId: uuid('message_id')
      .notNull()
      .references(() => aiMessages.id, { onDelete: 'cascade' }),
    tool: text('tool').notNull(),
    arguments: jsonb('arguments').$type<object>().notNull(),
    /** SHA-256 of the tool and the arguments, in hexadecimal. */
    argumentsHash: text('arguments_hash').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** `approved` or `rejected`; null before the decision. */
    decision: text('decision'),
    decidedAt: instant('decided_at'),
    /** Result of the action; null before it ran, and after a rejection. */
    outcome: jsonb('outcome').$type<object>(),
  },
  (table) => [index('ai_approvals_message').on(table.messageId)],
);

/** Briefings that are written every day or every week. */
export const briefingSchedules = pgTable(
  'ai_briefing_schedules',
  {
    ...ownedColumns(),
    name: text('name').notNull(),
    /** Time of day, `HH:MM` in UTC. */
    time: text('time').notNull(),
    /** Day of the week; null: every day. */
    weekday: text('weekday'),
    /**
     * `watchlist_id` and `portfolio_id` have no foreign keys, so that the schedule outlives its watchlist or portfolio;
     * its briefing then says so.
     */
    watchlistId: uuid('watchlist_id'),
    portfolioId: uuid('portfolio_id'),
    bbox: doublePrecision('bbox').array(),
    /** Name of a place from the gazetteer, instead of a bounding box. */
    place: text('place'),
    nextAt: instant('next_at').notNull(),
  },
  (table) => [
    index('ai_briefing_schedules_account').on(table.accountId, table.id),
    index('ai_briefing_schedules_next').on(table.nextAt),
  ],
);
