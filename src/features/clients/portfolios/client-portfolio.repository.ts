import { Service } from 'typedi';
import { Database } from '../../../database/database.js';
import { and, asc, eq, getTableColumns } from '../../../database/drizzle.js';
import { clientPortfolios, clients } from '../clients.schema.js';
import type { ClientPortfolio } from './client-portfolio.js';

/** Stores the links of portfolios to clients. Callers check that both belong to the account. */
@Service()
export class ClientPortfolioRepository {
  constructor(private readonly database: Database) {}

  /** Lists the links of a client, oldest first. */
  list(clientId: string): Promise<ClientPortfolio[]> {
    return this.database.orm
      .select()
      .from(clientPortfolios)
      .where(eq(clientPortfolios.clientId, clientId))
      .orderBy(asc(clientPortfolios.linkedAt), asc(clientPortfolios.portfolioId));
  }

  /** Lists the links of all clients of an account. */
  ofAccount(accountId: string, limit: number): Promise<ClientPortfolio[]> {
    return this.database.orm
      .select(getTableColumns(clientPortfolios))
      .from(clientPortfolios)
      .innerJoin(clients, eq(clients.id, clientPortfolios.clientId))
      .where(eq(clients.accountId, accountId))
      .orderBy(asc(clients.id), asc(clientPortfolios.linkedAt), asc(clientPortfolios.portfolioId))
      .limit(limit);
  }

  /** Returns the link of a portfolio; undefined for a portfolio without a client. */
  async find(portfolioId: string): Promise<ClientPortfolio | undefined> {
    const [row] = await this.database.orm
      .select()
      .from(clientPortfolios)
      .where(eq(clientPortfolios.portfolioId, portfolioId));
    return row;
  }

  /** Inserts a link. @returns false, with nothing inserted, when the portfolio already has a client */
  async insert(link: ClientPortfolio): Promise<boolean> {
    const inserted = await this.database.orm.insert(clientPortfolios).values(link).onConflictDoNothing().returning();
    return inserted.length > 0;
  }

  async remove({ clientId, portfolioId }: Pick<ClientPortfolio, 'clientId' | 'portfolioId'>): Promise<void> {
    await this.database.orm
      .delete(clientPortfolios)
      .where(and(eq(clientPortfolios.clientId, clientId), eq(clientPortfolios.portfolioId, portfolioId)));
  }
}
