import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { type DtoClass } from '../../openapi/endpoint.js';
import { escapePointer, type FieldProblem } from '../problem.js';
import { DtoPlan } from './dto-plan.js';

const options = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true, validationError: { target: false, value: false } };
const MAX_PROBLEMS = 50;
const UNKNOWN = 'is not known here';

/** What class-validator finds wrong, as pointers below `prefix`. Never contains a submitted value, and is never empty: it is asked why, not whether. */
export function explain(dto: DtoClass, value: unknown, prefix: string): FieldProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ pointer: prefix, detail: 'must be an object' }];
  const instance = plainToInstance(dto as new () => object, value);
  const found = flatten(validateSync(instance, options), prefix);
  const told = new Set(found.map(({ pointer }) => pointer));
  const problems = [...found, ...unknownNames(dto, value, prefix).filter(({ pointer }) => !told.has(pointer))].slice(0, MAX_PROBLEMS);
  return problems.length > 0 ? problems : [{ pointer: prefix, detail: 'is not as described' }];
}

/** class-transformer drops names that stand for something on every object (`constructor`, `toString`), so class-validator never sees them. */
function unknownNames(dto: DtoClass, value: object, prefix: string): FieldProblem[] {
  return Object.entries(value).flatMap(([name, inner]) => {
    const pointer = `${prefix}/${escapePointer(name)}`;
    const field = DtoPlan.of(dto).field(name);
    if (field === undefined) return [{ pointer, detail: UNKNOWN }];
    const nested = field.rule.nested?.();
    if (nested === undefined || typeof inner !== 'object' || inner === null) return [];
    if (!Array.isArray(inner)) return unknownNames(nested, inner, pointer);
    return inner.flatMap((item, at) => (typeof item === 'object' && item !== null ? unknownNames(nested, item, `${pointer}/${at}`) : []));
  });
}

function flatten(errors: ValidationError[], prefix: string): FieldProblem[] {
  return errors.flatMap((error) => {
    const pointer = `${prefix}/${escapePointer(error.property)}`;
    // The rule of an object says it already.
    const own = Object.entries(error.constraints ?? {})
      .filter(([rule], _, { length }) => rule !== 'nestedValidation' || length === 1)
      .map(([rule, message]) => ({ pointer, detail: sentence(rule, message, error.property) }));
    return [...own, ...flatten(error.children ?? [], pointer)];
  });
}

function sentence(rule: string, message: string, property: string): string {
  if (rule === 'whitelistValidation') return UNKNOWN;
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
