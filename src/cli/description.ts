import { readFileSync } from 'node:fs';
import type { Connection } from '../../clients/typescript/src/connection.js';
import type { OpenApiDocument, Operation, Parameter, Reference } from '../api/open-api-document.js';
import type { Schema } from '../api/rules.js';
import { UsageError } from '../commands/command.js';
import type { Terminal } from '../commands/terminal.js';
import { closestName } from '../config/closest-name.js';
import { projectRoot, version } from '../config/version.js';

/** An operation of an API description. */
export interface DescribedOperation {
  method: string;
  /** Path with the version of the API, such as `/api/v1/…/{id}`. */
  path: string;
  operation: Operation;
}

/** The OpenAPI description of a service. */
export class Description {
  constructor(private readonly document: OpenApiDocument) {}

  /** All operations, in the order of their paths. */
  get operations(): DescribedOperation[] {
    return Object.entries(this.document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
    );
  }

  /** Returns the operation with this id, case-insensitive. @throws UsageError that suggests a similar operation */
  named(id: string): DescribedOperation {
    const found = this.operations.find(({ operation }) => operation.operationId.toLowerCase() === id.toLowerCase());
    if (found !== undefined) return found;
    const ids = this.operations.map(({ operation }) => operation.operationId);
    const thing = id
      .split(/(?=[A-Z])/)
      .at(-1)
      ?.toLowerCase() as string;
    const startsAlike = ids.find((one) => one.toLowerCase().startsWith(id.toLowerCase()));
    const meant = startsAlike ?? ids.find((one) => one.toLowerCase().endsWith(thing)) ?? closestName(id, ids);
    throw new UsageError(
      `There is no operation ${id}.${meant ? ` Did you mean ${meant}?` : ''} \`watchfloor operations\` lists them.`,
    );
  }

  /** Returns the operation of a path, which may contain values or names in braces; undefined for an unknown path. */
  find(method: string, path: string): DescribedOperation | undefined {
    return (
      this.operations
        .filter((one) => one.method === method && matches(one.path, path))
        // Fixed parts have precedence over variable ones.
        .sort(
          (one, other) =>
            one.path.split('{').length - other.path.split('{').length || other.path.length - one.path.length,
        )[0]
    );
  }

  /** Returns the operation of a path, like `find`. @throws UsageError for an unknown path */
  at(method: string, path: string): DescribedOperation {
    const found = this.find(method, path);
    if (found === undefined)
      throw new UsageError(`There is no operation ${method} ${path}. \`watchfloor operations\` lists them.`);
    return found;
  }

  parametersOf({ operation }: DescribedOperation): Parameter[] {
    return (operation.parameters ?? []).map((parameter) => this.resolve<Parameter>(parameter));
  }

  /** Returns the target of a reference; other nodes unchanged. */
  resolve<T extends object>(node: T | Reference): T {
    if (!('$ref' in node) || typeof node.$ref !== 'string') return node as T;
    let target: unknown = this.document;
    for (const part of node.$ref.slice(2).split('/'))
      target = (target as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
    return target as T;
  }

  /** Returns the type of a schema in a few words, such as `integer`, `"a" | "b"` or `list of string`. */
  typeOf(schema: Schema): string {
    const node = this.resolve<Schema>(schema) as Record<string, unknown>;
    if (Array.isArray(node.enum)) return node.enum.map(String).join('|');
    if (node.const !== undefined) return String(node.const);
    if (Array.isArray(node.oneOf ?? node.anyOf))
      return [...new Set(((node.oneOf ?? node.anyOf) as Schema[]).map((one) => this.typeOf(one)))].join(' or ');
    const types = [node.type].flat().filter((type) => type !== 'null') as string[];
    if (types[0] === 'array') return `${this.typeOf((node.items ?? {}) as Schema)},…`;
    return `${node.format && types[0] === 'string' ? node.format : types.join(' or ') || 'JSON'}`;
  }
}

function matches(template: string, path: string): boolean {
  const expression = template.replace(/[.]/g, '\\.').replace(/\{[^}]+\}/g, '[^/]+');
  return template === path || new RegExp(`^${expression}$`).test(path);
}

/** Loads the OpenAPI description that the service publishes, or else the description in this package. */
export async function loadDescription(connection: Connection, terminal: Terminal): Promise<Description> {
  try {
    return new Description((await connection.json('GET', connection.root('/openapi.json'))) as OpenApiDocument);
  } catch {
    terminal.err(`The service does not publish its description; this is the one of Watchfloor ${version}.\n`);
    return new Description(JSON.parse(readFileSync(new URL('openapi.json', projectRoot), 'utf8')));
  }
}
