import { declaringClass } from '../api/field.js';
import type { Parameter, PathItem, Reference } from '../api/open-api-document.js';
import type { DtoClass } from '../api/rules.js';
import type { Route } from '../http/route/routes.js';

/** A parameter that several operations have. */
interface Repeated {
  parameter: Parameter;
  operations: string[];
  /** Query classes that declare it; empty for a path parameter. */
  owners: Set<DtoClass>;
}

const isInline = (parameter: Parameter | Reference): parameter is Parameter => !('$ref' in parameter);

/** Returns a name that components may have: `match[id]` becomes `match.id`. */
const componentNameOf = (parameter: string): string => parameter.replace(/\[(\w+)\]/g, '.$1');

/**
 * Returns the component name of a parameter: `bbox` of `AreaQuery` becomes `Area.bbox`; a path parameter, or one that
 * several classes declare, keeps its name.
 */
function nameOf({ parameter, owners }: Repeated): string {
  const [owner, ...others] = owners;
  return owner === undefined || others.length > 0
    ? componentNameOf(parameter.name)
    : `${owner.name.replace(/(?:Query)?(?:Dto)?$/, '')}.${componentNameOf(parameter.name)}`;
}

function repeatedIn(paths: Record<string, PathItem>, routes: readonly Route[]): Map<string, Repeated> {
  const all = new Map<string, Repeated>();
  for (const { path, method, query, operationId } of routes) {
    for (const parameter of (paths[path]?.[method]?.parameters ?? []).filter(isInline)) {
      const key = JSON.stringify(parameter);
      const entry = all.get(key) ?? { parameter, operations: [], owners: new Set() };
      const owner = parameter.in === 'query' && query ? declaringClass(query, parameter.name) : undefined;
      if (owner) entry.owners.add(owner);
      entry.operations.push(operationId);
      all.set(key, entry);
    }
  }
  return new Map([...all].filter(([, { operations }]) => operations.length > 1));
}

/**
 * Replaces parameters that several operations have by references.
 * @returns the shared parameters by name, for `components.parameters`
 */
export function shareParameters(paths: Record<string, PathItem>, routes: readonly Route[]): Record<string, Parameter> {
  const names = new Map<string, string>();
  const shared: Record<string, Parameter> = {};
  for (const [key, repeated] of repeatedIn(paths, routes)) {
    const plain = nameOf(repeated);
    const name = plain in shared ? `${plain}.${repeated.operations[0]}` : plain;
    shared[name] = repeated.parameter;
    names.set(key, name);
  }
  for (const { path, method } of routes) {
    const operation = paths[path]?.[method];
    if (!operation?.parameters) continue;
    operation.parameters = operation.parameters.map((parameter) => {
      const name = names.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
  }
  return shared;
}
