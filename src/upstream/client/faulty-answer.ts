import type { InjectedFault } from '../feed-controls.js';
import { UpstreamError, type UpstreamFailureCode } from '../upstream-error.js';
import type { UpstreamAnswer } from '../upstreams.js';

const codes: Record<InjectedFault, UpstreamFailureCode> = {
  rate_limited: 'rate_limited',
  timeout: 'timeout',
  garbage: 'bad_answer',
  disconnect: 'unreachable',
};

/** A text that is invalid in every format. */
const GARBAGE = '\u0001 injected fault: this is no answer \u0002';

/**
 * Returns the response of an upstream with an injected fault. An injected timeout fails at once.
 * @throws UpstreamError `timeout`, `unreachable`
 */
export function faultyAnswer(fault: InjectedFault): UpstreamAnswer {
  if (fault === 'timeout') throw new UpstreamError('timeout');
  if (fault === 'disconnect') throw new UpstreamError('unreachable');
  if (fault === 'rate_limited') return { status: 429, headers: {}, text: '' };
  return { status: 200, headers: {}, text: GARBAGE, bytes: Buffer.from(GARBAGE) };
}

/** Throws the error of an injected fault, for sources without single responses. @throws UpstreamError always */
export function failWith(fault: InjectedFault): never {
  throw new UpstreamError(codes[fault]);
}
