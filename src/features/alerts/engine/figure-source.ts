import { type ExpressionLeaf, type FactLeaf, isFact } from '../condition.js';
import type { ChangedRules } from './changed-rules.js';
import type { StoredLeaf } from './engine-rule.js';
import { getOrCreate } from './get-or-create.js';
import type { LeafSource, Reading } from './leaf-source.js';
import type { FigureObservation } from './observation.js';
import { ThresholdIndex } from './threshold-index.js';
import type { WatchedLeaf } from './watched-rule.js';

type FigureLeaf = ExpressionLeaf | FactLeaf;

/** The value of a figure and the leaves that compare it, with the origin of the value. */
interface Figure {
  values: ThresholdIndex;
  /** Time of the latest value (ms). A missing value is observed at the present, which is later. */
  valueAt: number;
  origin: FigureObservation['details'];
}

/** Evaluates leaves about expressions and about figures of companies, whose values are computed outside the engine. */
export class FigureSource implements LeafSource<FigureLeaf> {
  private readonly figures = new Map<string, Figure>();

  constructor(private readonly dirty: ChangedRules) {}

  add(watched: WatchedLeaf<FigureLeaf>): void {
    this.figureOf(watched).values.add(watched, watched.leaf);
  }

  remove(watched: WatchedLeaf<FigureLeaf>): void {
    const { values } = this.figureOf(watched);
    values.remove(watched);
    if (values.isUnused) this.figures.delete(nameOf(watched));
  }

  observe({ figure: name, value, at, details }: FigureObservation): void {
    const figure = this.figures.get(name);
    if (figure === undefined || at < (value === null ? figure.values.at : figure.valueAt)) return;
    figure.origin = details;
    if (value === null) figure.values.update(Number.NaN, at, 'no_data');
    else {
      figure.valueAt = at;
      // A value that was missing is that of a candle which ended before.
      figure.values.update(value, Math.max(at, figure.values.at));
    }
  }

  reading(watched: WatchedLeaf<FigureLeaf>, _entity: string, isOpen: boolean): Reading {
    const { leaf } = watched;
    const { values, origin } = this.figureOf(watched);
    const named: Record<string, string> = isFact(leaf)
      ? { fact: leaf.fact }
      : { expression: leaf.expression, interval: leaf.interval };
    return {
      ...values.reading(leaf, isOpen),
      records: [{ type: 'symbol', id: leaf.symbol }],
      details: { ...named, ...origin },
    };
  }

  stored(): StoredLeaf | undefined {
    return undefined;
  }

  private figureOf(watched: WatchedLeaf<FigureLeaf>): Figure {
    return getOrCreate(this.figures, nameOf(watched), () => ({
      values: new ThresholdIndex(this.dirty),
      valueAt: Number.NEGATIVE_INFINITY,
      origin: undefined,
    }));
  }
}

/** Returns the name of the figure of an expression: account, interval and expression. */
export const figureName = (accountId: string, { interval, expression }: ExpressionLeaf): string =>
  `${accountId} ${interval} ${expression}`;

/** Returns the name of a figure of a company: symbol and field. It is the same for all accounts. */
export const factName = (symbol: string, field: string): string => `${symbol} ${field}`;

/** Returns the symbol and the field of a figure by its name. */
export function factOfName(name: string): { symbol: string; field: string } {
  const [symbol = '', field = ''] = name.split(' ');
  return { symbol, field };
}

const nameOf = ({ leaf, rule }: WatchedLeaf<FigureLeaf>): string =>
  isFact(leaf) ? factName(leaf.symbol, leaf.fact) : figureName(rule.rule.accountId, leaf);
