import { type Invocation } from '../commands/command.js';
import { tableOf } from '../commands/table.js';
import { closestName } from '../config/closest-name.js';
import { type DescribedOperation, type Description, loadDescription } from './description.js';
import { operationHelp } from './operation-help.js';
import { openConnection } from './server-connection.js';

/** Lists the operations that contain every word of the filter in their method, path, name, tag or summary. */
export async function listOperations(invocation: Invocation): Promise<number> {
  const { words, flags, terminal } = invocation;
  const description = await loadDescription(openConnection(invocation), terminal);
  const found = description.operations
    .map(({ method, path, operation }) => ({
      method,
      path: path.replace(/^\/api\/v1/, ''),
      operation: operation.operationId,
      tag: operation.tags[0] ?? '',
      summary: operation.summary,
    }))
    .filter((one) => words.every((word) => Object.values(one).join(' ').toLowerCase().includes(word.toLowerCase())));
  if (flags.has('json')) terminal.out(`${JSON.stringify(found, null, 2)}\n`);
  else if (found.length === 0)
    terminal.err(`No operation has ${words.join(' and ')}.${suggestionFor(words, description)}\n`);
  else
    terminal.out(
      tableOf(
        ['METHOD', 'PATH', 'OPERATION', 'SUMMARY'],
        found.map(({ method, path, operation, summary }) => [method, path, operation, summary]),
      ),
    );
  return found.length === 0 ? 1 : 0;
}

/** Returns the group or operation that a single word may mean, as a sentence; empty if none is close. */
function suggestionFor([word = '', ...others]: readonly string[], { operations }: Description): string {
  const names = operations.flatMap(({ operation }) => [(operation.tags[0] ?? '').toLowerCase(), operation.operationId]);
  const meant = others.length > 0 ? undefined : closestName(word.toLowerCase(), [...new Set(names)]);
  return meant === undefined ? '' : ` Did you mean ${meant}?`;
}

/** Returns the help text of the operation that the command line specifies. */
export async function helpOfCall(invocation: Invocation): Promise<string> {
  const { words, terminal } = invocation;
  const description = await loadDescription(openConnection(invocation), terminal);
  const [first = '', second] = words;
  const described: DescribedOperation =
    !first.includes('/') && !second?.includes('/')
      ? description.named(first)
      : description.at(...methodAndPath(first, second));
  return operationHelp(described, description, terminal.columns);
}

function methodAndPath(first: string, second: string | undefined): [method: string, path: string] {
  const [method, path] = first.includes('/') || second === undefined ? ['GET', first] : [first.toUpperCase(), second];
  const rooted = (path.startsWith('/') ? path : `/${path}`).split('?')[0] as string;
  return [method, rooted.startsWith('/api/v1/') ? rooted : `/api/v1${rooted}`];
}
