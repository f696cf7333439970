import { Service } from 'typedi';
import type { Client } from './client.js';
import { ClientsService } from './clients.records.js';
import type { ClientPortfolio } from './portfolios/client-portfolio.js';
import { ClientPortfolios } from './portfolios/client-portfolios.service.js';

/** Limit of the query, above the number of links that an account can have. */
const MAX_LINKS = 100_000;

/**
 * Lets other features read the clients of an account. The client of another account is `not_found`, like an unknown
 * one.
 */
@Service()
export class ClientsApi {
  constructor(
    private readonly clients: ClientsService,
    private readonly portfolios: ClientPortfolios,
  ) {}

  /** Returns all clients of an account, oldest first. */
  list(accountId: string): Promise<Client[]> {
    return this.clients.all(accountId);
  }

  /** Returns a client. @throws Problem `not_found` */
  get(accountId: string, id: string): Promise<Client> {
    return this.clients.get(accountId, id);
  }

  /** Returns the links between clients and portfolios, for all clients of an account. */
  links(accountId: string): Promise<ClientPortfolio[]> {
    return this.portfolios.ofAccount(accountId, MAX_LINKS);
  }
}
