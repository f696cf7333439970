import { keyOf, kindOf, type Neighbor, type RelationEdge, type RelationNode } from './relation.js';
import type { RelationLink } from './relation-link.js';
import { alertNode, clientNode, portfolioNode, symbolNode } from './relation-nodes.service.js';
import type { RelationWorld } from './relation-world.service.js';

export const percent = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;

/** A neighbor over an edge that leads from `from` to `to`, whichever of them it is. */
export const beside = (node: RelationNode | undefined, edge: RelationEdge): Neighbor[] => (node === undefined ? [] : [{ node, edge }]);

/** Neighbors that follow from what the account has, without a look-up. @param place finds a country, port or strait */
export function accountNeighbors(world: RelationWorld, { id }: RelationNode, place: (id: string) => RelationNode | undefined): Neighbor[] {
  const key = keyOf(id);
  switch (kindOf(id)) {
    case 'client':
      return world.clientLinks
        .filter(({ clientId }) => clientId === key)
        .flatMap(({ portfolioId }) => beside(portfolioNode(world, portfolioId), heldFor(key, portfolioId)));
    case 'portfolio':
      return ofPortfolio(world, key, place);
    case 'symbol':
      return [
        ...(world.holders.get(key) ?? []).flatMap(({ portfolioId, weight }) => beside(portfolioNode(world, portfolioId), holds(portfolioId, key, weight))),
        ...alertsAbout(world, id, ({ symbols }) => symbols.includes(key)),
      ];
    case 'country':
    case 'port':
    case 'strait':
      return exposedTo(world, id);
    case 'vessel':
      return alertsAbout(world, id, ({ entities }) => entities.includes(id));
    case 'alert':
      return ofAlert(world, key);
    default:
      return [];
  }
}

const heldFor = (clientId: string, portfolioId: string): RelationEdge => ({
  ...{ from: `client:${clientId}`, to: `portfolio:${portfolioId}`, type: 'holds', reason: 'The portfolio is held for the client.', weight: null },
});
const holds = (portfolioId: string, symbol: string, weight: number | null): RelationEdge => ({
  ...{ from: `portfolio:${portfolioId}`, to: `symbol:${symbol}`, type: 'holds', weight },
  reason: weight === null ? 'A holding without a known value.' : `A holding of ${percent(weight)} of the portfolio.`,
});
const about = (alertId: string, to: string): RelationEdge => ({
  from: `alert:${alertId}`,
  to,
  type: 'about',
  reason: 'An open alert is about it.',
  weight: null,
});

function ofPortfolio(world: RelationWorld, id: string, place: (id: string) => RelationNode | undefined): Neighbor[] {
  const exposure = world.portfolios.get(id);
  if (exposure === undefined) return [];
  const clients = world.clientLinks.filter(({ portfolioId }) => portfolioId === id);
  const held = [...exposure.holdings, ...exposure.unmapped].filter(({ symbol }) => symbol !== null);
  return [
    ...clients.flatMap(({ clientId }) => beside(clientNode(world, clientId), heldFor(clientId, id))),
    ...held.map(({ symbol, weight }) => ({ node: symbolNode(symbol as string), edge: holds(id, symbol as string, weight) })),
    ...exposure.places.flatMap((one) => beside(place(one.place.id), exposureEdge(id, one))),
    ...alertsAbout(world, `portfolio:${id}`, ({ portfolios }) => portfolios.includes(id)),
  ];
}

type Places = NonNullable<ReturnType<RelationWorld['portfolios']['get']>>['places'];

function exposureEdge(portfolioId: string, { place, exposedShare, contributions }: Places[number]): RelationEdge {
  const [largest] = contributions;
  const through = largest === undefined ? '' : ` ${largest.symbol ?? `Cash in ${largest.currency}`}: ${largest.reason}`;
  const reason = `${percent(exposedShare)} of the value depends on the place.${through}`;
  return { from: `portfolio:${portfolioId}`, to: place.id, type: 'exposed_to', reason, weight: exposedShare };
}

function exposedTo(world: RelationWorld, id: string): Neighbor[] {
  return [...world.portfolios.values()].flatMap(({ portfolio, places }) => {
    const own = places.find(({ place }) => place.id === id);
    return own === undefined ? [] : beside(portfolioNode(world, portfolio.id), exposureEdge(portfolio.id, own));
  });
}

const alertsAbout = (world: RelationWorld, id: string, isAbout: (alert: RelationWorld['alerts'][number]) => boolean): Neighbor[] =>
  world.alerts.filter(isAbout).map((alert) => ({ node: alertNode(alert), edge: about(alert.id, id) }));

function ofAlert(world: RelationWorld, id: string): Neighbor[] {
  const alert = world.alerts.find((one) => one.id === id);
  if (alert === undefined) return [];
  return [
    ...alert.symbols.map((symbol) => ({ node: symbolNode(symbol), edge: about(id, `symbol:${symbol}`) })),
    ...alert.portfolios.flatMap((portfolioId) => beside(portfolioNode(world, portfolioId), about(id, `portfolio:${portfolioId}`))),
  ];
}

/** The other ends of own links of a node. */
export const linkedTo = (world: RelationWorld, id: string): Array<{ other: string; edge: RelationEdge }> =>
  world.links
    .filter(({ fromNode, toNode }) => fromNode === id || toNode === id)
    .map((link) => ({ other: link.fromNode === id ? link.toNode : link.fromNode, edge: edgeOf(link) }));

const edgeOf = ({ fromNode, toNode, label }: RelationLink): RelationEdge => ({ from: fromNode, to: toNode, type: 'own_link', reason: label, weight: null });
