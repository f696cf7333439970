import { hash } from 'node:crypto';
import type { Context } from 'koa';
import { createParamDecorator } from 'routing-controllers';
import { Problem } from '../api/problem.js';

/** Maximum length of `If-None-Match` in characters: about thirty tags. */
export const MAX_CONDITION_LENGTH = 2_000;

/** A resource whose `version` increases with every visible change. */
export interface Versioned {
  id: string;
  version: number;
}

export const isVersioned = (body: object): body is Versioned =>
  'version' in body && 'id' in body && Number.isInteger(body.version) && typeof body.id === 'string';

/**
 * Returns the strong tag of a versioned resource. It contains the id, so that `/users/me` of two accounts never share a
 * tag.
 */
export const versionTag = ({ id, version }: Versioned): string => `"${version}:${id}"`;

/** Returns the strong tag of any other body, a hash of its bytes. */
export const contentTag = (serialized: string | Buffer): string => `"${hash('sha1', serialized, 'base64url')}"`;

/**
 * Checks the length of `If-None-Match`.
 * @throws Problem `invalid_request` for an `If-None-Match` longer than the API description allows
 */
export function assertCondition(ctx: Context): void {
  if ((ctx.req.headers['if-none-match']?.length ?? 0) <= MAX_CONDITION_LENGTH) return;
  throw new Problem('invalid_request', {
    detail: 'Send fewer entity tags in If-None-Match.',
    errors: [{ pointer: 'header/If-None-Match', detail: `must be text of at most ${MAX_CONDITION_LENGTH} characters` }],
  });
}

/** True when an `If-None-Match` header names the tag (weak comparison, RFC 9110 §13.1.2). */
export function matchesNone(header: string, tag: string): boolean {
  return header === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === tag);
}

/** Parameter decorator: injects the raw `If-Match` header, or undefined. */
export function IfMatch(): ParameterDecorator {
  return createParamDecorator({
    value: (action) => (action.context as Context).req.headers['if-match'],
  }) as ParameterDecorator;
}

/**
 * Returns the versions that an `If-Match` header names; undefined when it allows every version (absent or `*`).
 * @throws Problem `precondition_failed` when it names only tags of other resources
 */
export function expectedVersions(ifMatch: string | undefined, id: string): number[] | undefined {
  if (ifMatch === undefined || ifMatch.trim() === '*') return undefined;
  const tags = ifMatch.split(',').map((part) => /^"(\d{1,9}):([^"]+)"$/.exec(part.trim()));
  const versions = tags.flatMap((tag) => (tag?.[2] === id ? [Number(tag[1])] : []));
  if (versions.length === 0) throw staleVersion();
  return versions;
}

/**
 * Checks the `If-Match` header against the version of a resource.
 * @throws Problem `precondition_failed` when an `If-Match` header does not name the current version of the resource
 */
export function assertVersion(ifMatch: string | undefined, { id, version }: { id: string; version: number }): void {
  const versions = expectedVersions(ifMatch, id);
  if (versions !== undefined && !versions.includes(version)) throw staleVersion();
}

export function staleVersion(): Problem {
  return new Problem('precondition_failed', {
    detail: 'Read it again and repeat the change with the ETag of that answer.',
  });
}
