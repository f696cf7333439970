import { readFileSync } from 'node:fs';
import type { MediaType, OpenApiDocument } from '../api/open-api-document.js';
import type { Schema } from '../api/rules.js';
import { projectRoot } from '../config/version.js';
import { type DescribedOperation, Description } from './description.js';

type Node = Record<string, unknown>;

const names = /^(?:name|title|displayName|symbol|email|code|label)$/;
const states = /^(?:type|kind|status|state|severity|direction|currency|role)$/;
const times = /^(?:time|day|occurredAt|startedAt|firedAt|publishedAt|tradedAt|lastSeenAt|observedAt|from|date)$/;
/** Fields that are no columns by default, because every resource has them or they describe the origin of a record. */
const general = /^(?:createdAt|updatedAt|version|specversion|source|href|etag|provenance)$/;
/** Maximum length (characters) of texts that stand beside numbers. */
const MAX_SHORT_TEXT = 100;
const NO_COLUMN = Number.POSITIVE_INFINITY;

/**
 * Returns the members of an operation's items that are columns of a table by default, the most important one first, by
 * the schema of the items in the description of this version; undefined for an unknown operation, or without items.
 */
export function defaultColumns(method: string, path: string): string[] | undefined {
  const document = JSON.parse(readFileSync(new URL('openapi.json', projectRoot), 'utf8')) as OpenApiDocument;
  const description = new Description(document);
  const found = description.find(method, path);
  const item = found && itemSchema(found, description);
  if (item === undefined) return undefined;
  const properties = propertiesOf(item, description);
  // The id of a resource is needed to change or delete it; records without a version are only read.
  const isResource = properties.some(([name]) => name === 'version');
  return (
    properties
      .flatMap(([name, schema]) => ranked(name, plainOf(schema, description), isResource, description))
      // The first member of a record identifies it.
      .map((column, at) => (at === 0 && column.rank === 3 ? { ...column, rank: 0 } : column))
      .filter(({ rank }) => rank < NO_COLUMN)
      .map((column, at) => ({ ...column, at }))
      .sort((one, other) => one.rank - other.rank || one.at - other.at)
      .map(({ name }) => name)
  );
}

/** Returns the schema of the items of an answer; undefined for an answer that is no list. */
function itemSchema({ operation }: DescribedOperation, description: Description): Schema | undefined {
  const response = description.resolve((operation.responses['200'] ?? {}) as { content?: Record<string, MediaType> });
  const schema = response.content?.['application/json']?.schema;
  const items = schema && new Map(propertiesOf(schema, description)).get('items');
  const node = items && (description.resolve<Schema>(items) as Node);
  return node?.type === 'array' ? (node.items as Schema) : undefined;
}

/**
 * Returns the properties of an object and of the parts that it consists of. If two have the same name, the last one
 * counts.
 */
function propertiesOf(schema: Schema, description: Description): Array<[name: string, schema: Schema]> {
  const node = description.resolve<Schema>(schema) as Node;
  const parts = [node.allOf ?? []].flat() as Schema[];
  const properties = new Map([
    ...parts.flatMap((part) => propertiesOf(part, description)),
    ...Object.entries((node.properties ?? {}) as Record<string, Schema>),
  ]);
  return [...properties];
}

interface Ranked {
  name: string;
  /**
   * The column with the lowest rank is the most important one; infinite for members that are not a column by default.
   */
  rank: number;
}

/** Returns a member as a column; a position becomes two columns. */
function ranked(name: string, node: Node, isResource: boolean, description: Description): Ranked[] {
  const members = propertiesOf(node, description).map(([member]) => member);
  if (members.includes('lat') && members.includes('lon'))
    return ['lat', 'lon'].map((member) => ({ name: `${name}.${member}`, rank: 4 }));
  return [{ name, rank: members.length > 0 ? NO_COLUMN : rankOf(name, node, isResource, description) }];
}

function rankOf(name: string, node: Node, isResource: boolean, description: Description): number {
  const types = [node.type].flat();
  if (general.test(name) || types.includes('object')) return NO_COLUMN;
  if (types.includes('array')) return isOfTexts(node, description) ? 5 : NO_COLUMN;
  if (names.test(name)) return 0;
  if (states.test(name) || times.test(name)) return 1;
  if (node.format === 'uuid') return name === 'id' && isResource ? 2 : 6;
  if (types.includes('boolean')) return 4;
  return types.includes('string') && node.enum === undefined && Number(node.maxLength ?? 0) > MAX_SHORT_TEXT ? 5 : 3;
}

/** Returns the schema of a value, resolved and without null. */
function plainOf(schema: Schema, description: Description): Node {
  const node = description.resolve<Schema>(schema) as Node;
  const choices = ((node.anyOf ?? node.oneOf ?? []) as Schema[]).map((one) => description.resolve<Schema>(one) as Node);
  return choices.find(({ type }) => type !== 'null') ?? node;
}

function isOfTexts({ items = {} }: Node, description: Description): boolean {
  return plainOf(items as Schema, description).type === 'string';
}
