import { Service } from 'typedi';
import { Database } from '../database/database.js';
import { and, eq, gt, inArray, isNotNull, isNull, ne, or, type SQL, sql } from '../database/drizzle.js';
import { afterKey, inOrder } from '../database/order-by.js';
import { accounts } from '../database/schema.js';
import { grants, teamMembers } from '../database/sharing-schema.js';
import type { Order } from '../time/sort-order.js';
import { type Owned, OwnedTable } from './owned-table.js';

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

/** Reads and writes grants. */
@Service()
export class GrantRepository extends OwnedTable<Grant> {
  constructor(database: Database) {
    super(database, grants);
  }

  /** Returns the grants of an account on a resource of another one that are valid now, the widest first. */
  async on(holderId: string, kind: string, resourceId: string, now: Date): Promise<Grant[]> {
    const found = await this.database.orm
      .select({ grant: grants })
      .from(grants)
      .innerJoin(accounts, eq(accounts.id, grants.accountId))
      .where(and(eq(grants.resourceId, resourceId), eq(grants.kind, kind), this.held(holderId), valid(now)))
      .orderBy(sql`${grants.access} = 'write' desc`, sql`${grants.showAmounts} desc`);
    return found.map(({ grant }) => grant);
  }

  /** Returns whether an account still has a right by a grant. */
  async isValid(id: string, holderId: string, now: Date): Promise<boolean> {
    const found = await this.database.orm
      .select({ id: grants.id })
      .from(grants)
      .innerJoin(accounts, eq(accounts.id, grants.accountId))
      .where(and(eq(grants.id, id), this.held(holderId), valid(now)));
    return found.length > 0;
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
      .where(and(eq(teamMembers.accountId, holderId), isNotNull(teamMembers.acceptedAt)));
    return and(
      or(eq(grants.granteeId, holderId), inArray(grants.teamId, teamsOfHolder)),
      ne(grants.accountId, holderId),
    );
  }
}

/** Returns the condition of grants that have not ended. Grants of a disabled account give no rights. */
const valid = (now: Date): SQL | undefined =>
  and(or(isNull(grants.until), gt(grants.until, now)), isNull(accounts.disabledAt));
