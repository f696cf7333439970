import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import type { OpenApiDocument } from '../../src/api/open-api-document.js';

const pointer = (path: readonly string[]) =>
  path.map((key) => `/${encodeURIComponent(key.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');

/**
 * Validates values against schemas of an OpenAPI description. Schemas are compiled within the document, so that their
 * references resolve.
 */
export class DescriptionValidator {
  /** Compiled schemas by JSON Pointer, because a compilation costs far more than a validation. */
  private readonly compiled = new Map<string, ValidateFunction>();
  // Most schemas validate few responses, so optimized code would cost more than it saves: it doubles the compilation
  // time.
  private readonly ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    inlineRefs: false,
    code: { optimize: false },
  });

  constructor(readonly document: OpenApiDocument) {
    formats.default(this.ajv);
    this.ajv.addSchema(document, 'description');
  }

  /** Returns the validator of the schema at a path such as `['components', 'schemas', 'Quote']`. */
  at(path: readonly string[]): ValidateFunction {
    const $ref = `description#${pointer(path)}`;
    const validate = this.compiled.get($ref) ?? this.ajv.compile({ $ref });
    this.compiled.set($ref, validate);
    return validate;
  }

  /** Returns whether a self-contained schema accepts a value. */
  allows(schema: object, value: unknown): boolean {
    return this.ajv.validate(schema, value);
  }

  /** Returns the errors of a value as texts; empty if it is valid. */
  errorsAt(path: readonly string[], value: unknown): string[] {
    const validate = this.at(path);
    return validate(value)
      ? []
      : (validate.errors ?? []).map((error) => `${path.join('/')}${error.instancePath}: ${error.message}`);
  }
}

type Visit = (path: string[], value: Record<string, unknown>) => void;

function walk(value: unknown, path: string[], visit: Visit): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) visit(path, value as Record<string, unknown>);
  for (const [key, inner] of Object.entries(value)) {
    if (!['example', 'examples', 'default', 'enum'].includes(key)) walk(inner, [...path, key], visit);
  }
}

/** Returns every example of a document that its own schema rejects, one line each, and the number of examples. */
export function invalidExamples(document: OpenApiDocument): { checked: number; invalid: string[] } {
  const validator = new DescriptionValidator(document);
  const invalid: string[] = [];
  let checked = 0;
  walk(document, [], (path, value) => {
    const schema = value.schema === undefined ? path : [...path, 'schema'];
    const values: unknown[] = value.example === undefined ? [] : [value.example];
    if (value.schema !== undefined) {
      values.push(
        ...Object.values((value.examples ?? {}) as Record<string, { value: unknown }>).map((example) => example.value),
      );
    } else if (Array.isArray(value.examples)) values.push(...value.examples);
    if (value.default !== undefined) values.push(value.default);
    for (const example of values) {
      checked += 1;
      invalid.push(...validator.errorsAt(schema, example));
    }
  });
  return { checked, invalid };
}
