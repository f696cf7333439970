import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { circleArea } from '../../geospatial/area.js';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import { entityOf } from '../../geospatial/layer.js';
import { NewsApi } from '../../news/news.api.js';
import { ExposuresApi, type PlaceDependency } from '../../portfolios/portfolios.api.js';
import type { AccountGraph } from './account-graphs.service.js';
import { accountNeighbors, beside, linkedTo, percent } from './account-neighbors.js';
import { keyOf, kindOf, type Neighbor, NODE_ID, type NodeKind, type RelationNode } from './relation.js';
import { articleNode, eventNode, issuerNode, RelationNodes, symbolNode } from './relation-nodes.service.js';

/** Maximum age of events and articles (ms). */
const RECENT_MS = 7 * DAY_MS;
/** Maximum distance (m) of vessels from a place, also if the reach of the place is larger. */
const NEAR_METERS = 100_000;
/** Distance (m) beyond the reach of a place up to which an event concerns it. */
const EVENT_METERS = 50_000;

/** Finds the nodes that are related to a node. */
@Service()
export class RelationNeighbors {
  constructor(
    private readonly nodes: RelationNodes,
    private readonly exposures: ExposuresApi,
    private readonly geospatial: GeospatialApi,
    private readonly news: NewsApi,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the neighbors of a node that have one of the wanted kinds.
   * @param limit maximum number of neighbors of each kind from queries; one more is returned if there are more
   */
  async of(world: AccountGraph, node: RelationNode, wanted: ReadonlySet<NodeKind>, limit: number): Promise<Neighbor[]> {
    const known = accountNeighbors(world, node, {
      node: (id) => this.nodes.place(id),
      of: (portfolio) => this.exposures.placesOf(portfolio),
    });
    const linked = await Promise.all(
      linkedTo(world, node.id).map(async ({ other, edge }) =>
        wanted.has(kindOf(other)) ? beside(await this.nodes.find(world, other), edge) : [],
      ),
    );
    const looked = await this.lookUp(world, node, wanted, limit);
    return [...linked.flat(), ...known, ...looked].filter((one) => wanted.has(one.node.kind));
  }

  private async lookUp(
    world: AccountGraph,
    node: RelationNode,
    wanted: ReadonlySet<NodeKind>,
    limit: number,
  ): Promise<Neighbor[]> {
    switch (node.kind) {
      case 'symbol':
        return [
          ...(await this.ofSymbol(world, node)),
          ...(wanted.has('article') ? await this.articles(world, node, { symbols: [keyOf(node.id)] }, limit) : []),
        ];
      case 'issuer':
        return this.ofIssuer(world, node);
      case 'country': {
        const issuers = wanted.has('issuer') ? await this.issuersIn(world, node) : [];
        return [
          ...issuers,
          ...(wanted.has('article') ? await this.articles(world, node, { countries: [keyOf(node.id)] }, limit) : []),
        ];
      }
      case 'port':
      case 'strait':
        return this.ofPlace(world, node, wanted, limit);
      case 'vessel':
        return this.ofVessel(node);
      case 'event':
        return this.ofEvent(node);
      case 'alert':
        return (
          world.alerts
            .find(({ id }) => id === keyOf(node.id))
            ?.entities.flatMap((entity) =>
              NODE_ID.test(entity) && kindOf(entity) === 'vessel'
                ? beside(this.nodes.vessel(entity), {
                    from: node.id,
                    to: entity,
                    type: 'about',
                    reason: 'The alert is about the vessel.',
                    weight: null,
                  })
                : [],
            ) ?? []
        );
      case 'article':
        return this.ofArticle(world, node);
      default:
        return [];
    }
  }

  private async ofSymbol(world: AccountGraph, { id }: RelationNode): Promise<Neighbor[]> {
    const symbol = keyOf(id);
    const issuer = await this.nodes.issuerIn(world, symbol);
    const shares =
      world.shares.get(symbol) ?? (await this.exposures.dependenciesOf(world.accountId, symbol).catch(unlessAbsent));
    return [
      ...(issuer === undefined
        ? []
        : beside(issuerNode(issuer), {
            from: id,
            to: issuer.id,
            type: 'issued_by',
            reason: `Shares of ${issuer.name}.`,
            weight: null,
          })),
      ...shares.flatMap(({ place, fraction, reason }) =>
        beside(this.nodes.place(place), {
          from: id,
          to: place,
          type: 'depends_on',
          reason: `${percent(fraction)} of a holding: ${reason}`,
          weight: fraction,
        }),
      ),
    ];
  }

  private async ofIssuer(world: AccountGraph, { id }: RelationNode): Promise<Neighbor[]> {
    const found: Neighbor[] = [];
    for (const symbol of world.holders.keys()) {
      const issuer = await this.nodes.issuerIn(world, symbol);
      if (issuer?.id !== id) continue;
      found.push(
        ...beside(symbolNode(symbol), {
          from: `symbol:${symbol}`,
          to: id,
          type: 'issued_by',
          reason: `Shares of ${issuer.name}.`,
          weight: null,
        }),
      );
      const country = `country:${issuer.country}`;
      found.push(
        ...beside(this.nodes.place(country), {
          from: id,
          to: country,
          type: 'based_in',
          reason: 'The head office is in the country.',
          weight: null,
        }),
      );
    }
    return found;
  }

  private async issuersIn(world: AccountGraph, { id }: RelationNode): Promise<Neighbor[]> {
    const issuers = await Promise.all([...world.holders.keys()].map((symbol) => this.nodes.issuerIn(world, symbol)));
    return issuers.flatMap((issuer) =>
      issuer?.country === keyOf(id)
        ? beside(issuerNode(issuer), {
            from: issuer.id,
            to: id,
            type: 'based_in',
            reason: 'The head office is in the country.',
            weight: null,
          })
        : [],
    );
  }

  private async ofPlace(
    world: AccountGraph,
    { id }: RelationNode,
    wanted: ReadonlySet<NodeKind>,
    limit: number,
  ): Promise<Neighbor[]> {
    const place = this.exposures.place(id);
    if (place === undefined) return [];
    const reach = place.reachMeters ?? 0;
    const vessels = wanted.has('vessel')
      ? this.geospatial.near('vessels', place, Math.min(reach, NEAR_METERS), limit + 1)
      : [];
    const area = circleArea(place.lat, place.lon, reach + EVENT_METERS);
    const from = new Date(this.clock.now() - RECENT_MS);
    const events = wanted.has('event') ? (await this.geospatial.events({ area, from }, limit + 1)).events : [];
    const shares = wanted.has('symbol') ? sharesIn(world, id) : [];
    const country = `country:${place.country}`;
    return [
      ...shares.flatMap(([symbol, { fraction, reason }]) =>
        beside(symbolNode(symbol), {
          from: `symbol:${symbol}`,
          to: id,
          type: 'depends_on',
          reason: `${percent(fraction)} of a holding: ${reason}`,
          weight: fraction,
        }),
      ),
      ...beside(this.nodes.place(country), {
        from: id,
        to: country,
        type: 'located_in',
        reason: 'The place is in the country.',
        weight: null,
      }),
      ...vessels.flatMap(({ key }) => {
        const vessel = entityOf('vessels', key);
        return beside(this.nodes.vessel(vessel), {
          from: vessel,
          to: id,
          type: 'near',
          reason: 'Its last position is near the place.',
          weight: null,
        });
      }),
      ...events.flatMap((event) =>
        beside(eventNode(event), {
          from: `event:${event.id}`,
          to: id,
          type: 'near',
          reason: 'It happened near the place within 7 days.',
          weight: null,
        }),
      ),
    ];
  }

  private ofVessel({ id }: RelationNode): Neighbor[] {
    const position = this.geospatial.find(id)?.position;
    if (position == null) return [];
    return this.exposures.placesNear(position, 0).flatMap(({ place, distanceMeters }) =>
      beside(this.nodes.place(place.id), {
        from: id,
        to: place.id,
        type: 'near',
        reason: `${Math.round(distanceMeters / 1_000)} km from the place.`,
        weight: null,
      }),
    );
  }

  private async ofEvent({ id }: RelationNode): Promise<Neighbor[]> {
    const event = await this.geospatial.event(keyOf(id));
    if (event === undefined) return [];
    const places = this.exposures.placesNear(event.position, EVENT_METERS).flatMap(({ place, distanceMeters }) =>
      beside(this.nodes.place(place.id), {
        from: id,
        to: place.id,
        type: 'near',
        reason: `${Math.round(distanceMeters / 1_000)} km from the place.`,
        weight: null,
      }),
    );
    const vessels = event.entities
      .filter((entity) => NODE_ID.test(entity))
      .flatMap((entity) =>
        beside(this.nodes.vessel(entity), {
          from: id,
          to: entity,
          type: 'about',
          reason: 'The event is about the vessel.',
          weight: null,
        }),
      );
    return [...vessels, ...places];
  }

  private async ofArticle(world: AccountGraph, { id }: RelationNode): Promise<Neighbor[]> {
    const article = await this.news.get(world.accountId, keyOf(id)).catch(unlessAbsent);
    if (Array.isArray(article)) return [];
    const names = (to: string) => ({
      from: id,
      to,
      type: 'about' as const,
      reason: 'The article names it.',
      weight: null,
    });
    return [
      ...article.symbols.flatMap((symbol) => beside(symbolNode(symbol), names(`symbol:${symbol}`))),
      ...article.countries.flatMap((code) => beside(this.nodes.place(`country:${code}`), names(`country:${code}`))),
    ];
  }

  private async articles(
    { accountId }: AccountGraph,
    node: RelationNode,
    filter: { symbols?: string[]; countries?: string[] },
    limit: number,
  ): Promise<Neighbor[]> {
    const from = new Date(this.clock.now() - RECENT_MS);
    const found = await this.news.list(accountId, { ...filter, from, clustered: true }, limit + 1);
    return found.flatMap((article) =>
      beside(articleNode(article), {
        from: `article:${article.id}`,
        to: node.id,
        type: 'about',
        reason: 'An article of the last 7 days names it.',
        weight: null,
      }),
    );
  }
}

/** Returns the held symbols that depend on a place. */
const sharesIn = ({ shares }: AccountGraph, placeId: string): Array<[symbol: string, share: PlaceDependency]> =>
  [...shares].flatMap(
    ([symbol, own]): Array<[string, PlaceDependency]> =>
      own.filter(({ place }) => place === placeId).map((share) => [symbol, share]),
  );

const unlessAbsent = (error: unknown): [] => {
  if (error instanceof Problem && (error.code === 'not_found' || error.code === 'unavailable')) return [];
  throw error;
};
