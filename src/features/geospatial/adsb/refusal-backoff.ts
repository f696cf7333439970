import { UpstreamError, type UpstreamFailureCode } from '../../../upstream/upstream-error.js';

const REFUSED_MS = 600_000;
const refusals: ReadonlySet<UpstreamFailureCode> = new Set(['not_entitled', 'unauthorized', 'not_found']);

/**
 * Handler for `catch` that delays the next call by ten minutes after a refusal, since some vendors ban clients that
 * keep calling.
 * @throws UpstreamError with that delay; other errors unchanged
 */
export function backOffAfterRefusal(error: unknown): never {
  if (error instanceof UpstreamError && refusals.has(error.code))
    throw new UpstreamError(error.code, REFUSED_MS, { cause: error });
  throw error;
}
