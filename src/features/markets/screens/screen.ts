import type { Tree } from '../../../conditions/condition-tree.js';
import type { Owned } from '../../../resources/owned-table.js';
import type { AssetClass } from '../asset-class.js';

/** Maximum depth of nested groups; a leaf alone has depth 1. */
export const MAX_DEPTH = 5;
export const MAX_LEAVES = 20;
export const MAX_COLUMNS = 20;
export const MAX_SORTS = 3;
/** Maximum number of symbols that a screen names itself. */
export const MAX_NAMED = 200;
/** Maximum number of instruments that a screen may be about. */
export const MAX_UNIVERSE = 6_000;

export const operators = ['above', 'at_least', 'below', 'at_most'] as const;
export type Operator = (typeof operators)[number];

/** Compares a number of each instrument with a value, or with another number of the same instrument. */
export interface CompareLeaf {
  type: 'compare';
  field: string;
  operator: Operator;
  value?: number;
  otherField?: string;
  /** Factor by which `otherField` is multiplied. Default: 1. */
  factor?: number;
}

/** True for instruments whose text is one of the values, case-insensitive. */
export interface OneOfLeaf {
  type: 'one_of';
  field: string;
  values: string[];
}

export type ScreenLeaf = CompareLeaf | OneOfLeaf;
export type ScreenCondition = Tree<ScreenLeaf>;

/** The instruments that a screen is about: a list of one kind, or the directory. */
export interface ScreenUniverse {
  assetClasses: AssetClass[] | null;
  /** The venue of symbols, such as `US`. */
  venue: string | null;
  symbols: string[] | null;
  watchlistId: string | null;
  portfolioId: string | null;
}

export interface ScreenSort {
  field: string;
  order: 'asc' | 'desc';
}

export interface ScreenDefinition {
  universe: ScreenUniverse;
  /** Null: all instruments of the universe. */
  condition: ScreenCondition | null;
  /** Symbols decide where all of these are equal. */
  sort: ScreenSort[];
  columns: string[];
  /** Maximum number of instruments, the first ones by `sort`; null: all. */
  limit: number | null;
}

export interface ScreenContent extends ScreenDefinition {
  name: string;
}

/** A saved screen. */
export type Screen = Owned & ScreenContent;
