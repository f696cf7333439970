import { isExpression, isFact, isLogCount, isOfScreen, type Leaf, type LeafType } from '../condition.js';
import { AgeSource } from './age-source.js';
import { CandleSource } from './candle-source.js';
import type { ChangedRules } from './changed-rules.js';
import type { StoredLeaf } from './engine-rule.js';
import { EventSource } from './event-source.js';
import { FenceSource } from './fence-source.js';
import { FigureSource } from './figure-source.js';
import type { LeafSource } from './leaf-source.js';
import { LogSource } from './log-source.js';
import type { Observation } from './observation.js';
import { PortfolioSource } from './portfolio-source.js';
import { PriceSource } from './price-source.js';
import { EntityPositions, ProximitySource } from './proximity-source.js';
import { RecordSource } from './record-source.js';
import { ScreenSource } from './screen-source.js';
import type { TimerWheel } from './timer-wheel.js';

/**
 * Types of leaves whose observations come from the event log, each once, so that their stored values stay valid. Values
 * of other types are outdated if they were stored before the engine stopped.
 */
const loggedTypes: ReadonlySet<LeafType> = new Set(['geofence', 'event_near', 'news_match', 'saved_search']);

/** Holds the sources of all types of leaves, and passes each observation to the sources that it concerns. */
export class LeafSources {
  readonly prices: PriceSource;
  readonly candles: CandleSource;
  private readonly fences: FenceSource;
  private readonly positions = new EntityPositions();
  private readonly proximity: ProximitySource;
  private readonly ages: AgeSource;
  private readonly events: EventSource;
  private readonly records: RecordSource;
  private readonly portfolios: PortfolioSource;
  private readonly screens: ScreenSource;
  private readonly logs: LogSource;
  private readonly figures: FigureSource;

  constructor(dirty: ChangedRules, wheel: TimerWheel) {
    this.prices = new PriceSource(dirty, wheel);
    this.candles = new CandleSource(dirty);
    this.fences = new FenceSource(dirty, wheel);
    this.proximity = new ProximitySource(dirty, this.positions);
    this.ages = new AgeSource(dirty, wheel);
    this.events = new EventSource(dirty, wheel, this.positions);
    this.records = new RecordSource(dirty, wheel);
    this.portfolios = new PortfolioSource(dirty);
    this.screens = new ScreenSource(dirty, wheel);
    this.logs = new LogSource(dirty, wheel);
    this.figures = new FigureSource(dirty);
  }

  of(leaf: Leaf): LeafSource {
    switch (leaf.type) {
      case 'price':
      case 'price_change':
        return this.prices as LeafSource;
      case 'indicator':
        return (isExpression(leaf) || isFact(leaf) ? this.figures : this.candles) as LeafSource;
      case 'volume_spike':
        return this.candles as LeafSource;
      case 'geofence':
        return this.fences as LeafSource;
      case 'proximity':
        return this.proximity as LeafSource;
      case 'entity_silent':
      case 'feed_stale':
        return this.ages as LeafSource;
      case 'event_near':
        return (isLogCount(leaf) ? this.logs : this.events) as LeafSource;
      case 'saved_search':
        return (isOfScreen(leaf) ? this.screens : this.records) as LeafSource;
      case 'news_match':
        return this.records as LeafSource;
      case 'portfolio':
        return this.portfolios as LeafSource;
    }
  }

  observe(observation: Observation, now: number): void {
    switch (observation.kind) {
      case 'quote':
        this.prices.observe(observation, now);
        break;
      case 'candle':
        this.candles.observe(observation);
        break;
      case 'position': {
        const { entity, lat, lon, at } = observation;
        this.ages.seen(entity, at, now);
        if (!this.positions.move(entity, lat, lon, at)) return;
        this.proximity.moved(entity);
        this.events.moved(entity, now);
        break;
      }
      case 'transition':
        this.fences.observe(observation, now);
        break;
      case 'geo_event':
        this.events.observe(observation, now);
        break;
      case 'article':
        this.records.observeArticle(observation, now);
        break;
      case 'saved_search':
        this.records.observeSearch(observation, now);
        break;
      case 'feed':
        if (observation.lastSuccessAt !== null)
          this.ages.seen(`feed:${observation.feed}`, observation.lastSuccessAt, now);
        break;
      case 'entity_seen':
        this.ages.seen(observation.entity, observation.at, now);
        break;
      case 'coverage':
        this.ages.cover(observation.entityType, observation.isReceiving, observation.at, now);
        break;
      case 'portfolio':
        this.portfolios.observe(observation);
        break;
      case 'screen':
        this.screens.observe(observation, now);
        break;
      case 'figure':
        this.figures.observe(observation);
        break;
      case 'log_event':
        this.logs.observe(observation, now);
        break;
      case 'log_read':
        this.logs.read(observation, now);
        break;
      case 'portfolio_places':
        this.events.setPlaces(observation, now);
        break;
    }
  }

  /**
   * Returns the parts of a stored leaf that may be restored.
   * @param isExact whether the leaf was stored when the engine stopped
   * @param downtime time without observations (ms), by which silences are extended
   */
  static restorable(
    { type }: Leaf,
    stored: StoredLeaf | undefined,
    isExact: boolean,
    downtime: number,
  ): StoredLeaf | undefined {
    if (stored === undefined) return undefined;
    if (isExact)
      return type === 'entity_silent' || type === 'feed_stale'
        ? { ...stored, at: (stored.at as number) + downtime }
        : stored;
    if (!loggedTypes.has(type)) return undefined;
    const { position: _stale, ...rest } = stored;
    return rest;
  }
}
