import type { Tree, TreeNode } from '../../conditions/condition-tree.js';
import type { Interval } from '../markets/interval.js';

/** Maximum depth of nested groups; a leaf alone has depth 1. */
export const MAX_DEPTH = 5;
export const MAX_LEAVES = 20;

export type Operator = 'above' | 'below';

/** A comparison of a number. `above` is >, `below` is <; equality satisfies neither. */
export interface Comparison {
  operator: Operator;
  /**
   * The threshold that ends an open alert, instead of `threshold`, so that a value that swings around the threshold
   * opens only one alert.
   */
  recoveryThreshold?: number;
}

export interface Place {
  lat: number;
  lon: number;
}

/** Maximum number of members of a group that a rule is evaluated for; further members are left out. */
export const MAX_GROUP_MEMBERS = 500;
/** The symbol and the entity of leaves about a group; they stand for each member. */
export const MEMBER_SYMBOL = 'EACH.GROUP';
export const MEMBER_ENTITY = 'vessel:000000000';

/** A group of symbols; exactly one of the ids is set. */
export interface SymbolGroup {
  watchlistId?: string;
  portfolioId?: string;
  screenId?: string;
}

/** A leaf about a symbol, or about each symbol of a group. */
export interface SymbolLeaf {
  symbol: string;
  symbols?: SymbolGroup;
}

/** A leaf about an entity, or about each entity of a fleet. */
export interface FleetLeaf {
  entities?: { fleetId: string };
}

/** The last price of a symbol. */
export interface PriceLeaf extends Comparison, SymbolLeaf {
  type: 'price';
  threshold: number;
}

/** The change of the price in percent since the last price at or before the start of the window. */
export interface PriceChangeLeaf extends Comparison, SymbolLeaf {
  type: 'price_change';
  windowSeconds: number;
  percent: number;
}

/** The volume of a candle, divided by the median volume at the same time of day in the last `lookback` days. */
export interface VolumeSpikeLeaf extends SymbolLeaf {
  type: 'volume_spike';
  interval: Interval;
  factor: number;
  lookback: number;
}

/** An indicator over the final candles of a symbol. */
export interface IndicatorLeaf extends Comparison, SymbolLeaf {
  type: 'indicator';
  interval: Interval;
  /** Indicator with its parameters, such as `rsi:14`, as in `GET /markets/indicators/{symbol}`. */
  indicator: string;
  /** The expression, in the language of charts, of a leaf whose indicator is `expression`. */
  expression?: string;
  /** The figure or ratio of a company, such as `netMargin:ttm`, of a leaf whose indicator is `fact`. */
  fact?: string;
  /** The line of an indicator that has several, such as `signal` of `macd`. Default: its first line. */
  output?: string;
  threshold: number;
}

export const fenceTransitions = ['enter', 'exit', 'dwell', 'inside'] as const;
export type FenceTransition = (typeof fenceTransitions)[number];
export const entityTypes = ['vessel', 'aircraft'] as const;
export type EntityType = (typeof entityTypes)[number];

/** Vessels and aircraft at a geofence; the rule has one instance per entity. */
export interface GeofenceLeaf extends FleetLeaf {
  type: 'geofence';
  geofenceId: string;
  transition: FenceTransition;
  /** The only entity, in the rule of a member of a fleet. */
  entity?: string;
  entityType?: EntityType;
  shipType?: string;
  /**
   * For `enter`: whether entities that are inside when they are first seen, or seen again, also count. Default: false.
   */
  includeAppeared?: boolean;
  /** For `dwell`: how long the entity must be inside. Default: the `dwellSeconds` of the geofence. */
  minDwellSeconds?: number;
}

/** An entity closer than a distance to another entity or a position. */
export interface ProximityLeaf extends FleetLeaf {
  type: 'proximity';
  entity: string;
  other: { entity: string } | { position: Place };
  radiusMeters: number;
}

/** An entity that has not reported for some time, while its kind of entity is still received. */
export interface EntitySilentLeaf extends FleetLeaf {
  type: 'entity_silent';
  entity: string;
  seconds: number;
}

/** Articles that match a query within a window. */
export interface NewsMatchLeaf {
  type: 'news_match';
  q: string;
  windowSeconds: number;
  /** Minimum number of matching articles. Default: 1. */
  minArticles?: number;
  /** Minimum number of independent owners of publications. Default: 1. */
  minOwners?: number;
}

/**
 * Geo events near a position, an entity or the places of a portfolio, of which exactly one is set; or, with
 * `loggedEventTypes`, events of the event log.
 */
export interface EventNearLeaf extends FleetLeaf {
  type: 'event_near';
  center?: Place;
  entity?: string;
  portfolioId?: string;
  radiusMeters: number;
  /** Minimum severity of the event, from 1. Default: 1. */
  minSeverity?: number;
  eventType?: string;
  windowSeconds: number;
  /** Minimum number of events. Default: 1, or 0 with `maxEvents`. */
  minEvents?: number;
  /** Maximum number of events of the log. Default: no maximum. */
  maxEvents?: number;
  /** Types of events of the log, or patterns such as `alert.*`. */
  loggedEventTypes?: string[];
  /** Only events of the log with one of these keys, such as `symbol:AAPL.US`. */
  loggedEventKeys?: string[];
}

/** A leaf that counts events of the event log. */
export type LogCountLeaf = EventNearLeaf & { loggedEventTypes: string[] };

/** A figure of a portfolio. */
export interface PortfolioLeaf extends Comparison {
  type: 'portfolio';
  portfolioId: string;
  metric: string;
  symbol?: string;
  threshold: number;
}

export const screenTransitions = ['enter', 'leave', 'inside'] as const;
export type ScreenTransition = (typeof screenTransitions)[number];

/** A new result of a saved search within a window, or, with a transition, a change of the results of a screen. */
export interface SavedSearchLeaf {
  type: 'saved_search';
  /** Id of a saved search, or of a screen. */
  savedSearchId: string;
  windowSeconds: number;
  /** `enter` and `leave`: an instrument begins or ceases to meet the screen; `inside`: it meets it. */
  transition?: ScreenTransition;
  /** Only this instrument of a screen. */
  symbol?: string;
}

/** A leaf about a screen. */
export type ScreenLeaf = SavedSearchLeaf & { transition: ScreenTransition };

/** A feed whose last success is older than some time. */
export interface FeedStaleLeaf {
  type: 'feed_stale';
  feed: string;
  seconds: number;
}

export type Leaf =
  | PriceLeaf
  | PriceChangeLeaf
  | VolumeSpikeLeaf
  | IndicatorLeaf
  | GeofenceLeaf
  | ProximityLeaf
  | EntitySilentLeaf
  | NewsMatchLeaf
  | EventNearLeaf
  | PortfolioLeaf
  | SavedSearchLeaf
  | FeedStaleLeaf;
export type LeafType = Leaf['type'];

/** The condition of a rule: a tree of groups and leaves. */
export type Condition = Tree<Leaf>;
export type ConditionNode = TreeNode<Leaf>;

export const isOfScreen = (leaf: Leaf): leaf is ScreenLeaf =>
  leaf.type === 'saved_search' && leaf.transition !== undefined;

/** A leaf that compares the value of an expression. */
export type ExpressionLeaf = IndicatorLeaf & { expression: string };
export const isExpression = (leaf: Leaf): leaf is ExpressionLeaf =>
  leaf.type === 'indicator' && leaf.expression !== undefined;

/** A leaf that compares a figure or ratio of a company, as its filings so far state it. */
export type FactLeaf = IndicatorLeaf & { fact: string };
export const isFact = (leaf: Leaf): leaf is FactLeaf => leaf.type === 'indicator' && leaf.fact !== undefined;

export const isLogCount = (leaf: Leaf): leaf is LogCountLeaf =>
  leaf.type === 'event_near' && leaf.loggedEventTypes !== undefined;

/** Whether a leaf is about many entities, so that its rule has one instance per entity. */
export const isPerEntity = (leaf: Leaf): leaf is GeofenceLeaf => leaf.type === 'geofence';

export type GroupParameter = keyof SymbolGroup | 'fleetId';

/** Returns the group that a leaf is about: the name of its parameter and its id; undefined for other leaves. */
export function groupOfLeaf(leaf: Leaf): { parameter: GroupParameter; id: string } | undefined {
  const group = 'symbols' in leaf ? leaf.symbols : 'entities' in leaf ? leaf.entities : undefined;
  const [entry] = Object.entries(group ?? {}).filter(([, id]) => id !== undefined);
  return entry && { parameter: entry[0] as GroupParameter, id: entry[1] as string };
}
