import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import type { Portfolio } from '../../portfolios/portfolio.js';
import { PortfoliosApi } from '../../portfolios/portfolios.api.js';
import { ClientsService } from '../clients.records.js';
import type { ClientPortfolio } from './client-portfolio.js';
import { ClientPortfolioRepository } from './client-portfolio.repository.js';

/** A portfolio of a client, with the time at which it was linked. */
export interface LinkedPortfolio {
  portfolio: Portfolio;
  linkedAt: Date;
}

/** Links portfolios of an account to its clients. */
@Service()
export class ClientPortfolios {
  constructor(
    private readonly clients: ClientsService,
    private readonly repository: ClientPortfolioRepository,
    private readonly portfolios: PortfoliosApi,
    private readonly clock: Clock,
  ) {}

  /** Lists the portfolios of a client, oldest link first. @throws Problem `not_found` */
  async list(accountId: string, clientId: string): Promise<LinkedPortfolio[]> {
    await this.clients.get(accountId, clientId);
    const links = await this.repository.list(clientId);
    const portfolios =
      links.length === 0
        ? []
        : await this.portfolios.list(
            accountId,
            links.map(({ portfolioId }) => portfolioId),
          );
    const byId = new Map(portfolios.map((portfolio) => [portfolio.id, portfolio]));
    return links.flatMap(({ portfolioId, linkedAt }) => {
      const portfolio = byId.get(portfolioId);
      return portfolio === undefined ? [] : [{ portfolio, linkedAt }];
    });
  }

  /** Returns the links of all clients of an account. */
  ofAccount(accountId: string, limit: number): Promise<ClientPortfolio[]> {
    return this.repository.ofAccount(accountId, limit);
  }

  /**
   * Links a portfolio to a client. A repeated call changes nothing.
   * @throws Problem `not_found`, `unprocessable` for a model portfolio, `conflict` for a portfolio of another client
   */
  async link(accountId: string, clientId: string, portfolioId: string): Promise<LinkedPortfolio> {
    await this.clients.get(accountId, clientId);
    const portfolio = await this.portfolios.get(accountId, portfolioId);
    if (portfolio.kind === 'model')
      throw new Problem('unprocessable', {
        detail: 'A model portfolio holds nothing for a client. Name it as the target of the mandate.',
      });
    const linkedAt = new Date(this.clock.now());
    if (await this.repository.insert({ portfolioId, clientId, linkedAt })) return { portfolio, linkedAt };
    const current = await this.repository.find(portfolioId);
    if (current?.clientId === clientId) return { portfolio, linkedAt: current.linkedAt };
    throw new Problem('conflict', { detail: 'The portfolio is held for another client. Unlink it there first.' });
  }

  /** Removes a link; does nothing if the portfolio is not linked to the client. @throws Problem `not_found` */
  async unlink(accountId: string, clientId: string, portfolioId: string): Promise<void> {
    await this.clients.get(accountId, clientId);
    await this.portfolios.get(accountId, portfolioId);
    await this.repository.remove({ clientId, portfolioId });
  }
}
