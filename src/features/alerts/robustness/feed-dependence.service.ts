import { Service } from 'typedi';
import { leavesOf } from '../../../conditions/condition-tree.js';
import { MINUTE_MS } from '../../../time/durations.js';
import { FeedHistory, type FeedLifetime } from '../../../upstream/feed-history.js';
import { type ReceivedPlace, ReceptionLookup } from '../../geospatial/geospatial.reception.api.js';
import { MarketsRoutesApi } from '../../markets/markets.routes.api.js';
import type { BacktestData, EventOrigin } from '../backtest/backtest-data.service.js';
import type { MissingData } from '../backtest/missing-data.js';
import { type Condition, isOfScreen, type Leaf } from '../condition.js';
import type { Needs } from '../engine/engine-rule.js';
import type { Observation } from '../engine/observation.js';
import type { Removal } from './replay-without.js';

/** The provider of events that this service detects in positions. */
const DETECTOR = 'detector';
/** A feed counts until this long (ms) after its last comparison. */
const WATCHED_MS = 3 * MINUTE_MS;

/** The data of a replay that depend on one feed alone. */
export interface Dependence {
  removals: Removal[];
  /** All feeds that carried data of the rule, by name. */
  feeds: string[];
  /** Leaves whose data cannot be attributed to feeds, with the reason. */
  unjudged: MissingData[];
  /** Assumptions about data that several feeds carry, as sentences. */
  notes: string[];
}

type Feeds = readonly string[];

/** Finds the feeds that carried the data of a replay. */
@Service()
export class FeedDependence {
  constructor(
    private readonly receptions: ReceptionLookup,
    private readonly history: FeedHistory,
    private readonly routes: MarketsRoutesApi,
  ) {}

  async of(condition: Condition, needs: Needs, data: BacktestData): Promise<Dependence> {
    const lifetimes = await this.history.lifetimes();
    const removals = new Removals();
    const unknown = new Map<Observation['kind'], number>();
    for (const list of ['initial', 'observations'] as const) {
      const carriers = await this.carriersOf(data[list], data.origins, lifetimes);
      for (const [index, feeds] of carriers.entries()) {
        const { kind } = data[list][index] as Observation;
        if (feeds === undefined) continue;
        if (feeds.length === 0) unknown.set(kind, (unknown.get(kind) ?? 0) + 1);
        else removals.add(feeds, (one) => one[list].push(index));
      }
    }
    const notes: string[] = [];
    const unpriced = new Set<string>();
    for (const symbol of [...needs.symbols, ...[...needs.candles.values()].map((need) => need.symbol)]) {
      const feeds = this.routes.feedsOf(symbol);
      if (feeds.length === 0) unpriced.add(symbol);
      else removals.add(feeds, (one) => one.symbols.push(symbol));
      if (feeds.length > 1)
        notes.push(
          `${symbol} has prices from ${feeds.join(', ')}: records do not name their feed, and another one is assumed to take over.`,
        );
    }
    this.addSilence(removals, needs, lifetimes, data.start ?? 0);
    return {
      removals: removals.list,
      feeds: [...removals.feeds].sort(),
      unjudged: [...leavesOf(condition)].flatMap(({ condition: leaf, pointer }) => {
        const detail = unjudgedDetail(leaf, unknown, unpriced);
        return detail === undefined ? [] : [{ pointer, detail }];
      }),
      notes: [...new Set(notes)],
    };
  }

  /**
   * Returns the feeds that carried each observation: an empty list if they are unknown, undefined for an observation
   * that no feed carries.
   */
  private async carriersOf(
    observations: readonly Observation[],
    origins: ReadonlyMap<string, EventOrigin>,
    lifetimes: readonly FeedLifetime[],
  ): Promise<Array<Feeds | undefined>> {
    const places: ReceivedPlace[] = [];
    const indices: number[] = [];
    const carriers = observations.map((one, index): Feeds | undefined => {
      if (one.kind === 'article') return feedsOfProvider(lifetimes, 'news.', one.provider, one.at);
      if (one.kind === 'position')
        return this.placed(placeOf(one.entity, one.lat, one.lon, one.at), places, indices, index);
      if (!isOfLog(one)) return undefined;
      const origin = origins.get(logIdOf(one) ?? '');
      if (origin === undefined) return [];
      if (one.kind === 'geo_event' || origin.type.startsWith('event.'))
        if (origin.provider !== DETECTOR) return feedsOfProvider(lifetimes, 'events.', origin.provider, origin.at);
      if (one.kind === 'log_event' && !/^(?:event|geofence)\./.test(origin.type)) return [];
      const entity = origin.keys.find((key) => /^(?:vessel|aircraft):/.test(key)) ?? '';
      if (origin.lat === null || origin.lon === null || entity === '') return [];
      return this.placed(placeOf(entity, origin.lat, origin.lon, one.at), places, indices, index);
    });
    const found = await this.receptions.feedsAt(places);
    for (const [at, feeds] of found.entries()) carriers[indices[at] as number] = feeds;
    return carriers;
  }

  private placed(place: ReceivedPlace, places: ReceivedPlace[], indices: number[], index: number): Feeds {
    places.push(place);
    indices.push(index);
    return [];
  }

  /**
   * Adds that no vessel or aircraft is received without the only feed of this type; entities then do not count as
   * silent.
   */
  private addSilence(removals: Removals, { coverage }: Needs, lifetimes: readonly FeedLifetime[], at: number): void {
    const prefixes = { vessel: 'ais.', aircraft: 'adsb.' } as const;
    for (const entityType of coverage) {
      const feeds = lifetimes.filter(({ feed, until }) => feed.startsWith(prefixes[entityType]) && until >= at);
      const [only] = feeds;
      if (only === undefined || feeds.length > 1) continue;
      removals.add([only.feed], (one) => one.added.push({ kind: 'coverage', entityType, isReceiving: false, at }));
    }
  }
}

/** Collects what only one feed carried. */
class Removals {
  readonly feeds = new Set<string>();
  private readonly byFeed = new Map<string, Removal>();

  add(feeds: Feeds, remove: (removal: Removal) => void): void {
    for (const feed of feeds) this.feeds.add(feed);
    const [only] = feeds;
    if (only === undefined || feeds.length > 1) return;
    let removal = this.byFeed.get(only);
    if (removal === undefined) {
      removal = { feed: only, observations: [], initial: [], symbols: [], added: [] };
      this.byFeed.set(only, removal);
    }
    remove(removal);
  }

  get list(): Removal[] {
    return [...this.byFeed.values()].sort((one, other) => (one.feed < other.feed ? -1 : 1));
  }
}

const isOfLog = (one: Observation) => one.kind === 'transition' || one.kind === 'geo_event' || one.kind === 'log_event';

function logIdOf(one: Observation): string | null | undefined {
  if (one.kind === 'geo_event') return one.logId;
  return one.kind === 'transition' || one.kind === 'log_event' ? one.eventId : undefined;
}

const placeOf = (entity: string, lat: number, lon: number, at: number): ReceivedPlace => ({
  layer: entity.startsWith('vessel:') ? 'vessels' : 'aircraft',
  lat,
  lon,
  at,
});

/** Returns the feeds of a kind and provider that existed at a time; a renamed feed has its name of that time. */
function feedsOfProvider(
  lifetimes: readonly FeedLifetime[],
  prefix: string,
  provider: string | null | undefined,
  at: number,
): Feeds {
  return lifetimes
    .filter(
      (one) =>
        one.provider === provider && one.feed.startsWith(prefix) && one.since <= at && one.until + WATCHED_MS >= at,
    )
    .map(({ feed }) => feed);
}

/** Returns why the data of a leaf cannot be attributed to feeds; undefined if they can. */
function unjudgedDetail(
  leaf: Leaf,
  unknown: ReadonlyMap<Observation['kind'], number>,
  unpriced: ReadonlySet<string>,
): string | undefined {
  const lost = (kind: Observation['kind'], noun: string) => {
    const count = unknown.get(kind) ?? 0;
    return count === 0
      ? undefined
      : `The feeds of ${count} of the ${noun} are unknown: the coverage or the state of feeds is not stored for their time or place.`;
  };
  switch (leaf.type) {
    case 'portfolio':
      return 'Figures of portfolios are not stored.';
    case 'feed_stale':
      return 'The ages of feeds are not stored.';
    case 'saved_search':
      return isOfScreen(leaf)
        ? 'Results of screens are not attributed to feeds.'
        : 'Results of saved searches are not stored.';
    case 'indicator':
      if (leaf.indicator === 'expression' || leaf.indicator === 'fact')
        return 'Values of expressions and figures of companies are not attributed to feeds.';
      return unpricedDetail(leaf, unpriced);
    case 'price':
    case 'price_change':
    case 'volume_spike':
      return unpricedDetail(leaf, unpriced);
    case 'geofence':
      return lost('transition', 'transitions of geofences');
    case 'news_match':
      return lost('article', 'articles');
    case 'event_near':
      if (leaf.loggedEventTypes !== undefined) return lost('log_event', 'events of the log');
      return lost('geo_event', 'events') ?? (leaf.entity === undefined ? undefined : lost('position', 'positions'));
    default:
      return lost('position', 'positions');
  }
}

function unpricedDetail(leaf: Leaf & { symbol: string; symbols?: object }, unpriced: ReadonlySet<string>) {
  const isUnpriced = leaf.symbols === undefined ? unpriced.has(leaf.symbol) : unpriced.size > 0;
  return isUnpriced ? 'Prices that this service measures or an account sets come from no feed.' : undefined;
}
