import type { OpenApiDocument } from '../../src/api/open-api-document.js';
import type { Schema } from '../../src/api/rules.js';
import { resolve } from '../../src/openapi/references.js';
import { parametersOf } from './operation-path.js';
import { type Complain, operationsOf } from './scorecard.js';

const has = (schema: Schema, ...keywords: string[]) => keywords.every((keyword) => schema[keyword] !== undefined);

/**
 * Checks bounds: text has a maximum length and, if callers send it, a form; integers have a format and both limits;
 * lists have a maximum length.
 */
function checkBounds(schema: Schema, where: string, complain: Complain, isSent: boolean): void {
  const types = [schema.type].flat();
  const formed = !isSent || has(schema, 'enum') || has(schema, 'pattern') || has(schema, 'format');
  if (types.includes('string') && !has(schema, 'enum') && !(has(schema, 'maxLength') && formed))
    complain(`${where}: text without bounds`);
  if (types.includes('integer') && !has(schema, 'enum') && !has(schema, 'format', 'minimum', 'maximum'))
    complain(`${where}: a whole number without bounds`);
  if (types.includes('array') && !has(schema, 'maxItems', 'items')) complain(`${where}: a list without bounds`);
}

/** Checks a schema and everything inside it; referenced components are checked separately. */
function checkSchema(
  schema: Schema,
  where: string,
  complain: Complain,
  isSent = schema.additionalProperties === false,
): void {
  checkBounds(schema, where, complain, isSent);
  for (const [name, property] of Object.entries((schema.properties ?? {}) as Record<string, Schema>)) {
    if (!property.description) complain(`${where}.${name} has no description`);
    checkSchema(property, `${where}.${name}`, complain, isSent);
  }
  if (schema.items) checkSchema(schema.items as Schema, `${where}[]`, complain, isSent);
  for (const variant of [schema.anyOf ?? [], schema.oneOf ?? []].flat() as Schema[])
    checkSchema(variant, where, complain, isSent);
}

/** Collects the names of the component schemas reachable from a schema, including itself. */
function reachable(document: OpenApiDocument, value: unknown, found: Set<string>): Set<string> {
  if (typeof value !== 'object' || value === null) return found;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string' && !found.has($ref)) {
    found.add($ref);
    reachable(document, resolve(document, $ref), found);
  }
  for (const inner of Object.values(value)) reachable(document, inner, found);
  return found;
}

export function checkSchemas(document: OpenApiDocument, complain: Complain): void {
  for (const [name, schema] of Object.entries(document.components.schemas)) {
    if (!schema.description) complain(`schema ${name} has no description`);
    checkSchema(schema, name, complain);
  }
  for (const { operation } of operationsOf(document)) {
    for (const parameter of parametersOf(document, operation)) {
      checkSchema(parameter.schema, `${operation.operationId} ${parameter.name}`, complain, true);
    }
    const bodies = Object.values(operation.requestBody?.content ?? {}).map((media) => media.schema);
    for (const $ref of reachable(document, bodies, new Set())) {
      const schema = resolve(document, $ref) as Schema;
      // `additionalProperties: true` intentionally allows any members.
      if (schema.type === 'object' && schema.additionalProperties === undefined)
        complain(`${$ref} is sent by callers and not closed`);
    }
  }
}
