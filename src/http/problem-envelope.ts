import type { Context, Middleware } from 'koa';
import { type FieldProblem, Problem, type ProblemCode, problems } from '../api/problem.js';
import { isStoreUnavailable } from '../cache/store-unavailable.js';
import { isDatabaseUnavailable } from '../database/database-errors.js';
import type { Log } from '../logging/log.js';
import { ClientGone } from '../threads/long-request.js';
import { OutageLog } from './outage-log.js';
import type { ProtectedResources } from './protected-resources.js';

const codeOfStatus: Record<number, ProblemCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

/**
 * Returns the problem for a thrown error. Unexpected errors become `internal_error`; the response does not show their
 * cause.
 */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (isOutage(error)) {
    return new Problem('unavailable', {
      detail: 'A store this request needs does not answer. Try again in a moment.',
      headers: { 'Retry-After': '2' },
      cause: error,
    });
  }
  return new Problem('internal_error', { detail: 'It was logged under this requestId.', cause: error });
}

const isOutage = (error: unknown): boolean => isStoreUnavailable(error) || isDatabaseUnavailable(error);

/** Returns the body of RFC 9457 as JSON, with a fixed order of members. */
export function problemBody(problem: Problem, path: string, requestId: string): string {
  const { status, title } = problems[problem.code];
  return JSON.stringify({
    type: `/problems/${problem.code}`,
    title,
    status,
    detail: problem.detail,
    instance: path,
    code: problem.code,
    requestId,
    errors: problem.errors?.map(located),
    challenge: problem.challenge,
  });
}

/**
 * Adds the part of the request (`in`) and, outside of the body, the name of the parameter, header or cookie:
 * `query/type/1` is in the parameter `type`.
 */
function located({ pointer, detail, position }: FieldProblem) {
  if (pointer === '' || pointer.startsWith('/')) return { in: 'body', pointer, detail, ...position };
  const [part, name] = pointer.split('/');
  return { in: part, pointer, name, detail, ...position };
}

/** Answers a browser with a page instead of a problem document. @returns false when no page was sent */
export type ProblemPage = (ctx: Context, problem: Problem) => boolean;

function render(ctx: Context, problem: Problem, showPage: ProblemPage, resources: ProtectedResources): void {
  ctx.status = problem.status;
  ctx.res.removeHeader('ETag');
  ctx.res.removeHeader('Cache-Control');
  ctx.set(problem.headers);
  ctx.set('Cache-Control', 'no-store');
  if (problem.status === 401)
    ctx.set('WWW-Authenticate', resources.challenge(ctx.path, String(problem.headers['WWW-Authenticate'] ?? 'Bearer')));
  if (showPage(ctx, problem)) return;
  ctx.body = problemBody(problem, ctx.path.slice(0, 500), ctx.state.requestId);
  ctx.type = 'application/problem+json';
}

/** Returns middleware that turns every thrown error, and every empty response of 400 or more, into a problem. */
export function problemEnvelope(log: Log, showPage: ProblemPage, resources: ProtectedResources): Middleware {
  const outages = new OutageLog(log);
  return async (ctx, next) => {
    try {
      await next();
      if (ctx.res.statusCode >= 400 && ctx.body == null)
        throw new Problem(codeOfStatus[ctx.status] ?? 'not_found', { detail: 'No operation has this path.' });
    } catch (error) {
      // The client has disconnected, which is not an error.
      if (error instanceof ClientGone) return;
      const problem = toProblem(error);
      // Refusals of an overloaded process are logged together (load/process-limit.ts).
      if (problem.cause !== undefined && isOutage(problem.cause)) outages.failed(ctx.state.requestId, problem);
      else if (problem.status >= 500 && problem.code !== 'overloaded')
        log.error(
          { requestId: ctx.state.requestId, code: problem.code, err: problem.cause ?? problem },
          problem.message,
        );
      if (ctx.headerSent || !ctx.writable) return;
      render(ctx, problem, showPage, resources);
    }
  };
}
