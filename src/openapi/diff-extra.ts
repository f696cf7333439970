import { methods } from '../api/open-api-document.js';
import { resolve } from './references.js';

type Node = Record<string, unknown>;

/** A change and its place in the description. */
export interface Change {
  where: string;
  what: string;
}

/** An operation in both descriptions. */
interface Pair {
  where: string;
  before: Node;
  after: Node;
}

const follow = (document: object, value: unknown): Node | undefined => {
  const { $ref } = (value ?? {}) as { $ref?: string };
  return (typeof $ref === 'string' ? follow(document, resolve(document, $ref)) : value) as Node | undefined;
};

/** Returns operations by method and path. Names of path parameters are ignored, because renaming them is compatible. */
function operationsOf({ paths }: Node): Map<string, Node> {
  const all = Object.entries((paths ?? {}) as Record<string, Node>).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method])
      .map((method): [string, Node] => [
        `${method.toUpperCase()} ${path.replace(/\{[^}]+\}/g, '{}')}`,
        item[method] as Node,
      ]),
  );
  return new Map(all);
}

function parametersOf(document: object, { parameters = [] }: Node): Map<string, Node> {
  const all = (parameters as unknown[]).map((parameter) => follow(document, parameter) ?? {});
  return new Map(all.map((parameter) => [`${parameter.in} parameter ${parameter.name}`, parameter]));
}

/** Reports request fields that became read-only, because clients can no longer send them. */
function becameReadOnly(
  base: object,
  revision: object,
  before: unknown,
  after: unknown,
  where: string,
  seen: Set<unknown>,
): Change[] {
  const [old, now] = [follow(base, before), follow(revision, after)];
  if (!old || !now || seen.has(old)) return [];
  seen.add(old);
  const own = !old.readOnly && now.readOnly ? [{ where, what: 'a request field became read-only' }] : [];
  const properties = Object.entries((old.properties ?? {}) as Node).flatMap(([name, schema]) =>
    becameReadOnly(base, revision, schema, (now.properties as Node | undefined)?.[name], `${where}/${name}`, seen),
  );
  return [...own, ...properties, ...becameReadOnly(base, revision, old.items, now.items, `${where}/[]`, seen)];
}

/**
 * Returns the properties removed from an open request body, because their values would be silently ignored. Redocly
 * reports properties removed from a closed body.
 */
function droppedProperties(
  base: object,
  revision: object,
  before: unknown,
  after: unknown,
  where: string,
  seen: Set<unknown>,
): Change[] {
  const [old, now] = [follow(base, before), follow(revision, after)];
  if (!old || !now || seen.has(old)) return [];
  seen.add(old);
  const kept = (now.properties ?? {}) as Node;
  const properties = Object.entries((old.properties ?? {}) as Node).flatMap(([name, schema]) => {
    if (name in kept) return droppedProperties(base, revision, schema, kept[name], `${where}/${name}`, seen);
    const isOpen = now.properties !== undefined && now.additionalProperties !== false && now.allOf === undefined;
    return isOpen
      ? [{ where: `${where}/${name}`, what: 'a request field was removed, and what is sent there is ignored' }]
      : [];
  });
  return [...properties, ...droppedProperties(base, revision, old.items, now.items, `${where}/[]`, seen)];
}

function changesOf(base: object, revision: object, { where, before, after }: Pair): Change[] {
  const changes: Change[] = [];
  const parameters = parametersOf(revision, after);
  for (const [name, old] of parametersOf(base, before)) {
    const now = parameters.get(name);
    const fallback = (parameter: Node) =>
      JSON.stringify(follow(parameter === old ? base : revision, parameter.schema)?.default);
    if (now && fallback(old) !== fallback(now)) changes.push({ where, what: `the default of the ${name} changed` });
  }
  const [oldBody, body] = [follow(base, before.requestBody), follow(revision, after.requestBody)];
  if (!oldBody && body?.required) changes.push({ where, what: 'a required request body was added' });
  for (const [type, media] of Object.entries((oldBody?.content ?? {}) as Record<string, Node>)) {
    const now = (body?.content as Record<string, Node> | undefined)?.[type];
    changes.push(...becameReadOnly(base, revision, media.schema, now?.schema, `${where} ${type}`, new Set()));
    changes.push(...droppedProperties(base, revision, media.schema, now?.schema, `${where} ${type}`, new Set()));
  }
  // Debug is internal and absent in production, so changes of its roles do not break a promise.
  const isInternal = ((before.tags ?? []) as string[]).includes('Debug');
  const roles = (operation: Node) => (operation['x-roles'] ?? []) as string[];
  const [allowed, still] = [roles(before), roles(after)];
  // Without roles every account may call the operation; a smaller set of roles excludes accounts.
  const narrowed = still.length > 0 && (allowed.length === 0 || allowed.some((role) => !still.includes(role)));
  // Keys with the old scope would be rejected.
  const [scope, scopeNow] = [before['x-scope'], after['x-scope']];
  if (scope !== undefined && scope !== scopeNow)
    changes.push({
      where,
      what: `personal keys need ${scopeNow ?? 'to be replaced by a session'} instead of ${scope}`,
    });
  if (narrowed && !isInternal) changes.push({ where, what: `it is now only for ${still.join(' or ')}` });
  return changes;
}

/** Returns breaking changes that `redocly diff` does not report. Both documents must be in canonical form. */
export function extraBreakingChanges(base: Node, revision: Node): Change[] {
  const after = operationsOf(revision);
  return [...operationsOf(base)].flatMap(([where, before]) => {
    const now = after.get(where);
    return now ? changesOf(base, revision, { where, before, after: now }) : [];
  });
}
