import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { simulatedNotice } from '../../../simulation/simulated-notice.js';
import { foldedWords } from '../../../text/words.js';
import { type AccountAlert, AlertsApi } from '../../alerts/alerts.api.js';
import type { GeoEvent } from '../../geospatial/geo-event.js';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import { MarketsApi } from '../../markets/markets.api.js';
import type { ArticleView } from '../../news/articles/article-view.js';
import { NewsApi } from '../../news/news.api.js';
import { ExposuresApi } from '../../portfolios/portfolios.api.js';
import type { AccountGraph, Issuer } from './account-graphs.service.js';
import { keyOf, kindOf, type NodeKind, type RelationNode } from './relation.js';

/** Creates nodes from records of an account and from shared records. */
@Service()
export class RelationNodes {
  constructor(
    private readonly exposures: ExposuresApi,
    private readonly markets: MarketsApi,
    private readonly geospatial: GeospatialApi,
    private readonly news: NewsApi,
    private readonly alerts: AlertsApi,
  ) {}

  /** Finds a node by its id. @returns undefined for a node that does not exist or belongs to another account */
  async find(world: AccountGraph, id: string): Promise<RelationNode | undefined> {
    const key = keyOf(id);
    try {
      return await this.finders[kindOf(id)](key, world);
    } catch (error) {
      if (error instanceof Problem && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  private readonly finders: Record<
    NodeKind,
    (key: string, world: AccountGraph) => RelationNode | undefined | Promise<RelationNode | undefined>
  > = {
    client: (key, world) => clientNode(world, key),
    portfolio: (key, world) => portfolioNode(world, key),
    symbol: async (key) => symbolNode((await this.markets.instrument(key)).instrument.symbol),
    issuer: async (key, world) => {
      for (const symbol of world.holders.keys()) {
        const issuer = await this.issuerIn(world, symbol);
        if (issuer?.id === `issuer:${key}`) return issuerNode(issuer);
      }
      return undefined;
    },
    country: (key) => this.place(`country:${key}`),
    port: (key) => this.place(`port:${key}`),
    strait: (key) => this.place(`strait:${key}`),
    vessel: (key) => this.vessel(`vessel:${key}`),
    event: async (key) => {
      const event = await this.geospatial.event(key);
      return event && eventNode(event);
    },
    alert: async (key, { accountId }) => alertNode(await this.alerts.get(accountId, key)),
    article: async (key, { accountId }) => articleNode(await this.news.get(accountId, key)),
  };

  /** Returns the node of a country, port or strait; undefined for an unknown id. */
  place(id: string): RelationNode | undefined {
    const place = this.exposures.place(id);
    const href = place?.kind === 'country' ? `/api/v1/osint/countries/${place.country}` : null;
    return place && { id: place.id, kind: place.kind, label: place.name, href };
  }

  /** Returns the node of a vessel in live state; undefined for other vessels. */
  vessel(id: string): RelationNode | undefined {
    const found = this.geospatial.find(id);
    const name = found !== undefined && 'name' in found ? found.name : null;
    return (
      found && {
        id,
        kind: 'vessel',
        label: name ?? `MMSI ${keyOf(id)}`,
        href: `/api/v1/geospatial/vessels/${keyOf(id)}`,
        isSimulated: isSimulated(found.provider),
      }
    );
  }

  /** Returns the issuer of a symbol like `issuerOf`, cached in the account's graph. */
  issuerIn({ issuers }: AccountGraph, symbol: string): Promise<Issuer | undefined> {
    const issuer = issuers.get(symbol) ?? this.issuerOf(symbol);
    issuers.set(symbol, issuer);
    return issuer;
  }

  /** Returns the issuer of a share; undefined for other instruments and for unknown symbols. */
  async issuerOf(symbol: string): Promise<Issuer | undefined> {
    try {
      const { assetClass, name, country } = (await this.markets.instrument(symbol)).instrument;
      return assetClass === 'equity' ? { id: issuerId(name), name, country } : undefined;
    } catch (error) {
      if (error instanceof Problem && (error.code === 'not_found' || error.code === 'unavailable')) return undefined;
      throw error;
    }
  }
}

/** Words in the names of shares that distinguish share classes, not issuers. */
const SHARE_CLASS = /\b(?:class [a-c]|ordinary shares?|common stock|adr|ads|registered)\b/g;
const issuerId = (name: string): string => {
  const words = foldedWords(name)
    .replace(SHARE_CLASS, '')
    .trim()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 100);
  return `issuer:${words === '' ? 'unnamed' : words}`;
};

const isSimulated = (provider: string): boolean => simulatedNotice([provider]) !== undefined;

export const symbolNode = (symbol: string): RelationNode => ({
  id: `symbol:${symbol}`,
  kind: 'symbol',
  label: symbol,
  href: `/api/v1/markets/instruments/${symbol}`,
});
export const issuerNode = ({ id, name }: Issuer): RelationNode => ({ id, kind: 'issuer', label: name, href: null });
export const eventNode = (event: GeoEvent): RelationNode => ({
  id: `event:${event.id}`,
  kind: 'event',
  label: event.title,
  href: `/api/v1/geospatial/events/${event.id}`,
  isSimulated: isSimulated(event.provider) || event.details.simulated === true,
});
export const alertNode = ({ id, title }: AccountAlert): RelationNode => ({
  id: `alert:${id}`,
  kind: 'alert',
  label: title,
  href: `/api/v1/alerts/${id}`,
});
export const articleNode = ({ id, title, provider }: Pick<ArticleView, 'id' | 'title' | 'provider'>): RelationNode => ({
  id: `article:${id}`,
  kind: 'article',
  label: title,
  href: `/api/v1/news/${id}`,
  isSimulated: isSimulated(provider),
});

export function clientNode({ clients }: AccountGraph, id: string): RelationNode | undefined {
  const name = clients.get(id);
  return name === undefined
    ? undefined
    : { id: `client:${id}`, kind: 'client', label: name, href: `/api/v1/clients/${id}` };
}

export function portfolioNode({ portfolios, portfolioNodes }: AccountGraph, id: string): RelationNode | undefined {
  const known = portfolioNodes.get(id);
  if (known !== undefined) return known;
  const name = portfolios.get(id)?.portfolio.name;
  const node: RelationNode | undefined =
    name === undefined
      ? undefined
      : { id: `portfolio:${id}`, kind: 'portfolio', label: name, href: `/api/v1/portfolios/${id}` };
  if (node !== undefined) portfolioNodes.set(id, node);
  return node;
}
