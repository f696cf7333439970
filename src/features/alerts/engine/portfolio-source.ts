import type { PortfolioLeaf } from '../condition.js';
import type { ChangedRules } from './changed-rules.js';
import type { StoredLeaf } from './engine-rule.js';
import { getOrCreate } from './get-or-create.js';
import type { LeafSource, Reading } from './leaf-source.js';
import type { PortfolioObservation } from './observation.js';
import { ThresholdIndex } from './threshold-index.js';
import type { WatchedLeaf } from './watched-rule.js';

/** Evaluates leaves about figures of portfolios, by portfolio and metric. */
export class PortfolioSource implements LeafSource<PortfolioLeaf> {
  private readonly portfolios = new Map<string, Map<string, ThresholdIndex>>();

  constructor(private readonly dirty: ChangedRules) {}

  add(watched: WatchedLeaf<PortfolioLeaf>, _now: number, stored?: StoredLeaf): void {
    const index = this.indexOf(watched.leaf);
    if (stored !== undefined && (stored.at as number) > index.at)
      index.update(stored.value as number, stored.at as number);
    index.add(watched, watched.leaf);
  }

  remove(watched: WatchedLeaf<PortfolioLeaf>): void {
    const index = this.indexOf(watched.leaf);
    index.remove(watched);
    if (!index.isUnused) return;
    const metrics = this.portfolios.get(watched.leaf.portfolioId);
    metrics?.delete(metricOf(watched.leaf));
    if (metrics?.size === 0) this.portfolios.delete(watched.leaf.portfolioId);
  }

  observe({ portfolioId, metrics, at }: PortfolioObservation): void {
    for (const [metric, index] of this.portfolios.get(portfolioId) ?? []) {
      const value = metrics[metric];
      if (value === undefined || at <= index.at) continue;
      if (value === null) index.update(Number.NaN, at, 'no_data');
      else index.update(value, at);
    }
  }

  reading({ leaf }: WatchedLeaf<PortfolioLeaf>, _entity: string, isOpen: boolean): Reading {
    const records = [{ type: 'portfolio', id: leaf.portfolioId }];
    if (leaf.symbol !== undefined) records.push({ type: 'symbol', id: leaf.symbol });
    return { ...this.indexOf(leaf).reading(leaf, isOpen), records, details: { metric: leaf.metric } };
  }

  stored({ leaf }: WatchedLeaf<PortfolioLeaf>): StoredLeaf | undefined {
    const { at, value, status } = this.indexOf(leaf);
    return status === 'ok' ? { at, value } : undefined;
  }

  private indexOf(leaf: PortfolioLeaf): ThresholdIndex {
    const metrics = getOrCreate(this.portfolios, leaf.portfolioId, () => new Map<string, ThresholdIndex>());
    return getOrCreate(metrics, metricOf(leaf), () => new ThresholdIndex(this.dirty));
  }
}

const metricOf = ({ metric, symbol }: PortfolioLeaf): string => (symbol === undefined ? metric : `${metric}:${symbol}`);
