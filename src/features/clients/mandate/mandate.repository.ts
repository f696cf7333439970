import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { asc, eq } from '../../../database/drizzle.js';
import { clientMandates, clients } from '../clients.schema.js';
import type { Mandate, MandateTerms } from '../mandate.js';

type Row = typeof clientMandates.$inferSelect;
/** The terms that mandates lack that were stored before these terms existed. */
const laterTerms = { groupLimits: [], lookThrough: false };
const mandateOf = ({ terms, ...row }: Row): Mandate => ({ ...row, ...laterTerms, ...(terms as MandateTerms) });
const rowOf = ({ id, clientId, version, createdAt, updatedAt, ...terms }: Mandate): Row => ({
  id,
  clientId,
  terms,
  version,
  createdAt,
  updatedAt,
});

/** Stores mandates. Callers check that the client belongs to the account. */
@Service()
export class MandateRepository {
  constructor(private readonly database: Database) {}

  async find(clientId: string): Promise<Mandate | undefined> {
    const [row] = await this.database.orm.select().from(clientMandates).where(eq(clientMandates.clientId, clientId));
    return row && mandateOf(row);
  }

  /** Lists the mandates of all clients of an account, in the order of creation of the clients. */
  async ofAccount(accountId: string, limit: number): Promise<Mandate[]> {
    const rows = await this.database.orm
      .select({ mandate: clientMandates })
      .from(clientMandates)
      .innerJoin(clients, eq(clients.id, clientMandates.clientId))
      .where(eq(clients.accountId, accountId))
      .orderBy(asc(clients.id))
      .limit(limit);
    return rows.map(({ mandate }) => mandateOf(mandate));
  }

  /** Inserts the mandate of a client, or replaces it. */
  async put(mandate: Mandate): Promise<void> {
    const { clientId, ...row } = rowOf(mandate);
    await this.database.orm
      .insert(clientMandates)
      .values({ clientId, ...row })
      .onConflictDoUpdate({ target: clientMandates.clientId, set: row });
  }

  async remove(clientId: string): Promise<void> {
    await this.database.orm.delete(clientMandates).where(eq(clientMandates.clientId, clientId));
  }
}
