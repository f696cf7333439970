import { UpstreamError, type UpstreamFailureCode } from '../upstream-error.js';
import type { UpstreamAnswer, UpstreamRequest } from '../upstreams.js';

const ofStatus: Record<number, UpstreamFailureCode> = {
  401: 'unauthorized',
  402: 'budget_spent',
  403: 'not_entitled',
  404: 'not_found',
  408: 'timeout',
  410: 'not_found',
  418: 'rate_limited',
  429: 'rate_limited',
  451: 'not_entitled',
};

/** Returns the usual failure code of a status other than 2xx. */
export const refusalOf = (status: number): UpstreamFailureCode =>
  ofStatus[status] ?? (status >= 500 ? 'server_error' : 'bad_answer');

/**
 * Interprets a response.
 * @throws UpstreamError as the request defines, or by the usual meaning of the status; `bad_answer` when parsing fails
 */
export function meaningOf<Answer>(request: UpstreamRequest<Answer>, answer: UpstreamAnswer): Answer {
  const { status, text, bytes } = answer;
  if (request.alsoParses?.includes(status)) return parsed(() => request.parse(undefined, answer));
  if (status < 200 || status > 299) throw new UpstreamError(request.refusal?.(answer) ?? refusalOf(status));
  return parsed(() =>
    request.parse(request.as === 'bytes' ? bytes : request.as === 'text' ? text : JSON.parse(text), answer),
  );
}

function parsed<Answer>(parse: () => Answer): Answer {
  try {
    return parse();
  } catch (error) {
    // Messages of the JSON parser quote the text, so they are not passed on.
    throw error instanceof UpstreamError ? error : new UpstreamError('bad_answer');
  }
}
