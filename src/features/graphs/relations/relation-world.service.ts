import { Service } from 'typedi';
import { type AccountAlert, AlertsApi } from '../../alerts/alerts.api.js';
import { ClientsApi } from '../../clients/clients.api.js';
import { ExposuresApi, type GeoExposure } from '../../portfolios/portfolios.api.js';
import type { RelationLink } from './relation-link.js';
import { RelationLinks } from './relation-links.service.js';

/** Open alerts that are looked at, the latest first. */
const MAX_ALERTS = 500;

/** How a portfolio holds a symbol. */
export interface HeldSymbol {
  portfolioId: string;
  /** Share of the value; null if unknown. */
  weight: number | null;
}

/** What an account has: the fixed part of its graph. */
export interface RelationWorld {
  accountId: string;
  /** Names by id. */
  clients: ReadonlyMap<string, string>;
  clientLinks: ReadonlyArray<{ clientId: string; portfolioId: string }>;
  portfolios: ReadonlyMap<string, GeoExposure>;
  /** Who holds a symbol. */
  holders: ReadonlyMap<string, readonly HeldSymbol[]>;
  alerts: readonly AccountAlert[];
  links: readonly RelationLink[];
}

/** Reads what an account has. */
@Service()
export class RelationWorlds {
  constructor(
    private readonly exposures: ExposuresApi,
    private readonly clients: ClientsApi,
    private readonly alerts: AlertsApi,
    private readonly links: RelationLinks,
  ) {}

  async read(accountId: string): Promise<RelationWorld> {
    const [exposures, clients, clientLinks, alerts, links] = await Promise.all([
      this.exposures.all(accountId),
      this.clients.list(accountId),
      this.clients.links(accountId),
      this.alerts.open(accountId, MAX_ALERTS),
      this.links.all(accountId),
    ]);
    const holders = new Map<string, HeldSymbol[]>();
    for (const { portfolio, holdings, unmapped } of exposures)
      for (const { symbol, weight } of [...holdings, ...unmapped]) {
        if (symbol === null) continue;
        holders.set(symbol, [...(holders.get(symbol) ?? []), { portfolioId: portfolio.id, weight }]);
      }
    return {
      accountId,
      clients: new Map(clients.map(({ id, name }) => [id, name])),
      clientLinks: clientLinks.map(({ clientId, portfolioId }) => ({ clientId, portfolioId })),
      portfolios: new Map(exposures.map((exposure) => [exposure.portfolio.id, exposure])),
      holders,
      alerts,
      links,
    };
  }
}
