import { UpstreamError, type UpstreamFailureCode } from '../../../upstream/upstream-error.js';

const REFUSED_MS = 600_000;
const refusals: ReadonlySet<UpstreamFailureCode> = new Set(['not_entitled', 'unauthorized', 'not_found']);

/**
 * For `catch`: who refuses a call is asked again only after ten minutes, since some lock out for good who goes on.
 * @throws UpstreamError with that wish; whatever else it was as it was
 */
export function leaveAlone(error: unknown): never {
  if (error instanceof UpstreamError && refusals.has(error.code)) throw new UpstreamError(error.code, REFUSED_MS, { cause: error });
  throw error;
}
