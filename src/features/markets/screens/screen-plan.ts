import { type FieldProblem, Problem } from '../../../api/problem.js';
import { leavesOf, nodesOf } from '../../../conditions/condition-tree.js';
import {
  impossiblePart,
  NumberRange,
  type Requirement,
  truthOf,
  WordSet,
} from '../../../conditions/possible-values.js';
import { type AssetClass, assetClasses } from '../asset-class.js';
import { parseSymbol } from '../market-symbol.js';
import {
  type CompareLeaf,
  MAX_DEPTH,
  MAX_LEAVES,
  type OneOfLeaf,
  type ScreenCondition,
  type ScreenDefinition,
  type ScreenLeaf,
  type ScreenUniverse,
} from './screen.js';
import { parseField, type ScreenField } from './screen-fields.js';

/** A definition as requests have it; omitted parts have their defaults. */
export type ScreenInput = Partial<Omit<ScreenDefinition, 'universe'>> & { universe?: Partial<ScreenUniverse> };

/** A checked screen with its fields. */
export interface ScreenPlan extends ScreenDefinition {
  /** Fields by their names as the screen writes them, such as `rsi:14`. */
  fields: ReadonlyMap<string, ScreenField>;
  /** Fields of results in their order, each once. */
  shown: readonly ScreenField[];
}

/** Returns a definition in which omitted parts have their defaults. */
export function definitionOf({ universe = {}, condition, sort, columns, limit }: ScreenInput): ScreenDefinition {
  const { assetClasses, venue, symbols, watchlistId, portfolioId } = universe;
  return {
    universe: {
      assetClasses: assetClasses ?? null,
      venue: venue?.toUpperCase() ?? null,
      symbols: symbols ? [...new Set(symbols.map((symbol) => symbol.toUpperCase()))] : null,
      watchlistId: watchlistId ?? null,
      portfolioId: portfolioId ?? null,
    },
    condition: condition ?? null,
    sort: (sort ?? []).map(({ field, order }) => ({ field, order })),
    columns: columns ?? [],
    limit: limit ?? null,
  };
}

/**
 * Checks a screen.
 * @throws Problem `invalid_request` for invalid parts; `unprocessable` for a condition that can never be true
 */
export function planOf(definition: ScreenDefinition): ScreenPlan {
  const { universe, condition, sort, columns } = definition;
  const fields = new Map<string, ScreenField>();
  const problems: FieldProblem[] = universeProblems(universe);
  const read = (text: string, pointer: string): ScreenField | undefined => {
    const field = fields.get(text) ?? parseField(text);
    if (typeof field === 'string') problems.push({ pointer, detail: field });
    else fields.set(text, field);
    return typeof field === 'string' ? undefined : field;
  };
  if (condition !== null) problems.push(...conditionProblems(condition, '/condition', read));
  for (const [index, { field }] of sort.entries()) read(field, `/sort/${index}/field`);
  for (const [index, field] of columns.entries()) read(field, `/columns/${index}`);
  if (problems.length > 0)
    throw new Problem('invalid_request', {
      detail: 'The screen is not valid; see errors. GET /markets/screens/fields lists the fields.',
      errors: problems.slice(0, 50),
    });
  if (condition !== null) assertPossible(condition, fields);
  const shown = columns.length > 0 ? columns : [...fields.keys()];
  const distinct = new Map(shown.map((text) => fields.get(text) as ScreenField).map((field) => [field.text, field]));
  return { ...definition, fields, shown: [...distinct.values()] };
}

function universeProblems({ assetClasses: classes, venue, ...lists }: ScreenUniverse): FieldProblem[] {
  const given = Object.entries(lists).filter(([, value]) => value !== null);
  const problems = given.slice(1).map(([name]) => ({
    pointer: `/universe/${name}`,
    detail: `must not be given together with \`${given[0]?.[0]}\``,
  }));
  for (const [index, text] of (lists.symbols ?? []).entries())
    if (parseSymbol(text) === undefined)
      problems.push({ pointer: `/universe/symbols/${index}`, detail: 'must be a symbol such as AAPL.US' });
  return problems;
}

function conditionProblems(
  condition: ScreenCondition,
  prefix: string,
  read: (text: string, pointer: string) => ScreenField | undefined,
): FieldProblem[] {
  for (const { pointer, depth } of nodesOf(condition))
    if (depth > MAX_DEPTH) return [{ pointer: prefix + pointer, detail: `is nested deeper than ${MAX_DEPTH} levels` }];
  const leaves = [...leavesOf(condition)];
  const excess = leaves[MAX_LEAVES];
  if (excess !== undefined)
    return [{ pointer: prefix + excess.pointer, detail: `is one too many: a screen compares at most ${MAX_LEAVES}` }];
  return leaves.flatMap(({ condition: leaf, pointer }) => {
    const at = prefix + pointer;
    const field = read(leaf.field, `${at}/field`);
    return leaf.type === 'one_of' ? wordProblems(leaf, field, at) : comparisonProblems(leaf, field, at, read);
  });
}

function wordProblems({ values }: OneOfLeaf, field: ScreenField | undefined, at: string): FieldProblem[] {
  if (field === undefined) return [];
  if (field.unit !== 'text') return [{ pointer: `${at}/field`, detail: 'is a number: use `compare`' }];
  if (field.name !== 'assetClass') return [];
  return values.flatMap((value, index) =>
    assetClasses.includes(value.toLowerCase() as AssetClass)
      ? []
      : [{ pointer: `${at}/values/${index}`, detail: `must be one of ${assetClasses.join(', ')}` }],
  );
}

function comparisonProblems(
  { value, otherField, factor }: CompareLeaf,
  field: ScreenField | undefined,
  at: string,
  read: (text: string, pointer: string) => ScreenField | undefined,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (field?.unit === 'text') problems.push({ pointer: `${at}/field`, detail: 'is a text: use `one_of`' });
  if ((value === undefined) === (otherField === undefined))
    problems.push({ pointer: at, detail: 'must have either `value` or `otherField`' });
  if (factor !== undefined && otherField === undefined)
    problems.push({ pointer: `${at}/factor`, detail: 'is a factor of `otherField`' });
  const second = otherField === undefined ? undefined : read(otherField, `${at}/otherField`);
  if (second?.unit === 'text') problems.push({ pointer: `${at}/otherField`, detail: 'is a text: use a number' });
  if (second !== undefined && second.text === field?.text && (factor ?? 1) === 1)
    problems.push({ pointer: `${at}/otherField`, detail: 'must be another field than `field`' });
  return problems;
}

function assertPossible(condition: ScreenCondition, fields: ReadonlyMap<string, ScreenField>): void {
  const part = impossiblePart(condition, '/condition', (leaf, isNegated) => requirementOf(leaf, isNegated, fields));
  if (part === undefined) return;
  throw new Problem('unprocessable', {
    detail: 'The condition can never be true; see errors.',
    errors: [
      {
        pointer: part,
        detail: 'can never be true: its values exclude each other, or are beyond what the field can be',
      },
    ],
  });
}

/** Returns the values of a field for which a leaf, or its negation, is true. */
function requirementOf(leaf: ScreenLeaf, isNegated: boolean, fields: ReadonlyMap<string, ScreenField>): Requirement {
  const field = fields.get(leaf.field) as ScreenField;
  if (leaf.type === 'one_of') {
    const words = new Set(leaf.values.map((value) => value.toLowerCase()));
    return { name: field.text, values: new WordSet(words, isNegated), domain: new WordSet(new Set(), true) };
  }
  if (leaf.value === undefined) return truthOf(leaf, isNegated);
  const isUpward = (leaf.operator === 'above' || leaf.operator === 'at_least') !== isNegated;
  const isOpen = (leaf.operator === 'above' || leaf.operator === 'below') !== isNegated;
  const values = isUpward ? NumberRange.from(leaf.value, isOpen) : NumberRange.to(leaf.value, isOpen);
  return { name: field.text, values, domain: domainOf(field) };
}

/** Returns the values that a field can have. */
function domainOf({ name, unit, indicator }: ScreenField): NumberRange {
  const range = indicator?.spec.kind.range;
  if (range !== undefined) return NumberRange.closed(...range);
  if (name === 'priceChange') return NumberRange.from(-1, false);
  if (name === 'volume' || name === 'averageVolume' || unit === 'shares') return NumberRange.from(0, false);
  if (name === 'marketCap' || name.startsWith('priceTo')) return NumberRange.from(0, true);
  return NumberRange.any;
}
