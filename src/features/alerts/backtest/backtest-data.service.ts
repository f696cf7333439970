import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { ownTurn } from '../../../async/event-loop-turns.js';
import { leavesOf } from '../../../conditions/condition-tree.js';
import { EventCatalog } from '../../../events/event-catalog.js';
import { EventLog } from '../../../events/event-log.js';
import type { LoggedEvent } from '../../../events/logged-event.js';
import { DAY_MS, MINUTE_MS, SECOND_MS } from '../../../time/durations.js';
import { GeospatialApi } from '../../geospatial/geospatial.api.js';
import { GeospatialTracksApi } from '../../geospatial/geospatial.tracks.api.js';
import type { Interval } from '../../markets/interval.js';
import { MarketsApi } from '../../markets/markets.api.js';
import { type Condition, groupOfLeaf, isFact } from '../condition.js';
import { lengthOf } from '../engine/candle-source.js';
import type { CandleNeed, EngineRule, Needs } from '../engine/engine-rule.js';
import { factName } from '../engine/figure-source.js';
import type { Observation, TransitionObservation } from '../engine/observation.js';
import { isDailyKey, symbolOf, withSymbol } from '../engine/own-symbol.js';
import type { RecordedTicks } from '../record/tick-record.service.js';
import type { AlertRule } from '../rules/rule.js';
import { countedEvent, loggedObservation, observedTypes } from '../sources/logged-observation.js';
import { RuleSources } from '../sources/rule-sources.js';
import { BacktestRecords, isWholly } from './backtest-record.service.js';
import { type CandleNumbers, candleNumbers, joinedNumbers } from './candle-numbers.js';
import type { MissingData } from './missing-data.js';
import type { ReplayInput } from './replay.js';

/** Maximum numbers of events, positions and articles that are read for one backtest. */
const MAX_EVENTS = 50_000;
const MAX_POINTS = 100_000;
const MAX_ARTICLES = 50_000;
/** Maximum number of values of figures of companies: ratios are computed again for each. */
const MAX_FACTS = 2_000;
const EVENT_PAGE = 1_000;
/** Time range of one read of candles, at most 1,440 candles; other work of the process runs between two reads. */
const CANDLE_PIECES: Partial<Record<Interval, number>> = { '1m': DAY_MS, '5m': 5 * DAY_MS, '15m': 15 * DAY_MS };
const LONG_PIECE_MS = 180 * DAY_MS;
/** Time before the range in which the event log is searched for entities that were inside geofences (ms). */
const MEMBER_SEARCH_MS = 7 * DAY_MS;
/** Calendar time for each unit of trading time: 4 for markets that are open a quarter of the week, plus a margin. */
const CLOSED_FACTOR = 5;
const MAX_WARM_UP_MS = 400 * DAY_MS;
/** Time before the range in which the last price of an own instrument is searched; a house may have one a year. */
const OWN_DAYS_MS = 400 * DAY_MS;

export type BacktestData = Pick<ReplayInput, 'start' | 'state' | 'series' | 'recorded' | 'initial' | 'observations'> & {
  missing: MissingData[];
  /** Origins of the events of the log, by their ids. */
  origins: ReadonlyMap<string, EventOrigin>;
};

/** The place and the provider of an event of the log. */
export interface EventOrigin {
  type: string;
  lat: number | null;
  lon: number | null;
  at: number;
  provider: string | null;
  keys: readonly string[];
}

/** A rule to read data for, and the observations that it needs. */
export interface BacktestRule {
  rule: EngineRule;
  needs: Needs;
  /** The stored rule; undefined for a rule that was never evaluated live. */
  stored: AlertRule | undefined;
}

interface Range {
  from: number;
  to: number;
}

/** Reads the stored observations that a rule needs. */
@Service()
export class BacktestDataService {
  constructor(
    private readonly markets: MarketsApi,
    private readonly geospatial: GeospatialApi,
    private readonly tracks: GeospatialTracksApi,
    private readonly events: EventLog,
    private readonly catalog: EventCatalog,
    private readonly sources: RuleSources,
    private readonly records: BacktestRecords,
  ) {}

  /**
   * Reads the observations that a rule needs for a range. @throws Problem `unavailable` if no provider of candles can
   * be reached
   */
  async read({ rule, needs, stored }: BacktestRule, range: Range, signal: AbortSignal): Promise<BacktestData> {
    const { accountId, condition } = rule;
    const { start, state, recorded, missing: notRecorded } = await this.records.read(rule, needs, range, stored);
    const missing = [...notStored(condition), ...notRecorded];
    await this.checkFences(accountId, condition, range, missing);
    const replayed = { from: start, to: range.to };
    const series = await this.series(condition, needs, replayed, recorded, missing, signal);
    const logged = await this.logged(accountId, needs, replayed, missing);
    const positions = await this.positions(condition, needs, replayed, missing);
    const articles = await this.articles(condition, needs, replayed, missing);
    const figures = await this.figures(condition, needs, replayed, missing);
    const observations = [
      ...logged.observations,
      ...positions,
      ...figures,
      ...articles.filter(({ at }) => at >= start),
    ].sort((a, b) => a.at - b.at);
    const initial: Observation[] = [...logged.initial, ...articles.filter(({ at }) => at < start)];
    if (needs.loggedEventTypes.size > 0) initial.push({ kind: 'log_read', ruleId: rule.id, at: start });
    return { start, state, series, recorded, initial, observations, missing, origins: logged.origins };
  }

  private async series(
    condition: Condition,
    needs: Needs,
    range: Range,
    recorded: readonly RecordedTicks[],
    missing: MissingData[],
    signal: AbortSignal,
  ): Promise<CandleNumbers[]> {
    const series: CandleNumbers[] = [];
    const add = async (symbol: string, interval: Interval, use: CandleNumbers['use'], from: number) => {
      const [first, ...others] = await this.candles(symbol, interval, use, { from, to: range.to }, signal);
      if (first !== undefined) series.push(joinedNumbers([first, ...others]));
      else
        missing.push(
          ...pointersOf(condition, symbolOf(symbol)).map((pointer) => ({
            pointer,
            detail: `No candles of ${symbolOf(symbol)} (${interval}) are available for this time.`,
          })),
        );
    };
    for (const symbol of needs.symbols) {
      const windowMs = (needs.priceWindows.get(symbol) ?? 0) * SECOND_MS;
      const covered = recorded.find(({ key }) => key === symbol)?.covered ?? [];
      if (!isWholly(covered, { from: range.from - windowMs, to: range.to }))
        await (isDailyKey(symbol)
          ? add(symbol, '1d', 'prices', range.from - windowMs - OWN_DAYS_MS)
          : add(symbol, '1m', 'prices', range.from - windowMs - MINUTE_MS));
    }
    for (const need of needs.candles.values())
      await add(need.symbol, need.interval, 'candles', range.from - warmUpMs(need));
    return series;
  }

  /**
   * Reads candles in pieces, because one read returns a limited number, and stores each piece as plain numbers: 130,000
   * candle objects would block the event loop during garbage collection. Pieces without a provider are left out.
   */
  private async candles(
    symbol: string,
    interval: Interval,
    use: CandleNumbers['use'],
    { from, to }: Range,
    signal: AbortSignal,
  ): Promise<CandleNumbers[]> {
    const pieces: CandleNumbers[] = [];
    const length = CANDLE_PIECES[interval] ?? LONG_PIECE_MS;
    for (let start = from; start < to; start += length) {
      const request = {
        interval,
        from: new Date(start).toISOString(),
        to: new Date(Math.min(to, start + length)).toISOString(),
      };
      try {
        const { items } = await withSymbol(symbol, (name) => this.markets.candles(name, request, signal));
        if (items.length > 0) pieces.push(candleNumbers(symbol, interval, use, items));
      } catch (error) {
        if (!(error instanceof Problem) || error.code === 'unavailable') throw error;
      }
      await ownTurn();
    }
    return pieces;
  }

  /**
   * Reads geofence transitions and geo events of the range, and the entities that are inside geofences at its start.
   */
  private async logged(
    accountId: string,
    needs: Needs,
    range: Range,
    missing: MissingData[],
  ): Promise<Pick<BacktestData, 'initial' | 'observations' | 'origins'>> {
    const windowMs = Math.max(needs.geoEventSeconds, needs.logSeconds) * SECOND_MS;
    const from = range.from - Math.max(needs.geofences.size > 0 ? MEMBER_SEARCH_MS : 0, windowMs);
    const counted = new Set([...needs.loggedEventTypes].flatMap((pattern) => this.catalog.matching(pattern)));
    const observed = observedTypes.filter((type) =>
      type.startsWith('geofence.') ? needs.geofences.size > 0 : needs.hasGeoEvents,
    );
    const types = [...new Set([...observed, ...counted])];
    const found = types.length === 0 ? [] : await this.eventsOf(accountId, types, { from, to: range.to });
    if (found.length > MAX_EVENTS)
      missing.push({ pointer: '', detail: `Only the first ${MAX_EVENTS} events of this time are evaluated.` });
    const all = found
      .slice(0, MAX_EVENTS)
      .flatMap((event): Observation[] => [
        ...(counted.has(event.type) ? [countedEvent(event)] : []),
        ...(observed.includes(event.type)
          ? [loggedObservation(event, (entity) => this.geospatial.shipTypeOf(entity)) ?? []].flat()
          : []),
      ]);
    const isRelevant = (one: Observation) => one.kind !== 'transition' || needs.geofences.has(one.geofenceId);
    const before = all.filter((one) => one.at < range.from && isRelevant(one));
    const initial = [
      ...before.filter(({ kind }) => kind === 'geo_event' || kind === 'log_event'),
      ...membersOf(before),
    ];
    const origins = new Map(found.slice(0, MAX_EVENTS).map((event) => [event.id, originOf(event)]));
    return { initial, observations: all.filter((one) => one.at >= range.from && isRelevant(one)), origins };
  }

  private async eventsOf(accountId: string, types: string[], { from, to }: Range): Promise<LoggedEvent[]> {
    const found: LoggedEvent[] = [];
    const filter = { types, from: new Date(from), to: new Date(to), order: 'asc' as const };
    for (let after: LoggedEvent | undefined; found.length <= MAX_EVENTS; after = found.at(-1)) {
      const page = await this.events.timeline(accountId, filter, EVENT_PAGE, after);
      found.push(...page);
      if (page.length < EVENT_PAGE) break;
    }
    return found;
  }

  private async checkFences(
    accountId: string,
    condition: Condition,
    range: Range,
    missing: MissingData[],
  ): Promise<void> {
    for (const { condition: leaf, pointer } of leavesOf(condition)) {
      if (leaf.type !== 'geofence') continue;
      const { createdAt } = await this.geospatial.geofence(accountId, leaf.geofenceId);
      if (createdAt.getTime() > range.from)
        missing.push({
          pointer,
          detail: `Transitions of the geofence are stored since it was created, at ${createdAt.toISOString()}.`,
        });
    }
  }

  private async positions(
    condition: Condition,
    needs: Needs,
    range: Range,
    missing: MissingData[],
  ): Promise<Observation[]> {
    const observations: Observation[] = [];
    for (const entity of needs.entities) {
      const points = await this.tracks.trackOf(entity, range, MAX_POINTS);
      for (const { lat, lon, observedAt } of points)
        observations.push({ kind: 'position', entity, lat, lon, at: observedAt });
      const detail =
        points.length === 0
          ? `No positions of ${entity} are stored for this time.`
          : 'Positions near a straight line are not stored, so times may differ by minutes.';
      for (const pointer of pointersOf(condition, entity)) missing.push({ pointer, detail });
    }
    return observations;
  }

  /** Reads the values of expressions, and of figures of companies, in the range. */
  private async figures(
    condition: Condition,
    needs: Needs,
    range: Range,
    missing: MissingData[],
  ): Promise<Observation[]> {
    const stored = async (type: 'expression' | 'fact', limit: number) =>
      (await this.sources.find(type)?.stored?.(range, limit, needs)) ?? [];
    const expressions = needs.figures.size === 0 ? [] : await stored('expression', MAX_POINTS);
    const facts = needs.facts.size === 0 ? [] : await stored('fact', MAX_FACTS + 1);
    for (const { condition: leaf, pointer } of leavesOf(condition)) {
      if (!isFact(leaf)) continue;
      if (facts.length > MAX_FACTS)
        missing.push({ pointer, detail: `Only the first ${MAX_FACTS} values of this time are evaluated.` });
      const own = facts.filter((one) => one.kind === 'figure' && one.figure === factName(leaf.symbol, leaf.fact));
      if (own.length > 0 && own.every((one) => one.kind === 'figure' && one.value === null))
        missing.push({ pointer, detail: `No ${leaf.fact} of ${leaf.symbol} is known for this time.` });
    }
    return [...expressions, ...facts.slice(0, MAX_FACTS)];
  }

  /**
   * Reads articles of the range and, before it, of the longest window of a leaf; an article counts from its
   * publication.
   */
  private async articles(
    condition: Condition,
    needs: Needs,
    range: Range,
    missing: MissingData[],
  ): Promise<Observation[]> {
    const leaves = [...leavesOf(condition)].filter(({ condition: { type } }) => type === 'news_match');
    const windows = leaves.map(({ condition: leaf }) => (leaf.type === 'news_match' ? leaf.windowSeconds : 0));
    if (windows.length === 0) return [];
    const from = range.from - Math.max(...windows) * SECOND_MS;
    const found =
      (await this.sources.find('news_match')?.stored?.({ from, to: range.to }, MAX_ARTICLES + 1, needs)) ?? [];
    const detail = `Only the first ${MAX_ARTICLES} articles of this time are evaluated.`;
    if (found.length > MAX_ARTICLES) missing.push(...leaves.map(({ pointer }) => ({ pointer, detail })));
    return found.slice(0, MAX_ARTICLES);
  }
}

function originOf({ type, latitude, longitude, time, data, keys }: LoggedEvent): EventOrigin {
  const { provider } = data as { provider?: unknown };
  const place = { lat: latitude, lon: longitude, at: time.getTime() };
  return { type, ...place, provider: typeof provider === 'string' ? provider : null, keys };
}

/** Returns the leaves whose observations are not stored, as missing data. */
function notStored(condition: Condition): MissingData[] {
  const reasons: Record<string, string> = {
    feed_stale: 'The ages of feeds are not stored.',
    portfolio: 'Figures of portfolios are not stored.',
    saved_search: 'Results of saved searches are not stored.',
  };
  return [...leavesOf(condition)].flatMap(({ condition: { type }, pointer }) =>
    reasons[type] === undefined ? [] : [{ pointer, detail: reasons[type] }],
  );
}

/** Returns JSON Pointers of the leaves that name a symbol or an entity. */
const pointersOf = (condition: Condition, name: string): string[] =>
  [...leavesOf(condition)]
    .filter(
      ({ condition: leaf }) => groupOfLeaf(leaf) !== undefined || JSON.stringify(leaf).includes(JSON.stringify(name)),
    )
    .map(({ pointer }) => pointer);

/** Returns the last transition of each entity that is inside a geofence after these transitions. */
function membersOf(observations: readonly Observation[]): TransitionObservation[] {
  const members = new Map<string, TransitionObservation>();
  for (const one of observations) {
    if (one.kind !== 'transition') continue;
    const name = `${one.geofenceId} ${one.entity}`;
    if (one.transition === 'exit') members.delete(name);
    else members.set(name, { ...one, reason: 'inside_at_creation' });
  }
  return [...members.values()];
}

const warmUpMs = ({ interval, count }: CandleNeed): number =>
  Math.min(MAX_WARM_UP_MS, lengthOf(interval) * count * CLOSED_FACTOR);
