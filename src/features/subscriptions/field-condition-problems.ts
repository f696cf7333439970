import type { FieldProblem } from '../../api/problem.js';
import type { EventField, EventFields } from '../../events/event-fields.js';
import { type FieldCondition, isOrder, type Scalar } from '../../events/field-condition.js';

/** Maximum number of fields that a problem lists. */
const MAX_NAMED = 20;

/**
 * Returns the problems of conditions for the types of events to which they apply: a field that a type does not have, a
 * value that the field cannot have, or an operator that does not fit it. At most one problem a condition.
 */
export function fieldConditionProblems(
  conditions: readonly FieldCondition[],
  types: readonly string[],
  fields: EventFields,
): FieldProblem[] {
  return conditions.flatMap((condition, index) => {
    const at = `/conditions/${index}`;
    const malformed = formProblem(condition);
    if (malformed !== undefined) return [{ pointer: `${at}/${malformed.member}`, detail: malformed.detail }];
    for (const type of types) {
      const field = fields.find(type, condition.field);
      if (field === undefined) return [{ pointer: `${at}/field`, detail: unknownField(type, condition.field, fields) }];
      const detail = valueProblem(condition, field);
      if (detail !== undefined) {
        const member = detail.isOperator ? 'operator' : condition.operator === 'in' ? 'values' : 'value';
        return [
          { pointer: `${at}/${member}`, detail: `${detail.text}: \`${condition.field}\` of ${type} ${detail.is}` },
        ];
      }
    }
    return [];
  });
}

function unknownField(type: string, path: string, fields: EventFields): string {
  const there = fields.instead(type, path);
  const named = there.slice(0, MAX_NAMED).join(', ') + (there.length > MAX_NAMED ? ', …' : '');
  const advice = there.length === 0 ? 'the field before the last dot has no fields' : `there are ${named}`;
  return `is not a field of ${type}; ${advice}`;
}

/** Returns the problem of a condition that no field could satisfy. */
function formProblem({ operator, value, values }: FieldCondition): { member: string; detail: string } | undefined {
  if (operator === 'in')
    return values === undefined
      ? { member: 'values', detail: 'is needed for the operator in' }
      : value === undefined
        ? undefined
        : { member: 'value', detail: 'must be left out for the operator in; use values' };
  if (values !== undefined) return { member: 'values', detail: `must be left out for the operator ${operator}` };
  if (operator === 'exists')
    return value === undefined || typeof value === 'boolean'
      ? undefined
      : { member: 'value', detail: 'must be true or false for the operator exists' };
  return value === undefined ? { member: 'value', detail: `is needed for the operator ${operator}` } : undefined;
}

interface Mismatch {
  text: string;
  /** End of the sentence about the field. */
  is: string;
  isOperator?: true;
}

function valueProblem({ operator, value, values = [] }: FieldCondition, field: EventField): Mismatch | undefined {
  if (operator === 'exists' || field.types.size === 0) return undefined;
  const is = `is ${[...field.types].join(' or ')}`;
  if (operator === 'contains') {
    const item = field.types.has('array') ? field.items : field.types.has('string') ? field : undefined;
    if (item === undefined) return { text: 'does not fit', is, isOperator: true };
    return accepts({ ...item, values: item === field ? undefined : item.values }, value as Scalar)
      ? undefined
      : { text: 'has the wrong type', is };
  }
  if (isOrder(operator)) return orderProblem(value as Scalar, field, is);
  const wrong = (operator === 'in' ? values : [value as Scalar]).find((one) => !accepts(field, one));
  if (wrong === undefined) return undefined;
  return field.values === undefined
    ? { text: 'has the wrong type', is }
    : { text: 'is not possible', is: `is one of ${field.values.join(', ')}` };
}

function orderProblem(value: Scalar, { types, format }: EventField, is: string): Mismatch | undefined {
  if (types.has('number') || types.has('integer'))
    return typeof value === 'number' ? undefined : { text: 'has the wrong type', is };
  if (format !== 'date-time' && format !== 'date') return { text: 'does not fit', is, isOperator: true };
  const shape = format === 'date' ? /^\d{4}-\d{2}-\d{2}$/ : /^\d{4}-\d{2}-\d{2}(?:T.*(?:Z|[+-]\d{2}:\d{2}))?$/;
  return typeof value === 'string' && shape.test(value) && !Number.isNaN(Date.parse(value))
    ? undefined
    : { text: 'has the wrong type', is: `is a ${format}` };
}

function accepts({ types, values }: EventField, value: Scalar): boolean {
  if (values !== undefined && !values.includes(value)) return false;
  if (types.size === 0 || types.has(typeof value)) return true;
  return types.has('integer') && Number.isInteger(value);
}
