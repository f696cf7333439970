import { plainToInstance } from 'class-transformer';
import { type ValidationError, validateSync } from 'class-validator';
import { type DtoClass } from '../../openapi/endpoint.js';
import type { FieldProblem } from '../problem.js';

const options = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true, validationError: { target: false, value: false } };
const MAX_PROBLEMS = 50;

/** What class-validator finds wrong, as pointers below `prefix`. Never contains a submitted value. Empty when it finds nothing. */
export function explain(dto: DtoClass, value: unknown, prefix: string): FieldProblem[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [{ pointer: prefix, detail: 'must be an object' }];
  const instance = plainToInstance(dto as new () => object, value);
  return flatten(validateSync(instance, options), prefix).slice(0, MAX_PROBLEMS);
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

/** RFC 6901. A name from outside is cut: it is only there to be recognised. */
function escapePointer(name: string): string {
  return name.slice(0, 100).replaceAll('~', '~0').replaceAll('/', '~1');
}
