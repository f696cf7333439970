import { createHash } from 'node:crypto';
import { SourceMap } from 'node:module';
import {
  type AnyNode,
  type AssignmentExpression,
  type BinaryExpression,
  type CallExpression,
  type Comment,
  type ExpressionStatement,
  type Literal,
  type LogicalExpression,
  type Node,
  parse,
} from 'acorn';

/**
 * Kind of a change: `boundary` and `equality` change a comparison, `arithmetic` and `logic` another operator; a
 * `condition` is negated, a `limit` moved, a `call` removed.
 */
export type MutationKind = 'boundary' | 'equality' | 'arithmetic' | 'logic' | 'condition' | 'limit' | 'call';

/** A replacement in the text of a compiled module; `start` and `end` are offsets in characters. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** A place in a module, with one change that a test should notice. */
export interface Place {
  /**
   * Eight hexadecimal digits, from the file, the text of the line and the change. Lines that are added elsewhere do not
   * change the id.
   */
  id: string;
  /** Path of the TypeScript source, from the root. */
  source: string;
  /** Line in the source, from 1. */
  line: number;
  /** Text of the line in the source. */
  code: string;
  kind: MutationKind;
  /** The change in words, such as `< → <=`. */
  change: string;
  edits: Edit[];
}

const REPLACED: Record<string, [MutationKind, string]> = {
  '<': ['boundary', '<='],
  '<=': ['boundary', '<'],
  '>': ['boundary', '>='],
  '>=': ['boundary', '>'],
  '===': ['equality', '!=='],
  '!==': ['equality', '==='],
  '+': ['arithmetic', '-'],
  '-': ['arithmetic', '+'],
  '*': ['arithmetic', '/'],
  '/': ['arithmetic', '*'],
  '+=': ['arithmetic', '-='],
  '-=': ['arithmetic', '+='],
  '&&': ['logic', '||'],
  '||': ['logic', '&&'],
};
const COMPARISONS = new Set(['<', '<=', '>', '>=']);

/**
 * Limits from this number on are changed by a tenth, because one millisecond or byte more is no tested behavior; so are
 * constants of times and sizes whose names end with their unit.
 */
const LARGE = 1_000;
const MEASURED = /_(?:MS|SECONDS|BYTES)$/;
/** Constants whose numbers are arbitrary, such as keys of locks in a database. */
const ARBITRARY = /_LOCK$/;

const LOG_METHODS = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);
/** Calls whose removal only affects how long a process lives, or diagnostics. */
const UNSEEN_CALLS = new Set(['unref', 'ref', 'clearTimeout', 'removeListener', 'setAttribute', 'setAttributes']);

interface Found {
  kind: MutationKind;
  change: string;
  /** Offset in the compiled module. */
  at: number;
  edits: Edit[];
}

/**
 * Returns every place of a compiled module that can be changed. Decorators (the description of operations and fields),
 * log calls and concatenated texts are left out.
 * @param source path of the TypeScript file from the root
 * @param text of the TypeScript file
 * @param compiled text of the compiled module
 * @param map its source map, as JSON
 */
export function findPlaces(source: string, text: string, compiled: string, map: string): Place[] {
  const lines = text.split('\n');
  const positions = new SourceMap(JSON.parse(map));
  const seen = new Map<string, number>();
  return new Search(compiled).places().flatMap(({ kind, change, at, edits }) => {
    const line = originalLine(positions, compiled, at);
    if (line === 0) return [];
    const code = (lines[line - 1] ?? '').trim();
    const name = `${source}\n${code}\n${change}`;
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    const id = createHash('sha256').update(`${name}\n${count}`).digest('hex').slice(0, 8);
    return [{ id, source, line, code, kind, change, edits }];
  });
}

/** Returns the line in the source, from 1; 0 for code that the compiler has added. */
function originalLine(positions: SourceMap, compiled: string, at: number): number {
  const before = compiled.slice(0, at);
  const entry = positions.findEntry(before.split('\n').length - 1, at - (before.lastIndexOf('\n') + 1));
  return 'originalLine' in entry ? entry.originalLine + 1 : 0;
}

/** Returns the module with the changes of these places. */
export function mutate(compiled: string, places: readonly Place[]): string {
  const edits = places.flatMap((place) => place.edits).sort((a, b) => b.start - a.start || b.end - a.end);
  return edits.reduce(
    (text, { start, end, text: replacement }) => text.slice(0, start) + replacement + text.slice(end),
    compiled,
  );
}

/** Finds the places of one module. */
class Search {
  private readonly found: Found[] = [];
  private readonly comments: Comment[] = [];
  private readonly tree: Node;

  constructor(private readonly compiled: string) {
    this.tree = parse(compiled, { ecmaVersion: 'latest', sourceType: 'module', onComment: this.comments });
  }

  /** Returns the places in the order of the module. */
  places(): Found[] {
    this.visit(this.tree, []);
    return this.found.sort((a, b) => a.at - b.at);
  }

  private visit(node: Node, parents: readonly Node[]): void {
    if (isDecoration(node) || isLogCall(node)) return;
    this.look(node as AnyNode, parents as AnyNode[]);
    for (const child of childrenOf(node)) this.visit(child, [node, ...parents]);
  }

  private look(node: AnyNode, parents: readonly AnyNode[]): void {
    if (node.type === 'BinaryExpression' || node.type === 'LogicalExpression' || node.type === 'AssignmentExpression')
      this.operator(node);
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression') this.condition(node.test);
    if (node.type === 'Literal') this.limit(node, parents);
    if (node.type === 'ExpressionStatement') this.call(node);
  }

  private operator({ left, right, operator }: BinaryExpression | LogicalExpression | AssignmentExpression): void {
    const [kind, replacement] = REPLACED[operator] ?? [];
    if (kind === undefined || replacement === undefined) return;
    if (kind === 'arithmetic' && (isText(left) || isText(right))) return;
    const start = this.tokenAfter(left.end, operator);
    this.found.push({
      kind,
      change: `${operator} → ${replacement}`,
      at: start,
      edits: [{ start, end: start + operator.length, text: replacement }],
    });
  }

  /** Returns the offset of the next operator after an offset; comments may contain its characters and are skipped. */
  private tokenAfter(offset: number, operator: string): number {
    const at = this.compiled.indexOf(operator, offset);
    const comment = this.comments.find(({ start, end }) => at >= start && at < end);
    return comment === undefined ? at : this.tokenAfter(comment.end, operator);
  }

  private condition({ type, start, end }: Node): void {
    const edits = [
      { start, end: start, text: '!(' },
      { start: end, end, text: ')' },
    ];
    // A comparison as a condition already is a place of its own, with the same effect.
    if (type !== 'BinaryExpression')
      this.found.push({ kind: 'condition', change: 'condition negated', at: start, edits });
  }

  private limit({ value, start, end }: Literal, parents: readonly AnyNode[]): void {
    if (typeof value !== 'number' || !isLimit(parents)) return;
    const isMeasured = MEASURED.test(constantOf(parents) ?? '');
    const step = value >= LARGE || isMeasured ? Math.max(1, Math.round(value / 10)) : 1;
    const column = start - this.compiled.lastIndexOf('\n', start);
    // The column decides whether the limit is raised (even) or lowered (odd), so each place has one change.
    const changed = value + (value === 0 || column % 2 === 0 ? step : -step);
    this.found.push({
      kind: 'limit',
      change: `${value} → ${changed}`,
      at: start,
      edits: [{ start, end, text: String(changed) }],
    });
  }

  private call({ expression, start, end }: ExpressionStatement): void {
    if (expression.type !== 'CallExpression' || expression.callee.type !== 'MemberExpression' || isLogCall(expression))
      return;
    const { property } = expression.callee;
    if (property.type === 'Identifier' && UNSEEN_CALLS.has(property.name)) return;
    this.found.push({ kind: 'call', change: 'call removed', at: start, edits: [{ start, end, text: 'void 0;' }] });
  }
}

function childrenOf(node: Node): Node[] {
  return Object.values(node)
    .flat()
    .filter((value): value is Node => value instanceof Object && 'type' in value && typeof value.type === 'string');
}

/** Returns whether a node is a compiled decorator, `C = __decorate([…], C)`, of a class or a member. */
function isDecoration(node: Node): boolean {
  const { type, callee } = node as CallExpression;
  return (
    type === 'CallExpression' &&
    callee.type === 'Identifier' &&
    ['__decorate', '__metadata', '__param'].includes(callee.name)
  );
}

/** Returns whether a node is a log call, such as `this.log.warn({ … }, '…')`. */
function isLogCall(node: Node): boolean {
  const { type, callee } = node as CallExpression;
  if (type !== 'CallExpression' || callee.type !== 'MemberExpression' || callee.property.type !== 'Identifier')
    return false;
  const { object, property } = callee;
  const name = object.type === 'MemberExpression' ? object.property : object;
  return LOG_METHODS.has(property.name) && name.type === 'Identifier' && /log(ger)?$/i.test(name.name);
}

function isText(node: Node): boolean {
  const any = node as AnyNode;
  if (any.type === 'Literal') return typeof any.value === 'string';
  if (any.type === 'TemplateLiteral') return true;
  if (any.type === 'BinaryExpression') return isText(any.left) || isText(any.right);
  if (any.type === 'ConditionalExpression') return isText(any.consequent) || isText(any.alternate);
  return false;
}

/** Functions whose numeric arguments are limits. */
const LIMITING = new Set(['slice', 'limit', 'min', 'max']);

/**
 * Returns whether a number is a limit: it is compared, passed to a limiting function, a default value, or part of a
 * constant in capitals.
 */
function isLimit([parent, ...above]: readonly AnyNode[]): boolean {
  if (parent === undefined) return false;
  if (parent.type === 'BinaryExpression' && COMPARISONS.has(parent.operator)) return true;
  if (parent.type === 'BinaryExpression') return isLimit(above);
  if (parent.type === 'AssignmentPattern') return true;
  if (parent.type === 'VariableDeclarator') {
    const name = constantOf([parent]);
    return name !== undefined && !ARBITRARY.test(name);
  }
  if (parent.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return false;
  const { property } = parent.callee;
  return property.type === 'Identifier' && LIMITING.has(property.name);
}

/** Returns the name, in capitals, of the constant to which a number belongs. */
function constantOf(parents: readonly AnyNode[]): string | undefined {
  const declarator = parents.find(({ type }) => type !== 'BinaryExpression');
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return undefined;
  return /^[A-Z][A-Z\d_]+$/.test(declarator.id.name) ? declarator.id.name : undefined;
}
