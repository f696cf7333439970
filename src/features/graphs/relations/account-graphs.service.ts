import { Service } from 'typedi';
import { YieldTimer } from '../../../async/cooperative-yield.js';
import { type AccountAlert, AlertsApi } from '../../alerts/alerts.api.js';
import { ClientsApi } from '../../clients/clients.api.js';
import { type ExposedHoldings, ExposuresApi, type PlaceDependency } from '../../portfolios/portfolios.api.js';
import type { Neighbor, RelationNode } from './relation.js';
import { type RelationLink, RelationLinks } from './relation-links.records.js';

/** The issuer of a share: by its name, because shares of several classes have one issuer. */
export interface Issuer {
  id: string;
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string | null;
}

/** Maximum number of open alerts that are read, the latest first. */
const MAX_ALERTS = 500;

/** The holding of a symbol in a portfolio. */
export interface HeldSymbol {
  portfolioId: string;
  /** Fraction of the value; null if unknown. */
  weight: number | null;
}

/** A holding of a symbol, or cash of a currency, that depends on places. */
export interface PlacedHolding {
  /** Null for cash. */
  symbol: string | null;
  currency: string;
  shares: readonly PlaceDependency[];
  /** Positions in `AccountGraph.portfolioIds`, with the weight in each of these portfolios. */
  at: number[];
  weights: number[];
}

/** The items of an account: the fixed part of its graph. */
export interface AccountGraph {
  accountId: string;
  /** Names by id. */
  clients: ReadonlyMap<string, string>;
  /** The portfolios of each client, and the clients of each portfolio. */
  portfoliosOf: ReadonlyMap<string, readonly string[]>;
  clientsOf: ReadonlyMap<string, readonly string[]>;
  portfolios: ReadonlyMap<string, ExposedHoldings>;
  portfolioIds: readonly string[];
  placed: readonly PlacedHolding[];
  /** The holders of each symbol. */
  holders: ReadonlyMap<string, readonly HeldSymbol[]>;
  /** The places of held symbols; those without a place are missing. */
  shares: ReadonlyMap<string, readonly PlaceDependency[]>;
  /** Nodes that were made once. */
  portfolioNodes: Map<string, RelationNode>;
  /** The portfolios beside a symbol or place, by its id, the largest weight first: kept when they were found once. */
  portfoliosNear: Map<string, readonly Neighbor[]>;
  /** Issuers of held symbols that were looked up once. */
  issuers: Map<string, Promise<Issuer | undefined>>;
  alerts: readonly AccountAlert[];
  links: readonly RelationLink[];
}

/** Reads the objects of an account. */
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
      ...{ portfolioIds: exposures.map(({ portfolio }) => portfolio.id), placed: [...placed.values()] },
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
