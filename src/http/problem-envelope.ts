import type { Context, Middleware } from 'koa';
import { Problem, type ProblemCode } from '../api/problem.js';
import type { Log } from '../logging/log.js';
import { ClientGone } from '../threads/long-request.js';
import { OutageLog } from './outage-log.js';
import { isOutage, problemBody, toProblem } from './problem-body.js';
import type { ProblemForms } from './problem-forms.js';
import type { ProtectedResources } from './protected-resources.js';

const codeOfStatus: Record<number, ProblemCode> = {
  404: 'not_found',
  405: 'method_not_allowed',
  406: 'not_acceptable',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

/** Answers a browser with a page instead of a problem document. @returns false when no page was sent */
export type ProblemPage = (ctx: Context, problem: Problem) => boolean;

/** The parts of an error response that depend on its path. */
export interface ProblemParts {
  showPage: ProblemPage;
  resources: ProtectedResources;
  forms: ProblemForms;
}

function render(ctx: Context, problem: Problem, { showPage, resources, forms }: ProblemParts): void {
  ctx.status = problem.status;
  ctx.res.removeHeader('ETag');
  ctx.res.removeHeader('Cache-Control');
  ctx.set(problem.headers);
  ctx.set('Cache-Control', 'no-store');
  if (problem.status === 401)
    ctx.set('WWW-Authenticate', resources.challenge(ctx.path, String(problem.headers['WWW-Authenticate'] ?? 'Bearer')));
  const form = forms.of(ctx.path);
  if (form !== undefined) {
    ctx.body = JSON.stringify(form.body(problem, ctx.state.requestId));
    ctx.type = form.mediaType;
    return;
  }
  if (showPage(ctx, problem)) return;
  ctx.body = problemBody(problem, ctx.path.slice(0, 500), ctx.state.requestId);
  ctx.type = 'application/problem+json';
}

/** Returns middleware that turns every thrown error, and every empty response of 400 or more, into a problem. */
export function problemEnvelope(log: Log, parts: ProblemParts): Middleware {
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
      render(ctx, problem, parts);
    }
  };
}
