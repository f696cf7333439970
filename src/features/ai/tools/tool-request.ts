import type { InProcessRequest } from '../../../http/in-process-api.js';
import { type DescribedOperation, MAX_ITEMS } from './tool-schema.js';

/** Maximum length of the arguments of a call as JSON, in characters. */
export const MAX_ARGUMENTS = 50_000;

/** Thrown for arguments that a tool does not accept; the message is a sentence for the model. */
export class InvalidArguments extends Error {}

/**
 * Returns the request of an operation for the arguments of a tool: parameters go into the path and the query, all
 * others into the body. The operation itself validates the values.
 * @throws InvalidArguments if the arguments are not an object, too long or unknown, or if a path parameter is missing
 */
export function requestOf(
  { method, path, parameters, body }: DescribedOperation,
  args: unknown,
  hidden: readonly string[],
  limit: number | undefined,
): InProcessRequest {
  const given = objectOf(args);
  const taken = new Set<string>();
  const query = new URLSearchParams();
  let filled = path;
  for (const { name, in: where } of parameters) {
    if (hidden.includes(name)) continue;
    const value = given[name] ?? (name === 'limit' ? limit : undefined);
    taken.add(name);
    if (where === 'path') filled = filled.replace(`{${name}}`, pathText(name, value));
    else if (value !== undefined && value !== null)
      query.set(name, name === 'limit' && Number(value) > MAX_ITEMS ? String(MAX_ITEMS) : textOf(name, value));
  }
  const rest = Object.entries(given).filter(([name]) => !taken.has(name));
  if (body === undefined && rest.length > 0)
    throw new InvalidArguments(`\`${rest[0]?.[0].slice(0, 50)}\` is not an argument of this tool.`);
  const url = query.size === 0 ? filled : `${filled}?${query}`;
  return { method, url, ...(body !== undefined && { body: Object.fromEntries(rest) }) };
}

function objectOf(args: unknown): Record<string, unknown> {
  if (args === undefined || args === null) return {};
  if (typeof args !== 'object' || Array.isArray(args))
    throw new InvalidArguments('The arguments must be a JSON object.');
  if (JSON.stringify(args).length > MAX_ARGUMENTS)
    throw new InvalidArguments(`The arguments must have at most ${MAX_ARGUMENTS} characters.`);
  return args as Record<string, unknown>;
}

function pathText(name: string, value: unknown): string {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  // An argument of dots would lead to another path; slashes are encoded for the same reason.
  if (text === '' || /^\.+$/.test(text)) throw new InvalidArguments(`\`${name}\` is required.`);
  return encodeURIComponent(text);
}

function textOf(name: string, value: unknown): string {
  const parts = Array.isArray(value) ? value : [value];
  if (parts.some((part) => typeof part === 'object'))
    throw new InvalidArguments(`\`${name}\` must be a value or a list of values.`);
  return parts.map(String).join();
}
