import type { FieldMetadata } from '../../api/field.js';
import { escapePointer, type FieldProblem, MAX_FIELD_PROBLEMS } from '../../api/problem.js';
import { classOf, type DtoClass, type Rule } from '../../api/rules.js';
import { DtoPlan } from './dto-plan.js';

export const UNKNOWN_NAME = 'is not known here';

/**
 * Returns the problems of an invalid value, at least one and at most `MAX_FIELD_PROBLEMS`, as pointers below `prefix`.
 * They never contain a submitted value. The search stops at the last returned problem, so its cost is bounded by the
 * size of the value.
 */
export function explain(dto: DtoClass, value: unknown, prefix: string): FieldProblem[] {
  const found = new Findings();
  if (isObject(value)) explainObject(dto, value, prefix, found);
  else found.add(prefix, 'must be an object');
  return found.problems.length > 0 ? found.problems : [{ pointer: prefix, detail: 'is not as described' }];
}

class Findings {
  readonly problems: FieldProblem[] = [];

  get isFull(): boolean {
    return this.problems.length >= MAX_FIELD_PROBLEMS;
  }

  add(pointer: string, detail: string): void {
    if (!this.isFull) this.problems.push({ pointer, detail });
  }
}

/** Reports fields of the DTO before unknown names, of which there can be any number. */
function explainObject(dto: DtoClass, value: Record<string, unknown>, prefix: string, found: Findings): void {
  const plan = DtoPlan.of(dto);
  for (const name of plan.names) {
    if (found.isFull) return;
    const given = Object.hasOwn(value, name) ? value[name] : undefined;
    explainField(plan.field(name) as FieldMetadata, given, `${prefix}/${escapePointer(name)}`, found);
  }
  for (const name in value) {
    if (found.isFull) return;
    if (plan.field(name) === undefined) found.add(`${prefix}/${escapePointer(name)}`, UNKNOWN_NAME);
  }
}

function explainField({ rule }: FieldMetadata, value: unknown, pointer: string, found: Findings): void {
  if (value === null && rule.nullable) return;
  if (value === undefined) {
    if (!rule.optional) found.add(pointer, 'is required');
    return;
  }
  if (!rule.check(value)) found.add(pointer, `must be ${rule.says}`);
  if (rule.items === undefined) explainNested(rule, value, pointer, found);
  if (rule.items === undefined || !Array.isArray(value)) return;
  // Items beyond the maximum length are not checked, because the list is reported as too long.
  for (const [index, item] of value.slice(0, rule.items.max).entries()) {
    if (found.isFull) return;
    explainNested(rule, item, `${pointer}/${index}`, found);
  }
}

function explainNested(rule: Rule, value: unknown, pointer: string, found: Findings): void {
  if (!isObject(value)) return;
  const dto = classOf(rule, value);
  if (dto !== undefined) explainObject(dto, value, pointer, found);
  // An object of an unknown member of its union has no rules for its other fields.
  else if (rule.union !== undefined)
    found.add(
      `${pointer}/${rule.union.property}`,
      `must be one of ${Object.keys(rule.union.members).join(', ')}${rule.union.hint === undefined ? '' : `; ${rule.union.hint}`}`,
    );
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
