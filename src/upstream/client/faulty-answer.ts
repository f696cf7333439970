import type { InjectedFault } from '../feed-controls.js';
import { UpstreamError, type UpstreamFailureCode } from '../upstream-error.js';
import type { UpstreamAnswer } from '../upstreams.js';

const codes: Record<InjectedFault, UpstreamFailureCode> = {
  rate_limited: 'rate_limited',
  timeout: 'timeout',
  garbage: 'bad_answer',
  disconnect: 'unreachable',
};

/** A text that no format accepts. */
const GARBAGE = '\u0001 injected fault: this is no answer \u0002';

/**
 * The answer of an upstream with a fault. A timeout is not waited for.
 * @throws UpstreamError `timeout`, `unreachable`
 */
export function faultyAnswer(fault: InjectedFault): UpstreamAnswer {
  if (fault === 'timeout') throw new UpstreamError('timeout');
  if (fault === 'disconnect') throw new UpstreamError('unreachable');
  if (fault === 'rate_limited') return { status: 429, headers: {}, text: '' };
  return { status: 200, headers: {}, text: GARBAGE, bytes: Buffer.from(GARBAGE) };
}

/** The failure of a source that reads no single answers. @throws UpstreamError always */
export function failWith(fault: InjectedFault): never {
  throw new UpstreamError(codes[fault]);
}
