import { Service } from 'typedi';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { Log } from '../../../logging/log.js';
import { Clock } from '../../../time/clock.js';
import { MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import { Timers } from '../../../time/timers.js';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import { entityOf, type Layer, parseEntity } from '../../geospatial/layer.js';
import type { Movement } from '../../geospatial/movement.js';
import { MarketsApi } from '../../markets/markets.api.js';
import type { AlertEngine } from '../engine/alert-engine.js';
import { endOf } from '../engine/candle-source.js';
import type { CandleNeed, Needs } from '../engine/engine-rule.js';
import type { Observation, QuoteObservation } from '../engine/observation.js';
import { isOwnKey } from '../engine/own-symbol.js';
import { CurrentObservations, quoteObservation } from '../sources/current-observations.service.js';
import { loggedObservation } from '../sources/logged-observation.js';
import { RuleSources } from '../sources/rule-sources.js';
import { type Follow, QuoteFollowers } from './quote-followers.js';
import type { TickRecording } from './tick-recording.js';

/** Interval at which feeds are checked, and at which following of symbols is retried. */
const CHECK_INTERVAL_MS = 5 * SECOND_MS;
/** Interval at which new candles are read. */
const CANDLE_INTERVAL_MS = MINUTE_MS;
/** Delay after the end of a minute until new candles are read, so that providers have them. */
const CANDLE_DELAY_MS = 5 * SECOND_MS;
/** Number of latest candles that are read to find new ones. */
const NEW_CANDLES = 5;

/** Passes on to an engine the live data that its rules need. */
@Service()
export class LiveSources {
  constructor(
    private readonly current: CurrentObservations,
    private readonly markets: MarketsApi,
    private readonly geospatial: GeospatialApi,
    private readonly provided: RuleSources,
    private readonly clock: Clock,
    private readonly timers: Timers,
    private readonly log: Log,
  ) {}

  start(engine: AlertEngine, recording: TickRecording, observe: (observation: Observation) => void): LiveSession {
    return new LiveSession(engine, recording, observe, this.parts);
  }

  /** Passes the geo events of the window that its rules need to an engine. */
  async passGeoEvents(engine: AlertEngine): Promise<void> {
    const { hasGeoEvents, geoEventSeconds } = engine.needs;
    if (!hasGeoEvents) return;
    for (const event of await this.current.geoEvents(geoEventSeconds)) engine.observe(event, this.clock.now());
  }

  /** Returns the observation that an event of the log is for conditions; undefined for an event of another kind. */
  observationOf(event: LoggedEvent): Observation | undefined {
    return loggedObservation(event, (entity) => this.current.shipTypeOf(entity));
  }

  /** Returns the types of events that match types and patterns. */
  typesOf(patterns: Iterable<string>): string[] {
    return this.current.typesOf(patterns);
  }

  private get parts(): Parts {
    const { current, markets, geospatial, provided, clock, timers, log } = this;
    return { current, markets, geospatial, provided, clock, timers, log };
  }
}

interface Parts {
  current: CurrentObservations;
  markets: MarketsApi;
  geospatial: GeospatialApi;
  provided: RuleSources;
  clock: Clock;
  timers: Timers;
  log: Log;
}

/** Follows the live sources that the rules of one engine need, until it is closed. */
export class LiveSession {
  private readonly quotes: QuoteFollowers;
  private readonly ends: Array<() => void>;
  private needs: Needs;
  private version = -1;
  private readonly keys: Record<Layer, Set<number>> = { vessels: new Set(), aircraft: new Set() };
  /**
   * Symbols and series of candles that are filled, or that queued work fills, with the number that they had in
   * `Needs.added` then.
   */
  private readonly warmed = new Map<string, number | undefined>();
  /** Times at which the latest prices of own instruments were stored (ms). */
  private readonly ownPrices = new Map<string, number>();
  /** Names of work whose last run failed. */
  private readonly failing = new Set<string>();
  private warming: Promise<void> = Promise.resolve();
  private candlesAt: number;
  private isClosed = false;

  constructor(
    private readonly engine: AlertEngine,
    private readonly recording: TickRecording,
    private readonly observe: (observation: Observation) => void,
    private readonly parts: Parts,
  ) {
    const { markets, geospatial, provided, timers, clock } = parts;
    this.needs = engine.needs;
    this.candlesAt = nextCandles(clock.now());
    const follow: Follow = async (symbol, pass) => {
      const following = await markets.follow([symbol], (quote) => pass(quoteObservation(quote)));
      return () => following.close();
    };
    this.quotes = new QuoteFollowers(follow, observe);
    this.ends = [
      geospatial.listen({ moved: (movement) => this.moved(movement) }),
      timers.every(CHECK_INTERVAL_MS, () => this.check()),
      ...provided.all.map((source) => source.start(() => this.needs, observe)),
    ];
  }

  /** Adjusts the followed sources to the current needs of the rules. */
  refresh(): void {
    if (this.isClosed || this.version === this.engine.needsVersion) return;
    this.version = this.engine.needsVersion;
    this.needs = this.engine.needs;
    const { entities, symbols } = this.needs;
    this.recording.need(this.needs, this.parts.clock.now());
    this.followEntities(entities);
    this.quotes.need(listed(symbols));
    this.warm();
    this.readOwnPrices();
    this.check();
  }

  /** Fills the windows and indicators that are not filled yet. */
  private warm(): void {
    for (const [symbol, seconds] of this.needs.priceWindows)
      this.warmOnce(symbol, () => this.warmPrices(symbol, seconds));
    for (const [series, need] of this.needs.candles) this.warmOnce(series, () => this.warmCandles(need));
  }

  /** Resolves when all needed sources are followed and the windows are filled. */
  async settled(): Promise<void> {
    await this.quotes.settled();
    await this.warming;
  }

  close(): void {
    this.isClosed = true;
    for (const end of this.ends.splice(0)) end();
    this.quotes.close();
  }

  private moved({ layer, key, lat, lon, observedAt }: Movement): void {
    if (this.keys[layer].has(key))
      this.observe({ kind: 'position', entity: entityOf(layer, key), lat, lon, at: observedAt });
  }

  private followEntities(entities: ReadonlySet<string>): void {
    for (const layer of ['vessels', 'aircraft'] as const) this.keys[layer].clear();
    for (const entity of entities) {
      const parsed = parseEntity(entity);
      if (parsed === undefined) continue;
      this.keys[parsed.layer].add(parsed.key);
      const position = this.parts.current.position(entity);
      if (position !== undefined) this.observe(position);
    }
  }

  private check(): void {
    const { current, clock } = this.parts;
    for (const observation of current.feedStates(this.needs.feeds)) this.observe(observation);
    for (const entityType of this.needs.coverage) this.observe(current.coverage(entityType));
    this.quotes.need(listed(this.needs.symbols));
    const now = clock.now();
    if (now < this.candlesAt) return;
    this.candlesAt = nextCandles(now);
    this.warm();
    for (const [series, need] of this.needs.candles) this.queue(series, () => this.readCandles(need));
    this.readOwnPrices();
  }

  /** Reads the prices of private symbols, which no shared stream of quotes has. */
  private readOwnPrices(): void {
    const own = [...this.needs.symbols].filter(isOwnKey);
    if (own.length === 0) return;
    this.queue('own prices', async () => {
      const observations = await this.parts.current.quotes(own);
      for (const observation of observations) if (!this.isClosed) this.observe(this.latestOwnPrice(observation));
      for (const symbol of this.ownPrices.keys()) if (!own.includes(symbol)) this.ownPrices.delete(symbol);
    });
  }

  /** Returns an observation that counts from now on if the latest price was deleted: it was stored before that one. */
  private latestOwnPrice(observation: QuoteObservation): QuoteObservation {
    const { symbol, at } = observation;
    const isEarlier = at < (this.ownPrices.get(symbol) ?? Number.NEGATIVE_INFINITY);
    this.ownPrices.set(symbol, at);
    return isEarlier ? { ...observation, at: this.parts.clock.now() } : observation;
  }

  /** Fills the windows of a symbol, or a series, unless no leaf was added to it since that was done. */
  private warmOnce(name: string, warm: () => Promise<void>): void {
    const added = this.needs.added.get(name);
    if (this.warmed.has(name) && this.warmed.get(name) === added) return;
    this.warmed.set(name, added);
    this.queue(name, async () => {
      await warm().catch((error: unknown) => {
        this.warmed.delete(name);
        throw error;
      });
    });
  }

  private async warmPrices(symbol: string, seconds: number): Promise<void> {
    const prices = await this.parts.current.pricesOf(symbol, seconds);
    if (this.isClosed) return;
    this.recording.fillingPrices(symbol, prices, this.engine);
    this.engine.warmPrices(symbol, prices);
  }

  private async warmCandles(need: CandleNeed): Promise<void> {
    const candles = await this.parts.current.candles(need);
    const now = this.parts.clock.now();
    const final = candles.filter((candle) => endOf(candle, need.interval) <= now);
    if (this.isClosed) return;
    const last = final.at(-1);
    if (last !== undefined) this.recording.fillingCandles(`${need.symbol} ${need.interval}`, last.time.getTime());
    this.engine.warmCandles(need.symbol, need.interval, final);
  }

  private async readCandles({ symbol, interval }: CandleNeed): Promise<void> {
    const candles = await this.parts.current.candles({ symbol, interval, count: NEW_CANDLES });
    const now = this.parts.clock.now();
    if (this.isClosed) return;
    for (const candle of candles) {
      const at = endOf(candle, interval);
      if (at <= now) this.observe({ kind: 'candle', symbol, interval, candle, isFinal: true, at });
    }
  }

  /** Runs work after earlier work. A failure is logged only once for each name until the work succeeds. */
  private queue(name: string, work: () => Promise<void>): void {
    this.warming = this.warming.then(async () => {
      if (this.isClosed) return;
      try {
        await work();
        this.failing.delete(name);
      } catch (error) {
        if (!this.failing.has(name))
          this.parts.log.warn(
            { component: 'alerts', candles: name, err: error },
            'Reading candles for alert rules failed; retrying.',
          );
        this.failing.add(name);
      }
    });
  }
}

const listed = (symbols: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...symbols].filter((symbol) => !isOwnKey(symbol)));

/** Returns the time (ms) of the next read of candles: shortly after the end of the current minute. */
const nextCandles = (now: number): number =>
  (Math.floor((now - CANDLE_DELAY_MS) / CANDLE_INTERVAL_MS) + 1) * CANDLE_INTERVAL_MS + CANDLE_DELAY_MS;
