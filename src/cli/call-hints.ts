import type { Connection } from '../../clients/typescript/src/connection.js';
import type { Problem } from '../../clients/typescript/src/problem.js';
import type { Terminal } from '../commands/terminal.js';
import { closestName } from '../config/closest-name.js';
import { type Description, loadDescription } from './description.js';

/** A call that the service rejected. */
export interface RefusedCall {
  method: string;
  /** Path and query after `/api/v1`. */
  target: string;
  /** Names of the members of the JSON body. */
  members: readonly string[];
}

const PREFIX = '/api/v1';
/** Detail of the 404 for a path without an operation. */
const NO_OPERATION = 'No operation has this path.';
/** Maximum number of paths that a hint names. */
const MAX_NEAR_PATHS = 3;

/**
 * Returns sentences that help with a rejected call: about misspelled parameters and paths, and about members where the
 * API accepts none.
 */
export async function hintsOn(
  problem: Problem,
  call: RefusedCall,
  connection: Connection,
  terminal: Terminal,
): Promise<string[]> {
  const unknown = problem.errors.filter(({ detail }) => detail.includes('not a known parameter'));
  const isUnrouted = problem.status === 405 || problem.detail === NO_OPERATION;
  if (!call.target.startsWith('/') || (unknown.length === 0 && !isUnrouted)) return [];
  const description = await loadDescription(connection, terminal);
  const path = `${PREFIX}${call.target.split('?')[0]}`;
  const names = parametersAt(description, call.method, path);
  const parameters = unknown.flatMap(({ name = '' }) => {
    const meant = closestName(name, names);
    return meant === undefined ? [] : [`Did you mean ${meant}==?`];
  });
  return [...parameters, ...(isUnrouted ? pathHints(description, call, path) : [])];
}

function parametersAt(description: Description, method: string, path: string): string[] {
  const found = description.find(method, path);
  return found === undefined
    ? []
    : description
        .parametersOf(found)
        .filter(({ in: place }) => place === 'query')
        .map(({ name }) => name);
}

function pathHints(description: Description, { method, members }: RefusedCall, path: string): string[] {
  if (description.find(method, path) !== undefined) return [];
  if (members.length > 0 && description.find('GET', path) !== undefined)
    return [`${members[0]}=… is a member of a JSON body. For a query parameter, write ${members[0]}==….`];
  const parts = path.split('/');
  const same = description.operations
    .map((one) => one.path.split('/'))
    .filter(({ length }) => length === parts.length)
    // Replaces names in braces by the values of the call.
    .map((template) => template.map((part, at) => (part.startsWith('{') ? parts[at] : part)).join('/'));
  const meant = closestName(
    path,
    [...new Set(same)].filter((one) => one !== path),
  );
  const near = meant === undefined ? pathsEndingLike(description, path) : [meant];
  return near.length === 0 ? [] : [`Did you mean ${near.map((one) => one.slice(PREFIX.length)).join(' or ')}?`];
}

/** Returns the shortest paths that end as the path of a call, which has no group or another one at its start. */
function pathsEndingLike(description: Description, path: string): string[] {
  const own = path.slice(PREFIX.length + 1).split('/');
  const tails = [own, own.slice(1)].filter(([first = '']) => first !== '');
  const meant = description.operations.flatMap(({ path: template }) => {
    const parts = template.split('/');
    const tail = tails.find(([first, ...rest]) => {
      const [same, ...others] = parts.slice(-1 - rest.length);
      return same === first && others.every((part, at) => part === rest[at] || part.startsWith('{'));
    });
    const start = tail === undefined ? [] : parts.slice(0, -tail.length);
    return tail === undefined || start.some((part) => part.startsWith('{')) ? [] : [[...start, ...tail].join('/')];
  });
  return [...new Set(meant)].sort((one, other) => one.length - other.length).slice(0, MAX_NEAR_PATHS);
}
