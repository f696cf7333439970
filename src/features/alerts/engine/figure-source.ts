import type { ExpressionLeaf } from '../condition.js';
import type { ChangedRules } from './changed-rules.js';
import type { StoredLeaf } from './engine-rule.js';
import { getOrCreate } from './get-or-create.js';
import type { LeafSource, Reading } from './leaf-source.js';
import type { FigureObservation } from './observation.js';
import { ThresholdIndex } from './threshold-index.js';
import type { WatchedLeaf } from './watched-rule.js';

/** Evaluates leaves about expressions, whose values are computed outside the engine. */
export class FigureSource implements LeafSource<ExpressionLeaf> {
  private readonly figures = new Map<string, ThresholdIndex>();

  constructor(private readonly dirty: ChangedRules) {}

  add(watched: WatchedLeaf<ExpressionLeaf>): void {
    this.figureOf(watched).add(watched, watched.leaf);
  }

  remove(watched: WatchedLeaf<ExpressionLeaf>): void {
    const figure = this.figureOf(watched);
    figure.remove(watched);
    if (figure.isUnused) this.figures.delete(nameOf(watched));
  }

  observe({ figure: name, value, at }: FigureObservation): void {
    const figure = this.figures.get(name);
    if (figure === undefined || at < figure.at) return;
    if (value === null) figure.update(Number.NaN, at, 'no_data');
    else figure.update(value, at);
  }

  reading(watched: WatchedLeaf<ExpressionLeaf>, _entity: string, isOpen: boolean): Reading {
    const { leaf } = watched;
    return {
      ...this.figureOf(watched).reading(leaf, isOpen),
      records: [{ type: 'symbol', id: leaf.symbol }],
      details: { expression: leaf.expression, interval: leaf.interval },
    };
  }

  stored(): StoredLeaf | undefined {
    return undefined;
  }

  private figureOf(watched: WatchedLeaf<ExpressionLeaf>): ThresholdIndex {
    return getOrCreate(this.figures, nameOf(watched), () => new ThresholdIndex(this.dirty));
  }
}

/** Returns the name of the figure of an expression: account, interval and expression. */
export const figureName = (accountId: string, { interval, expression }: ExpressionLeaf): string =>
  `${accountId} ${interval} ${expression}`;

const nameOf = ({ leaf, rule }: WatchedLeaf<ExpressionLeaf>): string => figureName(rule.rule.accountId, leaf);
