import type { OpenApiDocument, Operation, Parameter } from '../../../src/api/open-api-document.js';
import type { Schema } from '../../../src/api/rules.js';
import { DescriptionValidator } from '../description-validator.js';
import { parametersOf } from '../operation-path.js';
import fc from '../properties.js';
import { mutantsOf, wrongValues } from './mutations.js';
import { type Resolve, validValue } from './valid-values.js';

/** One request to an operation. */
export interface FuzzCase {
  what: string;
  /** Whether the OpenAPI description allows the request. */
  valid: boolean;
  query: string;
  body?: unknown;
}

/** Generates requests to the operations of an OpenAPI description: valid ones, and ones with one change. */
export class CaseWriter {
  private readonly validator: DescriptionValidator;

  constructor(private readonly document: OpenApiDocument) {
    this.validator = new DescriptionValidator(document);
  }

  private readonly resolve: Resolve = (schema) => {
    const reference = (schema as { $ref?: string }).$ref;
    if (reference === undefined) return schema;
    const found = reference
      .split('/')
      .slice(1)
      .reduce((node: unknown, key) => (node as Record<string, unknown>)[key], this.document);
    return this.resolve(found as Schema);
  };

  /** Returns about `count` requests, the same ones for the same seed. */
  cases(path: string, method: string, operation: Operation, count: number, seed: number): FuzzCase[] {
    const queries = parametersOf(this.document, operation).filter((parameter) => parameter.in === 'query');
    const schema = operation.requestBody?.content['application/json']?.schema;
    const bodies =
      schema === undefined
        ? []
        : this.bodies(
            ['paths', path, method, 'requestBody', 'content', 'application/json', 'schema'],
            schema,
            count,
            seed,
          );
    const body = operation.requestBody?.content['application/json']?.example;
    const needed = queryOf(required(queries));
    const plain: FuzzCase[] =
      schema === undefined ? [{ what: 'nothing beyond what is needed', valid: true, query: needed }] : [];
    return [
      ...plain,
      ...bodies,
      ...this.queries(queries, count, seed).map((one) => ({ ...one, body })),
      ...required(queries).map((left) => ({
        what: `no ${left.name}`,
        valid: false,
        query: queryOf(required(queries).filter((one) => one !== left)),
      })),
      {
        what: 'an unknown parameter',
        valid: false,
        query: `${needed}${needed === '' ? '?' : '&'}nonsense=1`,
        body: bodies[0]?.body,
      },
    ];
  }

  private bodies(at: string[], schema: Schema, count: number, seed: number): FuzzCase[] {
    const validate = this.validator.at(at);
    const allowed = fc.sample(validValue(schema, this.resolve), { numRuns: Math.ceil(count / 4), seed });
    const mutants = allowed.flatMap((value) => mutantsOf(schema, value, this.resolve));
    const picked =
      fc.sample(
        fc.shuffledSubarray(mutants, {
          minLength: Math.min(count, mutants.length),
          maxLength: Math.min(count, mutants.length),
        }),
        {
          numRuns: 1,
          seed,
        },
      )[0] ?? [];
    return [
      ...allowed.map((body) => ({ what: 'an allowed body', valid: validate(body), query: '', body })),
      ...picked.map(({ what, value }) => ({
        what,
        valid: validate(value) && isStorable(value),
        query: '',
        body: value,
      })),
    ];
  }

  private queries(parameters: Parameter[], count: number, seed: number): FuzzCase[] {
    const cases = parameters.flatMap(({ name, schema }) => {
      const allowed = fc.sample(validValue(schema, this.resolve), { numRuns: 5, seed }).map((value) => ({
        what: `an allowed ${name}`,
        valid: name !== 'cursor',
        text: [value].flat().map(written).join(','),
      }));
      const wrong = wrongValues(schema)
        .filter((value) => typeof value === 'string' || typeof value === 'number')
        .map((value) => ({
          what: `${name} = ${JSON.stringify(value).slice(0, 60)}`,
          valid: name !== 'cursor' && this.allows(schema, value),
          text: String(value),
        }));
      const others = required(parameters).filter((one) => one.name !== name);
      return [...allowed, ...wrong].map(({ text, ...rest }) => ({
        ...rest,
        query: queryOf([...others, { name, example: text }]),
      }));
    });
    return (
      fc.sample(
        fc.shuffledSubarray(cases, {
          minLength: Math.min(count, cases.length),
          maxLength: Math.min(count, cases.length),
        }),
        { numRuns: 1, seed },
      )[0] ?? []
    );
  }

  /**
   * Returns whether a parameter, written as text, is allowed. Text that is a plain number counts as a number; a list is
   * split at commas.
   */
  private allows(schema: Schema, value: string | number): boolean {
    if (schema.type === 'array') {
      const {
        items,
        minItems = 0,
        maxItems = Number.POSITIVE_INFINITY,
      } = schema as { items: Schema; minItems?: number; maxItems?: number };
      const parts = value === '' ? [] : String(value).split(',');
      return (
        parts.length >= minItems &&
        parts.length <= maxItems &&
        parts.every((part) => this.allows(this.resolve(items), part))
      );
    }
    const wellFormed = typeof value === 'string' ? value.toWellFormed() : value;
    const read =
      schema.type === 'string'
        ? String(wellFormed)
        : numbers[schema.type as string]?.test(String(wellFormed))
          ? Number(wellFormed)
          : wellFormed;
    return this.validator.allows(schema, read);
  }
}

const required = (parameters: readonly Parameter[]) => parameters.filter((parameter) => parameter.required === true);

/** Returns a query with the examples of parameters; '' without any. */
function queryOf(parameters: ReadonlyArray<{ name: string; example?: unknown }>): string {
  const parts = parameters.map(
    ({ name, example }) => `${name}=${encodeURIComponent([example].flat().map(written).join(',').toWellFormed())}`,
  );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

/** Returns a value as written in a query. */
const written = (value: unknown) => String(value);
/** Pattern of a number in a query, by its type. */
const numbers: Record<string, RegExp> = {
  integer: /^-?(?:0|[1-9]\d{0,15})$/,
  number: /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/,
};

/**
 * Returns whether text is Unicode without lone surrogates. The OpenAPI description states this rule in words, because
 * JSON Schema cannot express it.
 */
function isStorable(value: unknown): boolean {
  return !/\\ud[89a-f]/i.test(JSON.stringify(value));
}
