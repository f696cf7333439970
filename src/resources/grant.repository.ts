import { Service } from 'typedi';
import { Database } from '../database/database.js';
import {
  type AnyColumn,
  and,
  eq,
  getTableColumns,
  gt,
  inArray,
  isNotNull,
  isNull,
  ne,
  or,
  type PgTable,
  type SQL,
  sql,
  unionAll,
} from '../database/drizzle.js';
import { afterKey, inOrder } from '../database/order-by.js';
import { accounts } from '../database/schema.js';
import { grants, teamMembers } from '../database/sharing-schema.js';
import type { Order } from '../time/sort-order.js';
import { uuidV7 } from '../time/uuid-v7.js';
import { type GrantableTable, type Owned, OwnedTable } from './owned-table.js';
import type { ShareableName } from './shareable-names.js';

/** A right of another account, or of the members of a team, to use a resource. */
export interface Grant extends Owned {
  kind: string;
  resourceId: string;
  /** The address as the owner gave it; null for a grant to a team. */
  email: string | null;
  /** The account with this address when the grant was made; null: none had it, or the grant is to a team. */
  granteeId: string | null;
  teamId: string | null;
  access: 'read' | 'write';
  showAmounts: boolean;
  until: Date | null;
}

/** A grant as its grantee sees it. */
export interface ReceivedGrant extends Grant {
  ownerName: string;
}

/** The resources of a kind that a list of grants is about. */
interface GrantedPart {
  table: GrantableTable;
  /** Condition on the table; undefined: all resources. */
  condition: SQL | undefined;
}

/** A part of a list of grants: after the resource `after`, in an order of the resources. */
interface GrantsPage {
  limit: number;
  after: string | undefined;
  order: Order;
}

const receivedColumns = { ...getTableColumns(grants), ownerName: accounts.displayName };

/** Reads and writes grants. */
@Service()
export class GrantRepository extends OwnedTable<Grant> {
  constructor(database: Database) {
    super(database, grants);
  }

  /**
   * Returns the grants of an account on a resource of another one, the widest first. Ended ones are among them, so that
   * the result depends on no time.
   */
  async on(holderId: string, resourceId: string): Promise<Grant[]> {
    const found = await this.database.orm
      .select({ grant: grants })
      .from(grants)
      .innerJoin(accounts, eq(accounts.id, grants.accountId))
      .where(and(eq(grants.resourceId, resourceId), this.held(holderId), ofEnabled))
      .orderBy(...widestFirst(grants));
    return found.map(({ grant }) => grant);
  }

  /** Lists the valid grants to an account and to its teams, by creation, after the grant `after`. */
  async received(holderId: string, now: Date, limit: number, after?: string, order: Order = 'asc') {
    const found = await this.database.orm
      .select({ grant: grants, ownerName: accounts.displayName })
      .from(grants)
      .innerJoin(accounts, eq(accounts.id, grants.accountId))
      .where(and(this.held(holderId), valid(now), afterKey(grants.id, order, after)))
      .orderBy(inOrder(grants.id, order))
      .limit(limit);
    return found.map(({ grant, ownerName }): ReceivedGrant => ({ ...grant, ownerName }));
  }

  /**
   * Lists valid grants to an account and to its teams on the resources of a kind that exist, in the order of the ids of
   * the resources: one grant for each resource, the widest. The grants to the account and to each of its teams are read
   * in this order from an index, so that a page costs the same however many grants there are.
   */
  async onKind(
    holderId: string,
    kind: ShareableName,
    { table, condition }: GrantedPart,
    now: Date,
    { limit, after, order }: GrantsPage,
  ): Promise<ReceivedGrant[]> {
    const { id, accountId } = table.table;
    // The limit makes the planner look up the resource of each grant by its id. A plain join of a team whose owner has
    // many resources reads all of them, for each team.
    const stored = this.database.orm
      .select({ found: sql`true`.as('found') })
      .from(table.table as PgTable)
      .where(and(eq(id, grants.resourceId), eq(accountId, grants.accountId), table.existing(now), condition))
      .limit(1)
      .as('stored');
    const firstOf = (grantee: SQL) =>
      this.database.orm
        .selectDistinctOn([grants.resourceId], receivedColumns)
        .from(grants)
        .innerJoin(accounts, eq(accounts.id, grants.accountId))
        .crossJoinLateral(stored)
        .where(
          and(
            grantee,
            eq(grants.kind, kind),
            ne(grants.accountId, holderId),
            valid(now),
            afterKey(grants.resourceId, order, after),
          ),
        )
        .orderBy(inOrder(grants.resourceId, order), ...widestFirst(grants))
        .limit(limit);
    const ofTeam = firstOf(eq(grants.teamId, teamMembers.teamId)).as('of_team');
    const names = Object.keys(receivedColumns) as Array<keyof typeof receivedColumns>;
    // Drizzle cannot name the columns of a subquery by a list.
    const columns: unknown = Object.fromEntries(names.map((name) => [name, ofTeam[name]]));
    const ofTeams = this.database.orm
      .select(columns as typeof receivedColumns)
      .from(teamMembers)
      .crossJoinLateral(ofTeam)
      .where(acceptedBy(holderId));
    const held = unionAll(firstOf(eq(grants.granteeId, holderId)), ofTeams).as('held');
    return this.database.orm
      .selectDistinctOn([held.resourceId])
      .from(held)
      .orderBy(inOrder(held.resourceId, order), ...widestFirst(held))
      .limit(limit);
  }

  /**
   * Grants a resource of an account to whom another grant of the account is given, until the same time.
   * @returns the new grant; undefined if the other one no longer exists
   */
  async derive(
    from: string,
    { accountId, kind, resourceId, access }: Pick<Grant, 'accountId' | 'kind' | 'resourceId' | 'access'>,
    now: Date,
  ): Promise<Grant | undefined> {
    const [model] = await this.database.orm
      .select()
      .from(grants)
      .where(and(eq(grants.id, from), eq(grants.accountId, accountId)))
      .for('share');
    if (model === undefined) return undefined;
    const made: Grant = {
      ...model,
      id: uuidV7(),
      kind,
      resourceId,
      access,
      version: 1,
      createdAt: now,
      updatedAt: now,
    };
    await this.insert(made);
    return made;
  }

  /** Deletes a grant that was made to an account itself. @returns the grant; undefined for another id */
  async decline(granteeId: string, id: string): Promise<Grant | undefined> {
    const [declined] = await this.database.orm
      .delete(grants)
      .where(and(eq(grants.id, id), eq(grants.granteeId, granteeId)))
      .returning();
    return declined;
  }

  /** Deletes the grants on a resource. @returns the deleted ones */
  removeOf(accountId: string, resourceId: string): Promise<Grant[]> {
    return this.database.orm
      .delete(grants)
      .where(and(eq(grants.accountId, accountId), eq(grants.resourceId, resourceId)))
      .returning();
  }

  /** Returns the condition of grants to an account and to its teams. Its own grants to a team give it nothing. */
  private held(holderId: string): SQL | undefined {
    const teamsOfHolder = this.database.orm
      .select({ id: teamMembers.teamId })
      .from(teamMembers)
      .where(acceptedBy(holderId));
    return and(
      or(eq(grants.granteeId, holderId), inArray(grants.teamId, teamsOfHolder)),
      ne(grants.accountId, holderId),
    );
  }
}

/** Returns the condition of memberships in the teams of an account. Invitations give no rights. */
const acceptedBy = (accountId: string): SQL | undefined =>
  and(eq(teamMembers.accountId, accountId), isNotNull(teamMembers.acceptedAt));

/** Returns the order in which the widest grant comes first; of equal ones the one that ends last. */
const widestFirst = ({
  access,
  showAmounts,
  until,
  id,
}: Record<'access' | 'showAmounts' | 'until' | 'id', AnyColumn>) => [
  sql`${access} = 'write' desc`,
  sql`${showAmounts} desc`,
  sql`${until} desc nulls first`,
  sql`${id}`,
];

/** Condition of grants whose owner is not disabled. Other grants give no rights. */
const ofEnabled = isNull(accounts.disabledAt);

/** Returns the condition of grants that give rights and have not ended. */
const valid = (now: Date): SQL | undefined => and(or(isNull(grants.until), gt(grants.until, now)), ofEnabled);
