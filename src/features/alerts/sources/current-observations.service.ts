import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { leavesOf } from '../../../conditions/condition-tree.js';
import { EventCatalog } from '../../../events/event-catalog.js';
import { EventLog } from '../../../events/event-log.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS, SECOND_MS } from '../../../time/durations.js';
import { FeedRegistry } from '../../../upstream/feed-status.js';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import { entityOf } from '../../geospatial/layer.js';
import type { Candle } from '../../markets/candle.js';
import type { Interval } from '../../markets/interval.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { isOwnSymbol } from '../../markets/own/own-instrument.js';
import type { Quote } from '../../markets/quote.js';
import { type Condition, type EntityType, isLogCount } from '../condition.js';
import type { CandleNeed } from '../engine/engine-rule.js';
import type { Observation, QuoteObservation } from '../engine/observation.js';
import { isDailyKey, isOwnKey, withSymbol } from '../engine/own-symbol.js';
import { countedEvent } from './logged-observation.js';

const MAX_CANDLES = 5_000;
/** Maximum numbers of entities inside a geofence, and of events in a window, that are read. */
const MAX_MEMBERS = 1_000;
const MAX_GEO_EVENTS = 1_000;
/** Maximum number of events of the log that a leaf counts. */
const MAX_COUNTED = 1_000;

/** Reads the current state of markets, positions, events and feeds as observations for conditions. */
@Service()
export class CurrentObservations {
  constructor(
    private readonly markets: MarketsApi,
    private readonly geospatial: GeospatialApi,
    private readonly feeds: FeedRegistry,
    private readonly log: EventLog,
    private readonly catalog: EventCatalog,
    private readonly clock: Clock,
  ) {}

  /** Returns the latest prices; the observation of a symbol without a price has the price null. */
  async quotes(symbols: readonly string[]): Promise<QuoteObservation[]> {
    const listed = await this.quotesOf(symbols.filter((symbol) => !isOwnKey(symbol)));
    const own: QuoteObservation[] = [];
    for (const key of symbols.filter(isOwnKey))
      own.push(...(await withSymbol(key, (symbol) => this.quotesOf([symbol]))).map((one) => ({ ...one, symbol: key })));
    return [...listed, ...own];
  }

  private async quotesOf(symbols: readonly string[]): Promise<QuoteObservation[]> {
    if (symbols.length === 0) return [];
    const { quotes, errors } = await this.markets.quotes(symbols);
    const missing = errors.map(
      ({ symbol }): QuoteObservation => ({
        kind: 'quote',
        symbol: symbol.toUpperCase(),
        price: null,
        at: this.clock.now(),
      }),
    );
    return [...quotes.map(quoteObservation), ...missing];
  }

  /**
   * Returns the latest candles of a symbol, ascending; empty if no provider has them.
   * @throws Problem `unavailable`
   */
  async candles({ symbol, interval, count }: CandleNeed): Promise<Candle[]> {
    try {
      // The latest candle of an own instrument is usually that of today, which is not final.
      const request = { interval, count: Math.min(count + (isDailyKey(symbol) ? 1 : 0), MAX_CANDLES) };
      return (await withSymbol(symbol, (name) => this.markets.candles(name, request))).items;
    } catch (error) {
      if (error instanceof Problem && error.status < 500) return [];
      throw error;
    }
  }

  /**
   * Returns earlier prices that fill a window, ascending: the closes of candles, whose interval depends on the length
   * of the window.
   * @throws Problem `unavailable`
   */
  async pricesOf(symbol: string, windowSeconds: number): Promise<Array<{ at: number; price: number }>> {
    const [interval, lengthMs] = isDailyKey(symbol) ? DAILY : intervalFor(windowSeconds);
    const count = Math.ceil((windowSeconds * SECOND_MS) / lengthMs) + 2;
    const candles = await this.candles({ symbol, interval, count });
    const now = this.clock.now();
    return candles.map(({ time, close }) => ({ at: Math.min(time.getTime() + lengthMs, now), price: close }));
  }

  /** Returns the entities inside a geofence of an account, as transitions; empty for a geofence that does not exist. */
  async members(accountId: string, geofenceId: string): Promise<Observation[]> {
    const members = await this.geospatial.members(accountId, geofenceId, MAX_MEMBERS).catch(() => []);
    return members.map(({ layer, key, since, dwelled }): Observation => {
      const entity = entityOf(layer, key);
      const inside = {
        geofenceId,
        entity,
        transition: dwelled ? 'dwell' : 'enter',
        reason: 'inside_at_creation',
        staySeconds: 0,
      } as const;
      return { kind: 'transition', ...inside, shipType: this.shipTypeOf(entity), at: since.getTime(), eventId: null };
    });
  }

  /** Returns the live position of an entity; undefined if it is unknown. */
  position(entity: string): Observation | undefined {
    const found = this.geospatial.find(entity);
    if (found?.position == null) return undefined;
    return { kind: 'position', entity, lat: found.position.lat, lon: found.position.lon, at: found.observedAt };
  }

  /** Returns the geo events of a window, earliest first by the time of their publication. */
  async geoEvents(windowSeconds: number): Promise<Observation[]> {
    const now = this.clock.now();
    const { events } = await this.geospatial.events(
      { from: new Date(now - windowSeconds * SECOND_MS) },
      MAX_GEO_EVENTS,
    );
    return events
      .map(({ id, type, severity, position, createdAt }): Observation & { at: number } => ({
        kind: 'geo_event',
        eventId: id,
        type,
        severity,
        lat: position.lat,
        lon: position.lon,
        at: createdAt.getTime(),
      }))
      .sort((a, b) => a.at - b.at);
  }

  /**
   * Returns the events of the log that a rule counts, earliest first, and the report that they were read; empty for a
   * rule that counts no events.
   */
  async counted(accountId: string, ruleId: string, condition: Condition): Promise<Observation[]> {
    const now = this.clock.now();
    const leaves = [...leavesOf(condition)].map(({ condition: leaf }) => leaf).filter(isLogCount);
    const observations: Observation[] = [];
    for (const leaf of leaves) {
      const { loggedEventTypes, loggedEventKeys, minSeverity, windowSeconds } = leaf;
      const keys = loggedEventKeys === undefined ? [] : [loggedEventKeys];
      const from = new Date(now - windowSeconds * SECOND_MS);
      const filter = { types: this.typesOf(loggedEventTypes), keys, minSeverity, from };
      const found = await this.log.timeline(accountId, filter, MAX_COUNTED);
      observations.push(...found.reverse().map(countedEvent));
    }
    return leaves.length === 0 ? [] : [...observations, { kind: 'log_read', ruleId, at: now }];
  }

  /** Returns the types of events that match types and patterns. */
  typesOf(patterns: Iterable<string>): string[] {
    return [...new Set([...patterns].flatMap((pattern) => this.catalog.matching(pattern)))];
  }

  /** Returns the states of feeds, including feeds that another process reads. */
  feedStates(names: ReadonlySet<string>): Observation[] {
    const now = this.clock.now();
    return this.feeds
      .list()
      .filter(({ feed }) => names.has(feed))
      .map(({ feed, lastSuccessAt, elsewhere }) => {
        const times = [lastSuccessAt, elsewhere?.lastSuccessAt].flatMap((time) => time?.getTime() ?? []);
        return { kind: 'feed', feed, lastSuccessAt: times.length === 0 ? null : Math.max(...times), at: now };
      });
  }

  /** Returns whether any feed of vessels or of aircraft delivers data. */
  coverage(entityType: EntityType): Observation {
    const prefix = entityType === 'vessel' ? 'ais' : 'adsb';
    const isReceiving = this.feeds
      .list()
      .some(({ feed, status, elsewhere }) => feed.startsWith(prefix) && (elsewhere?.status ?? status) === 'ok');
    return { kind: 'coverage', entityType, isReceiving, at: this.clock.now() };
  }

  /** Returns the ship type of a vessel in live state; null if it is unknown. */
  shipTypeOf(entity: string): string | null {
    return this.geospatial.shipTypeOf(entity);
  }
}

export const quoteObservation = ({ symbol, price, tradedAt, provenance }: Quote): QuoteObservation => ({
  kind: 'quote',
  symbol,
  price,
  // The price of a day of an own instrument may be replaced, so its time is that at which it was stored.
  at: (isOwnSymbol(symbol) ? provenance.fetchedAt : (tradedAt ?? provenance.asOf ?? provenance.fetchedAt)).getTime(),
});

/** Own instruments have prices of days. */
const DAILY: [Interval, number] = ['1d', DAY_MS];

/** Returns an interval of candles, and its length (ms), that gives a window many prices from few candles. */
function intervalFor(windowSeconds: number): [Interval, number] {
  const windowMs = windowSeconds * SECOND_MS;
  if (windowMs <= DAY_MS) return ['1m', 60 * SECOND_MS];
  return windowMs <= 7 * DAY_MS ? ['5m', 300 * SECOND_MS] : ['1h', 3_600 * SECOND_MS];
}
