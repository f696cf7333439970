import type { LoggedEvent } from '../../../events/logged-event.js';
import type { Candle } from '../../markets/candle.js';
import type { Interval } from '../../markets/interval.js';
import type { EntityType, Place } from '../condition.js';

/** Time of the observation, not of its receipt, in milliseconds since the epoch. */
interface Timed {
  at: number;
}

/** A price; null means that the source was queried and has no price (no data). */
export interface QuoteObservation extends Timed {
  kind: 'quote';
  symbol: string;
  price: number | null;
}

/** A candle. Indicators and volumes use only final candles. */
export interface CandleObservation extends Timed {
  kind: 'candle';
  symbol: string;
  interval: Interval;
  candle: Candle;
  isFinal: boolean;
}

export interface PositionObservation extends Timed {
  kind: 'position';
  /** Type and id of the entity: `vessel:219024336`. */
  entity: string;
  lat: number;
  lon: number;
}

/**
 * A geofence transition; see `geofences/transition.ts` for `reason`. Entities that were inside before the rule started
 * are passed with the reason `inside_at_creation`.
 */
export interface TransitionObservation extends Timed {
  kind: 'transition';
  geofenceId: string;
  entity: string;
  transition: 'enter' | 'exit' | 'dwell';
  reason: string;
  staySeconds: number;
  shipType?: string | null;
  /** Id of the event in the event log; null for an entity that was inside before. */
  eventId: string | null;
}

export interface GeoEventObservation extends Timed, Place {
  kind: 'geo_event';
  eventId: string;
  /** Id of the event in the event log; absent for an event that was read from the table of events. */
  logId?: string;
  type: string;
  severity: number;
}

export interface ArticleObservation extends Timed {
  kind: 'article';
  articleId: string;
  /** The provider of the article; absent where it is not needed. */
  provider?: string;
  /** Owner of the publication, so that publications of one owner count once. */
  ownerKey: string;
  /** Title and text, against which queries are matched. */
  text: string;
}

/** The state of a feed; `lastSuccessAt` is null if it never succeeded. */
export interface FeedObservation extends Timed {
  kind: 'feed';
  feed: string;
  lastSuccessAt: number | null;
}

/**
 * Reports whether any feed of vessels or of aircraft is received. Without one, entities of that type do not count as
 * silent, because there is no data.
 */
export interface CoverageObservation extends Timed {
  kind: 'coverage';
  entityType: EntityType;
  isReceiving: boolean;
}

/** Reports when an entity was last seen, without its position. Position observations count as reports, too. */
export interface EntitySeenObservation extends Timed {
  kind: 'entity_seen';
  entity: string;
}

/** Figures of a portfolio, by metric; figures of a holding by `metric:SYMBOL`; null means no data. */
export interface PortfolioObservation extends Timed {
  kind: 'portfolio';
  portfolioId: string;
  metrics: Readonly<Record<string, number | null>>;
}

/** The places of a portfolio, for leaves about events near them. */
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

/** An instrument that began to meet a screen, or ceased to, with the values that the screen shows. */
export interface ScreenChange {
  symbol: string;
  values: string;
}

/** The instruments that meet a screen; null: the screen no longer exists. */
export interface ScreenObservation extends Timed {
  kind: 'screen';
  screenId: string;
  members: readonly string[] | null;
  /** The values of some members, the first ones, by symbol. */
  values: Readonly<Record<string, string>>;
  /** Changes since the observation before. */
  entered: readonly ScreenChange[];
  left: readonly ScreenChange[];
}

/** An event of the event log, for leaves that count events. */
export interface LogEventObservation extends Timed, Pick<LoggedEvent, 'type' | 'audience' | 'ownerId' | 'keys'> {
  kind: 'log_event';
  eventId: string;
  severity: number;
  lat: number | null;
  lon: number | null;
}

/** Reports that the events of the log that a rule counts have been observed up to now. */
export interface LogReadObservation extends Timed {
  kind: 'log_read';
  ruleId: string;
}

/** The value of an expression at its latest final candle, or of a figure of a company; null: it has no value. */
export interface FigureObservation extends Timed {
  kind: 'figure';
  /** Account, interval and expression, or symbol and field, separated by spaces. */
  figure: string;
  value: number | null;
  /** The origin of the value, such as its filing. */
  details?: Readonly<Record<string, string>>;
}

/** The members of a group that rules are about, such as `symbol:AAPL.US`; null: it does not exist. */
export interface GroupObservation extends Timed {
  kind: 'group';
  /** Account, parameter and id: `<account> watchlistId <id>`. */
  group: string;
  members: readonly string[] | null;
}

/** An observation for the engine: one fact. All numbers must be finite. */
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
  | SavedSearchObservation
  | ScreenObservation
  | LogEventObservation
  | LogReadObservation
  | GroupObservation
  | FigureObservation;
