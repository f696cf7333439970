import type {
  EventNearLeaf,
  GeofenceLeaf,
  Leaf,
  NewsMatchLeaf,
  Place,
} from '../../../../src/features/alerts/condition.js';
import type { Observation, TransitionObservation } from '../../../../src/features/alerts/engine/observation.js';
import { distanceMeters } from '../../../../src/features/geospatial/sphere.js';

/** Result of a leaf: true, false, `unknown` without an observation, or `missing` without data. */
export type NaiveTruth = boolean | 'unknown' | 'missing';

/** An observation and the time of its arrival (ms). */
export interface Received {
  observation: Observation;
  now: number;
}

type Kind = Observation['kind'];
type OfKind<K extends Kind> = { observation: Extract<Observation, { kind: K }>; now: number };

/**
 * Evaluates leaves from the list of all observations, without indexes and stored state, for comparison with the engine.
 * It follows the description of each leaf and shares no code with the engine.
 */
export class NaiveLeaves {
  private readonly received: Received[] = [];

  /** @param startedAt time at which all rules were added (ms) */
  constructor(private readonly startedAt: number) {}

  take(observation: Observation, now: number): void {
    this.received.push({ observation, now });
  }

  /** Entities that a rule can have instances for, sorted. */
  get entities(): string[] {
    return [...new Set(this.all('transition').map(({ observation }) => observation.entity))].sort();
  }

  /** Returns the times (ms) at which a leaf may change without a new observation. */
  moments(leaf: Leaf): number[] {
    const windows = 'windowSeconds' in leaf ? [leaf.windowSeconds] : 'seconds' in leaf ? [leaf.seconds] : [];
    const waits = leaf.type === 'geofence' ? [60, leaf.minDwellSeconds ?? 60] : windows;
    const delays = leaf.type === 'price_change' ? [0, this.delayOf(leaf.symbol)] : [0];
    const starts = [
      ...new Set([this.startedAt, ...this.received.flatMap(({ observation, now }) => [observation.at, now])]),
    ];
    return starts.flatMap((start) =>
      waits.flatMap((wait) => delays.map((delay) => start + Math.round(wait * 1_000) + delay)),
    );
  }

  truth(leaf: Leaf, entity: string, isOpen: boolean, now: number): NaiveTruth {
    switch (leaf.type) {
      case 'price': {
        const price = this.accepted('quote', ({ symbol }) => symbol === leaf.symbol).at(-1)?.observation.price;
        return price === undefined
          ? 'unknown'
          : price === null
            ? 'missing'
            : compare(price, leaf, leaf.threshold, isOpen);
      }
      case 'price_change':
        return this.change(leaf.symbol, Math.round(leaf.windowSeconds * 1_000), now, (percent) =>
          compare(percent, leaf, leaf.percent, isOpen),
        );
      case 'indicator': {
        const candles = this.accepted('candle', ({ symbol, isFinal }) => symbol === leaf.symbol && isFinal).map(
          ({ observation }) => observation.candle,
        );
        const [last, before] = [candles.at(-1), candles.at(-2)];
        return last === undefined || before === undefined
          ? 'unknown'
          : compare((last.close + before.close) / 2, leaf, leaf.threshold, isOpen);
      }
      case 'portfolio': {
        const value = this.accepted('portfolio', ({ portfolioId }) => portfolioId === leaf.portfolioId).at(-1)
          ?.observation.metrics[leaf.metric];
        return value === undefined
          ? 'unknown'
          : value === null
            ? 'missing'
            : compare(value, leaf, leaf.threshold, isOpen);
      }
      case 'geofence':
        return this.fence(leaf, entity, now);
      case 'proximity': {
        const [from, to] = [
          this.position(leaf.entity),
          'entity' in leaf.other ? this.position(leaf.other.entity) : leaf.other.position,
        ];
        return from === undefined || to === undefined
          ? 'unknown'
          : distanceMeters(from.lat, from.lon, to.lat, to.lon) < leaf.radiusMeters;
      }
      case 'entity_silent':
        return this.silence(leaf.entity, Math.round(leaf.seconds * 1_000), now);
      case 'feed_stale': {
        const successes = this.all('feed').flatMap(({ observation }) =>
          observation.feed === leaf.feed ? [observation.lastSuccessAt as number] : [],
        );
        const isStale =
          now - Math.max(...(successes.length > 0 ? successes : [this.startedAt])) >= Math.round(leaf.seconds * 1_000);
        return isStale || successes.length > 0 ? isStale : 'unknown';
      }
      case 'news_match':
        return this.news(leaf, now);
      case 'saved_search':
        return this.all('saved_search').some(
          ({ observation: { savedSearchId, at } }) =>
            savedSearchId === leaf.savedSearchId && now - at < Math.round(leaf.windowSeconds * 1_000),
        );
      case 'event_near':
        return this.near(leaf, now);
      case 'volume_spike':
        return 'unknown';
    }
  }

  private all<K extends Kind>(kind: K): Array<OfKind<K>> {
    return this.received.filter(({ observation }) => observation.kind === kind) as Array<OfKind<K>>;
  }

  /** Returns the observations that are later than all earlier ones of the same series. */
  private accepted<K extends Kind>(
    kind: K,
    isOne: (observation: OfKind<K>['observation']) => boolean,
  ): Array<OfKind<K>> {
    let last = Number.NEGATIVE_INFINITY;
    return this.all(kind).filter(({ observation }) => {
      if (!isOne(observation) || observation.at <= last) return false;
      last = observation.at;
      return true;
    });
  }

  private delayOf(symbol: string): number {
    const last = this.accepted('quote', (quote) => quote.symbol === symbol).at(-1);
    return last === undefined ? 0 : last.now - last.observation.at;
  }

  private change(symbol: string, windowMs: number, now: number, judge: (percent: number) => boolean): NaiveTruth {
    const quotes = this.accepted('quote', (quote) => quote.symbol === symbol);
    const last = quotes.at(-1)?.observation;
    if (last === undefined) return 'unknown';
    if (last.price === null) return 'missing';
    const start = now - this.delayOf(symbol) - windowMs;
    const base = quotes.findLast(({ observation }) => observation.price !== null && observation.at <= start)
      ?.observation.price;
    return base === undefined || base === null ? 'unknown' : judge((last.price / base - 1) * 100);
  }

  private position(entity: string): Place | undefined {
    return this.accepted('position', (position) => position.entity === entity).at(-1)?.observation;
  }

  private fence(leaf: GeofenceLeaf, entity: string, now: number): NaiveTruth {
    const seen: Array<OfKind<'transition'>> = [];
    for (const one of this.all('transition')) {
      const { geofenceId, at, transition, entity: whose } = one.observation;
      const before = seen.at(-1)?.observation;
      const isLater = before === undefined || at > before.at || (at === before.at && transition !== before.transition);
      if (geofenceId === leaf.geofenceId && whose === entity && isLater) seen.push(one);
    }
    const last = seen.at(-1);
    if (
      last === undefined ||
      (leaf.shipType !== undefined &&
        seen.findLast(({ observation }) => observation.shipType)?.observation.shipType !== leaf.shipType)
    )
      return false;
    const { transition, reason, at } = last.observation;
    const isCrossing = (text: string) => text === 'crossed' || text === 'fence_moved';
    if (transition === 'exit')
      return leaf.transition === 'exit' && isCrossing(reason) && now < Math.max(at, last.now) + 60_000;
    const stay = seen
      .slice(seen.findLastIndex(({ observation }) => observation.transition === 'exit') + 1)
      .map(({ observation }) => observation);
    const first = stay[0] as TransitionObservation;
    const enteredAt = first.at - first.staySeconds * 1_000;
    if (leaf.transition === 'inside') return true;
    if (leaf.transition === 'enter')
      return first.transition === 'enter' && isCrossing(first.reason) && enteredAt >= this.startedAt;
    if (leaf.transition === 'exit') return false;
    return leaf.minDwellSeconds === undefined
      ? stay.some((one) => one.transition === 'dwell')
      : now - enteredAt >= Math.round(leaf.minDwellSeconds * 1_000);
  }

  private silence(entity: string, silentMs: number, now: number): NaiveTruth {
    const [type] = entity.split(':');
    const coverage = this.accepted('coverage', (one) => one.entityType === type);
    if (coverage.at(-1)?.observation.isReceiving === false) return 'missing';
    const resumed = coverage.filter(
      ({ observation }, index) => observation.isReceiving && coverage[index - 1]?.observation.isReceiving === false,
    );
    const seen = this.received.flatMap(({ observation }) =>
      (observation.kind === 'position' || observation.kind === 'entity_seen') && observation.entity === entity
        ? [observation.at]
        : [],
    );
    const since = [...seen, ...resumed.map((one) => one.now), ...(seen.length === 0 ? [this.startedAt] : [])];
    const isSilent = now - Math.max(...since) >= silentMs;
    return isSilent || seen.length > 0 ? isSilent : 'unknown';
  }

  private news(leaf: NewsMatchLeaf, now: number): boolean {
    const found = new Map(
      this.all('article').flatMap(({ observation: { articleId, ownerKey, text, at } }) =>
        now - at < Math.round(leaf.windowSeconds * 1_000) &&
        leaf.q.split(' ').every((word) => text.split(' ').includes(word))
          ? [[articleId, ownerKey]]
          : [],
      ),
    );
    return found.size >= (leaf.minArticles ?? 1) && new Set(found.values()).size >= (leaf.minOwners ?? 1);
  }

  private near(leaf: EventNearLeaf, now: number): NaiveTruth {
    const center = leaf.center ?? this.position(leaf.entity ?? '');
    if (center === undefined) return 'unknown';
    return this.all('geo_event').some(
      ({ observation: { lat, lon, severity, at } }) =>
        severity >= (leaf.minSeverity ?? 1) &&
        now - at < Math.round(leaf.windowSeconds * 1_000) &&
        distanceMeters(center.lat, center.lon, lat, lon) < leaf.radiusMeters,
    );
  }
}

function compare(
  value: number,
  { operator, recoveryThreshold }: { operator: string; recoveryThreshold?: number },
  threshold: number,
  isOpen: boolean,
): boolean {
  const bound = isOpen ? (recoveryThreshold ?? threshold) : threshold;
  return operator === 'above' ? value > bound : value < bound;
}
