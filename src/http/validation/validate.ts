import type { ParsedUrlQuery } from 'node:querystring';
import { escapePointer, type FieldProblem, MAX_FIELD_PROBLEMS, Problem } from '../../api/problem.js';
import type { DtoClass, Rule } from '../../api/rules.js';
import { DtoPlan } from './dto-plan.js';
import { explain, UNKNOWN_NAME } from './explain.js';

/**
 * Returns the body as an instance of its DTO.
 * @throws Problem `invalid_request` that lists the invalid fields
 */
export function validateBody(dto: DtoClass, value: unknown): object {
  const accepted = value === undefined ? undefined : DtoPlan.of(dto).accept(value);
  if (accepted !== undefined) return accepted;
  if (value === undefined) throw invalid([{ pointer: '', detail: 'is required' }], 'Send a JSON body.');
  throw invalid(explain(dto, value, ''), 'Some fields are not valid; see errors.');
}

/** Accepts no body or an empty object, for operations without a body. */
export function validateNoBody(value: unknown): void {
  if (value === undefined) return;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid([{ pointer: '', detail: 'must be left out' }], 'This operation takes no body.');
  const names = Object.keys(value).slice(0, MAX_FIELD_PROBLEMS);
  if (names.length > 0)
    throw invalid(
      names.map((name) => ({ pointer: `/${escapePointer(name)}`, detail: UNKNOWN_NAME })),
      'This operation takes no body.',
    );
}

/**
 * Returns the query parameters as an instance of their DTO; texts become numbers, flags and lists according to the
 * rules.
 */
export function validateQuery(dto: DtoClass | undefined, query: ParsedUrlQuery): object {
  if (dto === undefined) {
    const names = Object.keys(query);
    if (names.length > 0) throw invalid(names.map(unknownParameter), 'This operation takes no query parameters.');
    return {};
  }
  const plan = DtoPlan.of(dto);
  const value: Record<string, unknown> = {};
  const problems: FieldProblem[] = [];
  for (const [name, given] of Object.entries(query)) {
    const field = plan.field(name);
    if (field === undefined) problems.push(unknownParameter(name));
    else if (Array.isArray(given) && field.rule.items === undefined)
      problems.push({ pointer: `query/${name}`, detail: 'must be given once' });
    // Generated clients repeat list parameters regardless of the OpenAPI description: `symbol=A&symbol=B` equals
    // `symbol=A,B`.
    else value[name] = parse(field.rule, Array.isArray(given) ? given.join(',') : (given ?? ''));
  }
  const accepted = plan.accept(value);
  if (accepted !== undefined && problems.length === 0) return accepted;
  const wrongValues = accepted === undefined ? explain(dto, value, 'query') : [];
  throw invalid([...problems, ...wrongValues], 'Some query parameters are not valid; see errors.');
}

/**
 * Returns the value of a path parameter after checking it.
 * @throws Problem `invalid_request` when the value of a path parameter breaks its rule
 */
export function validatePathParameter(name: string, rule: Rule | undefined, value: string): string {
  if (rule === undefined || rule.check(value)) return value;
  throw invalid([{ pointer: `path/${name}`, detail: `must be ${rule.says}` }], 'The address is not valid; see errors.');
}

export function invalid(errors: FieldProblem[], detail: string): Problem {
  return new Problem('invalid_request', { detail, errors });
}

const unknownParameter = (name: string): FieldProblem => ({
  pointer: `query/${name.slice(0, 100)}`,
  detail: 'is not a known parameter',
});

/**
 * Converts text to the type of a rule. Text that is not a JSON number, such as `0x10`, `1_000`, ` 5` or `+5`, stays
 * text and is then rejected by the rule.
 */
function parse(rule: Rule, given: string): unknown {
  if (rule.items !== undefined)
    return given === ''
      ? []
      : given.split(',').map((item) => parseScalar((rule.schema.items as { type?: string }).type, item));
  return parseScalar(rule.schema.type as string | undefined, given);
}

function parseScalar(type: string | undefined, given: string): unknown {
  if (type === 'integer' && /^-?(0|[1-9]\d{0,15})$/.test(given)) return Number(given);
  if (type === 'number' && /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(given)) return Number(given);
  if (type === 'boolean' && (given === 'true' || given === 'false')) return given === 'true';
  return given;
}
