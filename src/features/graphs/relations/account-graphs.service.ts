import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { type AccountAlert, AlertsApi } from '../../alerts/alerts.api.js';
import { ClientsApi } from '../../clients/clients.api.js';
import { type ExposedHoldings, ExposuresApi, type PlaceDependency } from '../../portfolios/portfolios.api.js';
import type { Neighbor, RelationNode } from './relation.js';
import { type RelationLink, RelationLinks } from './relation-links.records.js';

/** The issuer of a share. It is identified by its name, because shares of several classes have the same issuer. */
export interface Issuer {
  id: string;
  name: string;
  /** Country code (ISO 3166-1 alpha-2); null if unknown. */
  country: string | null;
}

/** Maximum number of open alerts that are read; the latest are kept. */
const MAX_ALERTS = 500;

/** The holding of a symbol in a portfolio. */
export interface HeldSymbol {
  portfolioId: string;
  /** Fraction of the value; null if unknown. */
  weight: number | null;
}

/** A holding of a symbol, or cash of a currency, that depends on places. */
export interface PlacedHolding {
  /** Symbol of the holding; null for cash. */
  symbol: string | null;
  currency: string;
  shares: readonly PlaceDependency[];
  /**
   * Indices in `AccountGraph.portfolioIds` of the portfolios with this holding; `weights` has its weight in each of
   * them.
   */
  at: number[];
  weights: number[];
}

/** The records of an account from which its graph is built, with caches for one request. */
export interface AccountGraph {
  accountId: string;
  /** Names of clients by id. */
  clients: ReadonlyMap<string, string>;
  /** Ids of the portfolios of each client, and of the clients of each portfolio. */
  portfoliosOf: ReadonlyMap<string, readonly string[]>;
  clientsOf: ReadonlyMap<string, readonly string[]>;
  portfolios: ReadonlyMap<string, ExposedHoldings>;
  portfolioIds: readonly string[];
  placed: readonly PlacedHolding[];
  /** The portfolios that hold each symbol. */
  holders: ReadonlyMap<string, readonly HeldSymbol[]>;
  /** The places on which held symbols depend; symbols without a place are missing. */
  shares: ReadonlyMap<string, readonly PlaceDependency[]>;
  /** Cache of portfolio nodes by id. */
  portfolioNodes: Map<string, RelationNode>;
  /** Cache of the portfolios that are related to a symbol or place, by its id; the largest weight comes first. */
  portfoliosNear: Map<string, readonly Neighbor[]>;
  /** Cache of the issuers of held symbols. */
  issuers: Map<string, Promise<Issuer | undefined>>;
  alerts: readonly AccountAlert[];
  links: readonly RelationLink[];
}

/** Reads the records of an account for its graph. */
@Service()
export class AccountGraphs {
  constructor(
    private readonly exposures: ExposuresApi,
    private readonly clients: ClientsApi,
    private readonly alerts: AlertsApi,
    private readonly links: RelationLinks,
  ) {}

  async read(accountId: string): Promise<AccountGraph> {
    const [exposures, clients, clientLinks, alerts, links] = await Promise.all([
      this.exposures.all(accountId),
      this.clients.list(accountId),
      this.clients.links(accountId),
      this.alerts.open(accountId, MAX_ALERTS),
      this.links.all(accountId),
    ]);
    const holders = new Map<string, HeldSymbol[]>();
    const shares = new Map<string, readonly PlaceDependency[]>();
    const slices = new YieldTimer();
    const placed = new Map<string, PlacedHolding>();
    for (const [at, { portfolio, holdings, unmapped }] of exposures.entries()) {
      for (const { symbol, weight } of [...holdings, ...unmapped]) {
        if (symbol === null) continue;
        const own = holders.get(symbol);
        if (own === undefined) holders.set(symbol, [{ portfolioId: portfolio.id, weight }]);
        else own.push({ portfolioId: portfolio.id, weight });
      }
      for (const { symbol, currency, weight, dependencies: own } of holdings) {
        if (symbol !== null) shares.set(symbol, own);
        const known = placed.get(symbol ?? currency) ?? { symbol, currency, shares: own, at: [], weights: [] };
        placed.set(symbol ?? currency, known);
        known.at.push(at);
        known.weights.push(weight);
      }
      if (slices.isOver) await slices.next();
    }
    return {
      accountId,
      clients: new Map(clients.map(({ id, name }) => [id, name])),
      portfoliosOf: lists(clientLinks, ({ clientId, portfolioId }) => [clientId, portfolioId]),
      clientsOf: lists(clientLinks, ({ clientId, portfolioId }) => [portfolioId, clientId]),
      portfolios: new Map(exposures.map((exposure) => [exposure.portfolio.id, exposure])),
      portfolioIds: exposures.map(({ portfolio }) => portfolio.id),
      placed: [...placed.values()],
      holders,
      shares,
      portfolioNodes: new Map(),
      portfoliosNear: new Map(),
      issuers: new Map(),
      alerts,
      links,
    };
  }
}

function lists<Item>(
  items: readonly Item[],
  entryOf: (item: Item) => readonly [key: string, value: string],
): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [key, value] of items.map(entryOf)) {
    const own = found.get(key);
    if (own === undefined) found.set(key, [value]);
    else own.push(value);
  }
  return found;
}
