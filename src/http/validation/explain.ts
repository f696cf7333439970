import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { type DtoClass } from '../../openapi/endpoint.js';
import { escapePointer, type FieldProblem } from '../problem.js';
import { DtoPlan } from './dto-plan.js';

const options = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true, validationError: { target: false, value: false } };
const MAX_PROBLEMS = 50;

/** What class-validator finds wrong, as pointers below `prefix`. Never contains a submitted value. Empty when it finds nothing. */
export function explain(dto: DtoClass, value: unknown, prefix: string): FieldProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ pointer: prefix, detail: 'must be an object' }];
  const instance = plainToInstance(dto as new () => object, value);
  const found = flatten(validateSync(instance, options), prefix);
  const unknown = unknownFields(dto, value, prefix).filter(({ pointer }) => !found.some((problem) => problem.pointer === pointer));
  return [...found, ...unknown].slice(0, MAX_PROBLEMS);
}

/** class-transformer drops names that every object has (`constructor`, `toString`), so class-validator never sees them. */
function unknownFields(dto: DtoClass, value: object, prefix: string): FieldProblem[] {
  const plan = DtoPlan.of(dto);
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    const pointer = `${prefix}/${escapePointer(name)}`;
    const nested = plan.field(name)?.rule.nested;
    if (plan.field(name) === undefined) return [{ pointer, detail: 'is not known here' }];
    if (nested === undefined || typeof inner !== 'object' || inner === null) return [];
    return Array.isArray(inner)
      ? inner.flatMap((item, index) => (typeof item === 'object' && item !== null ? unknownFields(nested(), item, `${pointer}/${index}`) : []))
      : unknownFields(nested(), inner, pointer);
  });
}

function flatten(errors: ValidationError[], prefix: string): FieldProblem[] {
  return errors.flatMap((error) => {
    const pointer = `${prefix}/${escapePointer(error.property)}`;
    const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => ({ pointer, detail: sentence(rule, message, error.property) }));
    return [...own, ...flatten(error.children ?? [], pointer)];
  });
}

function sentence(rule: string, message: string, property: string): string {
  if (rule === 'whitelistValidation') return 'is not known here';
  return message.startsWith(`${property} `) ? message.slice(property.length + 1) : message;
}
