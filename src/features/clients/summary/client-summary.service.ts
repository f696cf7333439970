import { Service } from 'typedi';
import { Clock } from '../../../time/clock.js';
import { dayOf, textOf } from '../../portfolios/day.js';
import { Decimal } from '../../portfolios/lots/decimal.js';
import type { Client } from '../client.js';
import { ClientsService } from '../clients.records.js';
import { MandatesService } from '../mandate/mandates.service.js';
import type { Mandate } from '../mandate.js';
import { ClientPortfolios } from '../portfolios/client-portfolios.service.js';
import type { ClientFigures } from './client-figures.js';
import { ClientFiguresService } from './client-figures.service.js';

/** A client with its figures. */
export interface SummarizedClient {
  client: Client;
  portfolioCount: number;
  mandate: Mandate | undefined;
  figures: ClientFigures;
}

export interface ClientSummary {
  asOf: Date;
  currency: string;
  value: Decimal;
  cashValue: Decimal;
  /** Clients with their figures, oldest first. */
  clients: SummarizedClient[];
}

/** Limit of the query, above the number of links that an account can have. */
const MAX_LINKS = 100_000;
const DEFAULT_CURRENCY = 'USD';

/** Adds up the holdings of all clients of an account. */
@Service()
export class ClientSummaryService {
  constructor(
    private readonly clients: ClientsService,
    private readonly portfolios: ClientPortfolios,
    private readonly mandates: MandatesService,
    private readonly figures: ClientFiguresService,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the figures of all clients.
   * @param asked currency of the figures; default: the currency of the oldest client
   * @throws the reason of the signal
   */
  async read(accountId: string, asked: string | undefined, signal?: AbortSignal): Promise<ClientSummary> {
    const clients = await this.clients.all(accountId);
    const [links, mandates] = [
      await this.portfolios.ofAccount(accountId, MAX_LINKS),
      await this.mandates.byClient(accountId, clients.length),
    ];
    const portfolioIds = new Map<string, string[]>(clients.map(({ id }) => [id, []]));
    for (const { clientId, portfolioId } of links) portfolioIds.get(clientId)?.push(portfolioId);
    const currency = asked ?? clients[0]?.currency ?? DEFAULT_CURRENCY;
    const held = clients.map(({ id }) => ({ portfolioIds: portfolioIds.get(id) ?? [], mandate: mandates.get(id) }));
    const asOf = textOf(dayOf(new Date(this.clock.now())));
    const figures = await this.figures.read({ accountId, currency, asOf }, held, signal);
    const sum = (name: 'value' | 'cashValue') => figures.reduce((total, one) => total.plus(one[name]), new Decimal(0));
    return {
      asOf: new Date(this.clock.now()),
      currency,
      value: sum('value'),
      cashValue: sum('cashValue'),
      clients: clients.map((client, at) => {
        const { portfolioIds: ids, mandate } = held[at] as (typeof held)[number];
        return { client, portfolioCount: ids.length, mandate, figures: figures[at] as ClientFigures };
      }),
    };
  }
}
