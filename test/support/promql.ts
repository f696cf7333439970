import type { Sample } from './metrics-text.js';

/** All samples scraped at one time (`at` in seconds), oldest scrape first. */
export type History = ReadonlyArray<{ at: number; samples: readonly Sample[] }>;

export type Series = Pick<Sample, 'labels' | 'value'>;

type Value = number | Series[];
type Node = (history: History) => Value;

const LEVELS = [['or'], ['and', 'unless'], ['==', '!=', '>', '<', '>=', '<='], ['+', '-'], ['*', '/']];
const AGGREGATES: Record<string, (values: number[]) => number> = {
  sum: (values) => values.reduce((total, value) => total + value, 0),
  max: (values) => Math.max(...values),
  min: (values) => Math.min(...values),
  count: (values) => values.length,
};
const UNITS: Record<string, number> = { s: 1, m: 60, h: 3_600, d: 86_400 };
const TOKEN = /\s*(?:([a-zA-Z_:][\w:]*)|(\d+(?:\.\d+)?)(?![\w])|(\{[^}]*\})|(\[\w+\])|(==|!=|>=|<=|[-+*/<>(),]))/y;

/**
 * Evaluates a PromQL expression at the time of the newest scrape. It supports the part of the language that the alert
 * rules and the dashboard use.
 * @throws Error on any other expression, so that a rule which is not understood never counts as quiet
 */
export function evaluate(text: string, history: History): Series[] {
  const value = new Parser(text).parse()(history);
  return typeof value === 'number' ? [{ labels: {}, value }] : value;
}

class Parser {
  private readonly tokens: string[] = [];

  constructor(private readonly text: string) {
    const pattern = new RegExp(TOKEN);
    while (pattern.lastIndex < text.trimEnd().length) {
      const at = pattern.lastIndex;
      const found = pattern.exec(text);
      if (found === null) throw new Error(`Not understood: ${text.slice(at)}`);
      this.tokens.push(found[0].trim());
    }
  }

  parse(): Node {
    const node = this.binary(0);
    if (this.tokens.length > 0) throw new Error(`Not understood: ${this.tokens.join(' ')} in ${this.text}`);
    return node;
  }

  private binary(level: number): Node {
    const operators = LEVELS[level];
    if (operators === undefined) return this.primary();
    let left = this.binary(level + 1);
    while (operators.includes(this.tokens[0] ?? '')) {
      const operator = this.tokens.shift() as string;
      const [before, right] = [left, this.binary(level + 1)];
      left = (history) => combine(operator, before(history), right(history));
    }
    return left;
  }

  private primary(): Node {
    const token = this.tokens.shift() ?? '';
    if (token === '(') {
      const inner = this.binary(0);
      this.expect(')');
      return inner;
    }
    if (/^\d/.test(token)) return () => Number(token);
    if (!/^[a-zA-Z_:]/.test(token)) throw new Error(`Not understood: ${token} in ${this.text}`);
    if (token in AGGREGATES && ['(', 'by'].includes(this.tokens[0] ?? '')) return this.aggregate(token);
    if (this.tokens[0] === '(') return this.call(token);
    return this.selector(token);
  }

  private aggregate(name: string): Node {
    const before = this.grouping();
    this.expect('(');
    const inner = this.binary(0);
    this.expect(')');
    const by = before ?? this.grouping() ?? [];
    return (history) => {
      const pick = ({ labels }: Series) =>
        Object.fromEntries(by.flatMap((label) => (labels[label] === undefined ? [] : [[label, labels[label]]])));
      const groups = Map.groupBy(vector(inner(history)), (series) => keyOf(pick(series)));
      return [...groups.values()].map((all) => ({
        labels: pick(all[0] as Series),
        value: (AGGREGATES[name] as (values: number[]) => number)(all.map(({ value }) => value)),
      }));
    };
  }

  private grouping(): string[] | undefined {
    if (this.tokens[0] !== 'by') return undefined;
    this.tokens.shift();
    this.expect('(');
    const labels: string[] = [];
    for (let token = this.tokens.shift(); token !== ')'; token = this.tokens.shift()) {
      if (token === undefined) throw new Error(`Not closed: ${this.text}`);
      if (token !== ',') labels.push(token);
    }
    return labels;
  }

  private call(name: string): Node {
    this.expect('(');
    if (name === 'time') {
      this.expect(')');
      return (history) => history.at(-1)?.at ?? 0;
    }
    const inner: Node[] = [this.binary(0)];
    while (this.tokens[0] === ',') {
      this.tokens.shift();
      inner.push(this.binary(0));
    }
    this.expect(')');
    const [first, second] = inner as [Node, Node | undefined];
    // The selector inside has already evaluated the range.
    if (name === 'rate' || name === 'increase') return first;
    if (name === 'absent') return (history) => (vector(first(history)).length === 0 ? [{ labels: {}, value: 1 }] : []);
    if (name === 'topk' && second !== undefined)
      return (history) =>
        vector(second(history))
          .sort((a, b) => b.value - a.value)
          .slice(0, first(history) as number);
    if (name === 'histogram_quantile' && second !== undefined)
      return (history) => quantiles(first(history) as number, vector(second(history)));
    throw new Error(`Not understood: ${name} in ${this.text}`);
  }

  private selector(name: string): Node {
    const matchers = [
      ...((this.tokens[0]?.startsWith('{') ? this.tokens.shift() : '') as string).matchAll(
        /(\w+)\s*(=~|!~|!=|=)\s*"([^"]*)"/g,
      ),
    ];
    const range = /^\[(\d+)([smhd])\]$/.exec(this.tokens[0] ?? '');
    if (range !== null) this.tokens.shift();
    const fits = ({ name: own, labels }: Sample) =>
      own === name && matchers.every((matcher) => isMatch(matcher, labels));
    if (range === null)
      return (history) => (history.at(-1)?.samples ?? []).filter(fits).map(({ labels, value }) => ({ labels, value }));
    const seconds = Number(range[1]) * (UNITS[range[2] as string] as number);
    return (history) => ratesOf(history, seconds, fits);
  }

  private expect(token: string): void {
    if (this.tokens.shift() !== token) throw new Error(`${token} expected in ${this.text}`);
  }
}

function isMatch([, label = '', operator, pattern = '']: RegExpExecArray, labels: Record<string, string>): boolean {
  const value = labels[label] ?? '';
  const isEqual =
    operator === '=' || operator === '!=' ? value === pattern : new RegExp(`^(?:${pattern})$`).test(value);
  return operator === '=' || operator === '=~' ? isEqual : !isEqual;
}

/** Returns the increase per second between the first and the last scrape of the range; a series needs both. */
function ratesOf(history: History, seconds: number, fits: (sample: Sample) => boolean): Series[] {
  const end = history.at(-1)?.at ?? 0;
  const within = history.filter(({ at }) => at >= end - seconds);
  const [first, last] = [within[0], within.at(-1)];
  if (first === undefined || last === undefined || first === last) return [];
  const before = new Map(first.samples.filter(fits).map(({ labels, value }) => [keyOf(labels), value]));
  return last.samples.filter(fits).flatMap(({ labels, value }) => {
    const start = before.get(keyOf(labels));
    return start === undefined
      ? []
      : [{ labels, value: (value < start ? value : value - start) / (last.at - first.at) }];
  });
}

function quantiles(quantile: number, buckets: Series[]): Series[] {
  const withoutLimit = ({ labels: { le: _, ...labels } }: Series) => labels;
  return [...Map.groupBy(buckets, (series) => keyOf(withoutLimit(series))).values()].map((all) => {
    const limits = all.map(({ labels, value }) => ({
      le: labels.le === '+Inf' ? Number.POSITIVE_INFINITY : Number(labels.le),
      value,
    }));
    const sorted = limits.sort((a, b) => a.le - b.le);
    const rank = quantile * (sorted.at(-1)?.value ?? 0);
    return {
      labels: withoutLimit(all[0] as Series),
      value: sorted.find(({ value }) => value >= rank)?.le ?? Number.NaN,
    };
  });
}

const keyOf = (labels: Record<string, string>): string =>
  JSON.stringify(Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1)));

function vector(value: Value): Series[] {
  if (typeof value === 'number') throw new Error('A number where series are expected.');
  return value;
}

const COMPARISONS: Record<string, (a: number, b: number) => boolean> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
};
const ARITHMETIC: Record<string, (a: number, b: number) => number> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
};

function combine(operator: string, left: Value, right: Value): Value {
  if (operator in ARITHMETIC && typeof left === 'number' && typeof right === 'number')
    return (ARITHMETIC[operator] as (a: number, b: number) => number)(left, right);
  if (operator in ARITHMETIC && typeof left === 'number')
    return vector(right).map(({ labels, value }) => ({
      labels,
      value: (ARITHMETIC[operator] as (a: number, b: number) => number)(left, value),
    }));
  const series = vector(left);
  const others =
    typeof right === 'number' ? undefined : new Map(right.map(({ labels, value }) => [keyOf(labels), value]));
  if (operator === 'and' || operator === 'unless')
    return series.filter(({ labels }) => others?.has(keyOf(labels)) === (operator === 'and'));
  if (operator === 'or') {
    const own = new Set(series.map(({ labels }) => keyOf(labels)));
    return [...series, ...vector(right).filter(({ labels }) => !own.has(keyOf(labels)))];
  }
  return series.flatMap(({ labels, value }) => {
    const other = others === undefined ? (right as number) : others.get(keyOf(labels));
    if (other === undefined) return [];
    const compare = COMPARISONS[operator];
    if (compare !== undefined) return compare(value, other) ? [{ labels, value }] : [];
    return [{ labels, value: (ARITHMETIC[operator] as (a: number, b: number) => number)(value, other) }];
  });
}
