import { type EntityType, isExpression, isFact, isLogCount, isOfScreen, type Leaf } from '../condition.js';
import { CandleSource } from './candle-source.js';
import type { CandleNeed, Needs } from './engine-rule.js';
import { factName, figureName } from './figure-source.js';

/** Counts the leaves that use each source. */
class Counter<Key> {
  private readonly counts = new Map<Key, number>();

  change(key: Key, by: 1 | -1): void {
    const count = (this.counts.get(key) ?? 0) + by;
    if (count === 0) this.counts.delete(key);
    else this.counts.set(key, count);
  }

  get keys(): Set<Key> {
    return new Set(this.counts.keys());
  }
}

/** Counts the observations that the rules in the engine need, as rules are added and removed. */
export class NeedsCounter {
  /** Increases whenever a rule is added or removed. */
  version = 0;
  private readonly symbols = new Counter<string>();
  private readonly windows = new Counter<string>();
  private readonly candles = new Counter<string>();
  private readonly entities = new Counter<string>();
  private readonly coverage = new Counter<EntityType>();
  private readonly geofences = new Counter<string>();
  private readonly feeds = new Counter<string>();
  private readonly portfolios = new Counter<string>();
  private readonly searches = new Counter<string>();
  private readonly screens = new Counter<string>();
  private readonly figures = new Counter<string>();
  private readonly facts = new Counter<string>();
  private readonly loggedEventTypes = new Counter<string>();
  private readonly logWindows = new Counter<number>();
  private readonly eventWindows = new Counter<number>();
  private news = 0;
  /** Version at which the last leaf with earlier prices or candles was added, by symbol or series. */
  private readonly added = new Map<string, number>();

  /** @param accountId account of the rule of the leaf */
  change(leaf: Leaf, by: 1 | -1, accountId: string): void {
    this.version += 1;
    switch (leaf.type) {
      case 'price_change':
        this.windows.change(`${leaf.symbol} ${leaf.windowSeconds}`, by);
        this.symbols.change(leaf.symbol, by);
        if (by === 1) this.added.set(leaf.symbol, this.version);
        break;
      case 'price':
        this.symbols.change(leaf.symbol, by);
        break;
      case 'volume_spike':
      case 'indicator':
        if (isFact(leaf)) {
          this.facts.change(factName(leaf.symbol, leaf.fact), by);
          break;
        }
        if (isExpression(leaf)) {
          this.figures.change(figureName(accountId, leaf), by);
          break;
        }
        this.candles.change(JSON.stringify(CandleSource.need(leaf)), by);
        if (by === 1) this.added.set(`${leaf.symbol} ${leaf.interval}`, this.version);
        break;
      case 'geofence':
        this.geofences.change(leaf.geofenceId, by);
        break;
      case 'proximity':
        if ('entity' in leaf.other) this.entities.change(leaf.other.entity, by);
        this.entities.change(leaf.entity, by);
        break;
      case 'entity_silent':
        this.coverage.change(leaf.entity.slice(0, leaf.entity.indexOf(':')) as EntityType, by);
        this.entities.change(leaf.entity, by);
        break;
      case 'event_near':
        if (isLogCount(leaf)) {
          for (const type of leaf.loggedEventTypes) this.loggedEventTypes.change(type, by);
          this.logWindows.change(leaf.windowSeconds, by);
          break;
        }
        this.eventWindows.change(leaf.windowSeconds, by);
        if (leaf.entity !== undefined) this.entities.change(leaf.entity, by);
        if (leaf.portfolioId !== undefined) this.portfolios.change(leaf.portfolioId, by);
        break;
      case 'portfolio':
        this.portfolios.change(leaf.portfolioId, by);
        break;
      case 'saved_search':
        (isOfScreen(leaf) ? this.screens : this.searches).change(leaf.savedSearchId, by);
        break;
      case 'feed_stale':
        this.feeds.change(leaf.feed, by);
        break;
      case 'news_match':
        this.news += by;
    }
  }

  get needs(): Needs {
    const windows = this.eventWindows.keys;
    return {
      symbols: this.symbols.keys,
      candles: this.candleNeeds(),
      priceWindows: this.priceWindows(),
      added: this.added,
      entities: this.entities.keys,
      coverage: this.coverage.keys,
      geofences: this.geofences.keys,
      feeds: this.feeds.keys,
      portfolios: this.portfolios.keys,
      savedSearches: this.searches.keys,
      screens: this.screens.keys,
      groups: new Set(),
      figures: this.figures.keys,
      facts: this.facts.keys,
      loggedEventTypes: this.loggedEventTypes.keys,
      logSeconds: Math.max(0, ...this.logWindows.keys),
      hasNews: this.news > 0,
      hasGeoEvents: windows.size > 0,
      geoEventSeconds: Math.max(0, ...windows),
    };
  }

  private candleNeeds(): Map<string, CandleNeed> {
    const needs = new Map<string, CandleNeed>();
    for (const text of this.candles.keys) {
      const need = JSON.parse(text) as CandleNeed;
      const name = `${need.symbol} ${need.interval}`;
      if ((needs.get(name)?.count ?? 0) < need.count) needs.set(name, need);
    }
    return needs;
  }

  private priceWindows(): Map<string, number> {
    const longest = new Map<string, number>();
    for (const text of this.windows.keys) {
      const [symbol = '', seconds] = text.split(' ');
      longest.set(symbol, Math.max(longest.get(symbol) ?? 0, Number(seconds)));
    }
    return longest;
  }
}
