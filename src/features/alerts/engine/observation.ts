import type { Candle } from '../../markets/candle.js';
import type { Interval } from '../../markets/interval.js';
import type { EntityType, Place } from '../condition.js';

/** Times are milliseconds since the epoch: when it was observed, not when it was received. */
interface Timed {
  at: number;
}

/** A price; null means that the source was queried and has no price (no data). */
export interface QuoteObservation extends Timed {
  kind: 'quote';
  symbol: string;
  price: number | null;
}

/** A candle. Only final ones count for indicators and volumes. */
export interface CandleObservation extends Timed {
  kind: 'candle';
  symbol: string;
  interval: Interval;
  candle: Candle;
  isFinal: boolean;
}

export interface PositionObservation extends Timed {
  kind: 'position';
  /** `vessel:219024336`. */
  entity: string;
  lat: number;
  lon: number;
}

/**
 * A geofence transition; `reason` as in `geofences/transition.ts`. Members that are already inside are passed with
 * `inside_at_creation`.
 */
export interface TransitionObservation extends Timed {
  kind: 'transition';
  geofenceId: string;
  entity: string;
  transition: 'enter' | 'exit' | 'dwell';
  reason: string;
  staySeconds: number;
  shipType?: string | null;
  /** The event of the log; null for a member that was inside before. */
  eventId: string | null;
}

export interface GeoEventObservation extends Timed, Place {
  kind: 'geo_event';
  eventId: string;
  type: string;
  severity: number;
}

export interface ArticleObservation extends Timed {
  kind: 'article';
  articleId: string;
  /** The owner of the source, so that publishers of one group count once. */
  ownerKey: string;
  /** Title and text that queries are matched with. */
  text: string;
}

/** The state of a feed; `lastSuccessAt` null: it never succeeded. */
export interface FeedObservation extends Timed {
  kind: 'feed';
  feed: string;
  lastSuccessAt: number | null;
}

/**
 * Whether any feed of vessels or aircraft is received. While not, entities of that type are not silent: there is no
 * data.
 */
export interface CoverageObservation extends Timed {
  kind: 'coverage';
  entityType: EntityType;
  isReceiving: boolean;
}

/** When an entity last reported, without a position. Position observations count as well. */
export interface EntitySeenObservation extends Timed {
  kind: 'entity_seen';
  entity: string;
}

/** Figures of a portfolio: by metric, or `metric:SYMBOL` for those of a holding; null means no data. */
export interface PortfolioObservation extends Timed {
  kind: 'portfolio';
  portfolioId: string;
  metrics: Readonly<Record<string, number | null>>;
}

/** The places of a portfolio, for events near it. */
export interface PortfolioPlacesObservation extends Timed {
  kind: 'portfolio_places';
  portfolioId: string;
  places: readonly Place[];
}

/** A new result of a saved search. */
export interface SavedSearchObservation extends Timed {
  kind: 'saved_search';
  savedSearchId: string;
  recordType: string;
  recordId: string;
}

/** An observation by the engine, one fact at a time. Numbers are finite. */
export type Observation =
  | QuoteObservation
  | CandleObservation
  | PositionObservation
  | TransitionObservation
  | GeoEventObservation
  | ArticleObservation
  | FeedObservation
  | CoverageObservation
  | EntitySeenObservation
  | PortfolioObservation
  | PortfolioPlacesObservation
  | SavedSearchObservation;
