import { instant } from './columns.js';
import { boolean, check, index, integer, pgTable, sql, text, uniqueIndex, uuid } from './drizzle.js';
import { accounts } from './schema.js';

const owner = () =>
  uuid('account_id')
    .notNull()
    .references(() => accounts.id, { onDelete: 'cascade' });

/** Teams, to which resources can be granted. A team is deleted with the account that owns it. */
export const teams = pgTable(
  'teams',
  {
    id: uuid('id').primaryKey(),
    accountId: owner(),
    name: text('name').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('teams_account').on(table.accountId, table.id)],
);

/** Members and invitations of teams. Members are accounts, never teams, so that teams form no circle. */
export const teamMembers = pgTable(
  'team_members',
  {
    id: uuid('id').primaryKey(),
    teamId: uuid('team_id')
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    /** The invited account; null: no account had the address when it was invited. Never shown. */
    accountId: uuid('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    /** The address as it was invited, in lower case. */
    email: text('email').notNull(),
    role: text('role', { enum: ['owner', 'admin', 'member'] }).notNull(),
    /** Time at which the invitation was accepted; null: not yet, so that the member has no rights. */
    acceptedAt: instant('accepted_at'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('team_members_email').on(table.teamId, table.email),
    index('team_members_account').on(table.accountId, table.teamId),
    index('team_members_team').on(table.teamId, table.id),
    check('team_members_role', sql`${table.role} IN ('owner', 'admin', 'member')`),
  ],
);

/** Rights of other accounts and of teams to use a resource of an account. */
export const grants = pgTable(
  'grants',
  {
    id: uuid('id').primaryKey(),
    accountId: owner(),
    /** Kind of the resource, such as `watchlist`. */
    kind: text('kind').notNull(),
    /** Id of the resource. Not a foreign key, because the kinds have different tables. */
    resourceId: uuid('resource_id').notNull(),
    /** The address as the owner gave it, in lower case; null for a grant to a team. */
    email: text('email'),
    /** The account with this address when the grant was made; null: no account had it. Never shown. */
    granteeId: uuid('grantee_id').references(() => accounts.id, { onDelete: 'cascade' }),
    teamId: uuid('team_id').references(() => teams.id, { onDelete: 'cascade' }),
    access: text('access', { enum: ['read', 'write'] }).notNull(),
    /** False: amounts of money are hidden. */
    showAmounts: boolean('amounts').notNull(),
    /** End of the grant, exclusive; null: it does not end by itself. */
    until: instant('until'),
    version: integer('version').notNull().default(1),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('grants_account').on(table.accountId, table.id),
    uniqueIndex('grants_resource_email').on(table.resourceId, table.email),
    uniqueIndex('grants_resource_team').on(table.resourceId, table.teamId),
    index('grants_grantee').on(table.granteeId, table.id),
    index('grants_grantee_kind').on(table.granteeId, table.kind, table.resourceId),
    index('grants_team_kind').on(table.teamId, table.kind, table.resourceId),
    check('grants_access', sql`${table.access} IN ('read', 'write')`),
    check('grants_grantee_or_team', sql`(${table.email} IS NULL) <> (${table.teamId} IS NULL)`),
  ],
);
