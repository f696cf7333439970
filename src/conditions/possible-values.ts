import { isGroup, isNegation, type Tree } from './condition-tree.js';

/** Maximum number of branches of `any` that are examined. A condition with more is assumed to be possible. */
const MAX_BRANCHES = 10_000;

/** A set of values that a figure may have. */
export interface Values<Self> {
  readonly isEmpty: boolean;
  and(other: Self): Self;
}

/** A range of numbers. A bound is exclusive if it is open. */
export class NumberRange implements Values<NumberRange> {
  static readonly any = new NumberRange(Number.NEGATIVE_INFINITY, true, Number.POSITIVE_INFINITY, true);

  private constructor(
    private readonly low: number,
    private readonly isLowOpen: boolean,
    private readonly high: number,
    private readonly isHighOpen: boolean,
  ) {}

  static closed(low: number, high: number): NumberRange {
    return new NumberRange(low, !Number.isFinite(low), high, !Number.isFinite(high));
  }

  static from(low: number, isOpen: boolean): NumberRange {
    return new NumberRange(low, isOpen, Number.POSITIVE_INFINITY, true);
  }

  static to(high: number, isOpen: boolean): NumberRange {
    return new NumberRange(Number.NEGATIVE_INFINITY, true, high, isOpen);
  }

  get isEmpty(): boolean {
    return this.low > this.high || (this.low === this.high && (this.isLowOpen || this.isHighOpen));
  }

  and(other: NumberRange): NumberRange {
    const isLower = this.low > other.low || (this.low === other.low && this.isLowOpen);
    const isHigher = this.high < other.high || (this.high === other.high && this.isHighOpen);
    const [lower, upper] = [isLower ? this : other, isHigher ? this : other];
    return new NumberRange(lower.low, lower.isLowOpen, upper.high, upper.isHighOpen);
  }
}

/** The words of a list, or all words but those of a list. */
export class WordSet implements Values<WordSet> {
  constructor(
    private readonly words: ReadonlySet<string>,
    private readonly isExcluded = false,
  ) {}

  get isEmpty(): boolean {
    return !this.isExcluded && this.words.size === 0;
  }

  and(other: WordSet): WordSet {
    if (this.isExcluded && other.isExcluded) return new WordSet(new Set([...this.words, ...other.words]), true);
    const [listed, rest] = this.isExcluded ? [other, this] : [this, other];
    return new WordSet(new Set([...listed.words].filter((word) => rest.words.has(word) !== rest.isExcluded)));
  }
}

/** The values of one figure that a leaf requires. */
export interface Requirement {
  /** Identifies the figure; leaves with the same name compare the same one. */
  name: string;
  /** The values for which the leaf, or its negation, is true. */
  values: NumberRange | WordSet;
  /** All values that the figure can have, of the same kind. */
  domain: NumberRange | WordSet;
}

/** Returns the requirement of a leaf, or of its negation. */
export type RequirementOf<Leaf> = (leaf: Leaf, isNegated: boolean) => Requirement;

/** Returns the requirement of a leaf that compares no figure: a figure that is 1 if the leaf is true and 0 if not. */
export const truthOf = (leaf: object, isNegated: boolean): Requirement => ({
  name: JSON.stringify(leaf),
  values: isNegated ? NumberRange.closed(0, 0) : NumberRange.closed(1, 1),
  domain: NumberRange.closed(0, 1),
});

/** Whether a condition is true for some values. */
export function canBeTrue<Leaf extends { type: string }>(
  condition: Tree<Leaf>,
  requirementOf: RequirementOf<Leaf>,
): boolean {
  let branches = 0;
  const solve = (
    open: ReadonlyArray<[Tree<Leaf>, boolean]>,
    values: ReadonlyMap<string, Requirement['values']>,
  ): boolean => {
    const rest = [...open];
    const narrowed = new Map(values);
    for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
      const [node, isNegated] = next;
      if (isNegation(node)) rest.push([node.condition, !isNegated]);
      else if (!isGroup(node)) {
        const { name, values: required, domain } = requirementOf(node, isNegated);
        const both = (narrowed.get(name) ?? domain).and(required as never);
        if (both.isEmpty) return false;
        narrowed.set(name, both);
      } else if ((node.type === 'all') !== isNegated)
        rest.push(...node.conditions.map((child): [Tree<Leaf>, boolean] => [child, isNegated]));
      else {
        branches += node.conditions.length;
        if (branches > MAX_BRANCHES) return true;
        return node.conditions.some((child) => solve([...rest, [child, isNegated]], narrowed));
      }
    }
    return true;
  };
  return solve([[condition, false]], new Map());
}

/**
 * Returns the pointer to the smallest part of a condition that can never be true; undefined if the condition can be
 * true or this is unknown.
 */
export function impossiblePart<Leaf extends { type: string }>(
  condition: Tree<Leaf>,
  pointer: string,
  requirementOf: RequirementOf<Leaf>,
): string | undefined {
  if (canBeTrue(condition, requirementOf)) return undefined;
  if (isGroup(condition) && condition.type === 'all')
    for (const [index, child] of condition.conditions.entries()) {
      const within = impossiblePart(child, `${pointer}/conditions/${index}`, requirementOf);
      if (within !== undefined) return within;
    }
  return pointer;
}
