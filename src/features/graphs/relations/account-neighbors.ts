import type { ExposedHoldings, PlaceExposure } from '../../portfolios/exposure/geo-exposure.js';
import type { RelationLink } from '../graphs.schema.js';
import type { AccountGraph } from './account-graphs.service.js';
import {
  byWeight,
  keyOf,
  kindOf,
  ManyNeighbor,
  type Neighbor,
  type RelationEdge,
  type RelationNode,
} from './relation.js';
import { alertNode, clientNode, portfolioNode, symbolNode } from './relation-nodes.service.js';

export const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

/** Returns the neighbor at the other end of an edge; an empty list for an unknown node. */
export const beside = (node: RelationNode | undefined, edge: RelationEdge): Neighbor[] =>
  node === undefined ? [] : [{ node, edge, weight: edge.weight }];

/** Finds countries, ports and straits. */
export interface PlaceFinder {
  node(id: string): RelationNode | undefined;
  /** Returns the places on which a portfolio depends. */
  of(portfolio: ExposedHoldings): readonly PlaceExposure[];
}

/** Returns the neighbors of a node that follow from the records of the account, without further queries. */
export function accountNeighbors(world: AccountGraph, { id }: RelationNode, places: PlaceFinder): readonly Neighbor[] {
  const key = keyOf(id);
  switch (kindOf(id)) {
    case 'client':
      return (world.portfoliosOf.get(key) ?? []).flatMap((portfolioId) =>
        beside(portfolioNode(world, portfolioId), heldFor(key, portfolioId)),
      );
    case 'portfolio':
      return ofPortfolio(world, key, places);
    case 'symbol':
      return [
        ...once(world, id, () => holdersOf(world, key)),
        ...alertsAbout(world, id, ({ symbols }) => symbols.includes(key)),
      ];
    case 'country':
    case 'port':
    case 'strait':
      return once(world, id, () => exposedTo(world, id));
    case 'vessel':
      return alertsAbout(world, id, ({ entities }) => entities.includes(id));
    case 'alert':
      return ofAlert(world, key);
    default:
      return [];
  }
}

function once(world: AccountGraph, id: string, find: () => Neighbor[]): readonly Neighbor[] {
  const known = world.portfoliosNear.get(id) ?? find().sort(byWeight);
  world.portfoliosNear.set(id, known);
  return known;
}

const heldFor = (clientId: string, portfolioId: string): RelationEdge => ({
  from: `client:${clientId}`,
  to: `portfolio:${portfolioId}`,
  type: 'holds',
  reason: 'The portfolio is held for the client.',
  weight: null,
});
const holds = (portfolioId: string, symbol: string, weight: number | null): RelationEdge => ({
  from: `portfolio:${portfolioId}`,
  to: `symbol:${symbol}`,
  type: 'holds',
  weight,
  reason: weight === null ? 'A holding without a known value.' : `A holding of ${percent(weight)} of the portfolio.`,
});
const about = (alertId: string, to: string): RelationEdge => ({
  from: `alert:${alertId}`,
  to,
  type: 'about',
  reason: 'An open alert is about it.',
  weight: null,
});

function ofPortfolio(world: AccountGraph, id: string, places: PlaceFinder): Neighbor[] {
  const exposure = world.portfolios.get(id);
  if (exposure === undefined) return [];
  const held = [...exposure.holdings, ...exposure.unmapped].filter(({ symbol }) => symbol !== null);
  return [
    ...(world.clientsOf.get(id) ?? []).flatMap((clientId) =>
      beside(clientNode(world, clientId), heldFor(clientId, id)),
    ),
    ...held.flatMap(({ symbol, weight }) => beside(symbolNode(symbol as string), holds(id, symbol as string, weight))),
    ...places
      .of(exposure)
      .flatMap(({ place, exposedFraction, contributions: [largest] }) =>
        beside(places.node(place.id), exposureEdge(id, place.id, exposedFraction, largest)),
      ),
    ...alertsAbout(world, `portfolio:${id}`, ({ portfolios }) => portfolios.includes(id)),
  ];
}

type Contribution = Pick<PlaceExposure['contributions'][number], 'symbol' | 'currency' | 'reason'>;

function exposureEdge(
  portfolioId: string,
  placeId: string,
  exposedFraction: number,
  largest: Contribution | undefined,
): RelationEdge {
  const through = largest === undefined ? '' : ` ${largest.symbol ?? `Cash in ${largest.currency}`}: ${largest.reason}`;
  const reason = `${percent(exposedFraction)} of the value depends on the place.${through}`;
  return { from: `portfolio:${portfolioId}`, to: placeId, type: 'exposed_to', reason, weight: exposedFraction };
}

/**
 * Returns the portfolios that depend on a place. It sums over the holdings that depend on the place instead of over all
 * portfolios, because most holdings do not depend on it.
 */
function exposedTo(world: AccountGraph, id: string): Neighbor[] {
  const { portfolioIds, placed } = world;
  const [shares, largest] = [new Float64Array(portfolioIds.length), new Float64Array(portfolioIds.length)];
  const largestBy = new Map<number, Contribution>();
  for (const { symbol, currency, shares: own, at, weights } of placed) {
    const share = own.find(({ place }) => place === id);
    if (share === undefined) continue;
    const contribution = { symbol, currency, reason: share.reason };
    for (let index = 0; index < at.length; index += 1) {
      const [portfolio, exposed] = [at[index] as number, (weights[index] as number) * share.fraction];
      shares[portfolio] = (shares[portfolio] as number) + exposed;
      if (largestBy.has(portfolio) && Math.abs(exposed) <= (largest[portfolio] as number)) continue;
      largest[portfolio] = Math.abs(exposed);
      largestBy.set(portfolio, contribution);
    }
  }
  const found: Neighbor[] = [];
  for (const [at, contribution] of largestBy) {
    const [portfolioId, exposedFraction] = [portfolioIds[at] as string, shares[at] as number];
    const node = portfolioNode(world, portfolioId);
    if (node !== undefined)
      found.push(
        new ManyNeighbor(node, exposedFraction, () => exposureEdge(portfolioId, id, exposedFraction, contribution)),
      );
  }
  return found;
}

function holdersOf(world: AccountGraph, symbol: string): Neighbor[] {
  const found: Neighbor[] = [];
  for (const { portfolioId, weight } of world.holders.get(symbol) ?? []) {
    const node = portfolioNode(world, portfolioId);
    if (node !== undefined) found.push(new ManyNeighbor(node, weight, () => holds(portfolioId, symbol, weight)));
  }
  return found;
}

const alertsAbout = (
  world: AccountGraph,
  id: string,
  isAbout: (alert: AccountGraph['alerts'][number]) => boolean,
): Neighbor[] => world.alerts.filter(isAbout).flatMap((alert) => beside(alertNode(alert), about(alert.id, id)));

function ofAlert(world: AccountGraph, id: string): Neighbor[] {
  const alert = world.alerts.find((one) => one.id === id);
  if (alert === undefined) return [];
  return [
    ...alert.symbols.flatMap((symbol) => beside(symbolNode(symbol), about(id, `symbol:${symbol}`))),
    ...alert.portfolios.flatMap((portfolioId) =>
      beside(portfolioNode(world, portfolioId), about(id, `portfolio:${portfolioId}`)),
    ),
  ];
}

/** Returns the nodes to which own links of the account lead from a node, with their edges. */
export const linkedTo = (world: AccountGraph, id: string): Array<{ other: string; edge: RelationEdge }> =>
  world.links
    .filter(({ fromNode, toNode }) => fromNode === id || toNode === id)
    .map((link) => ({ other: link.fromNode === id ? link.toNode : link.fromNode, edge: edgeOf(link) }));

const edgeOf = ({ fromNode, toNode, label }: RelationLink): RelationEdge => ({
  from: fromNode,
  to: toNode,
  type: 'own_link',
  reason: label,
  weight: null,
});
