/** Reasons why an upstream gave no usable response, as sentences for an operator. They never quote the response. */
export const upstreamFailures = {
  timeout: 'The upstream did not answer in time.',
  unreachable: 'No connection to the upstream could be made, or it broke.',
  rate_limited: 'The upstream refused the call: too many in its window.',
  not_entitled: 'The key in use does not include this data.',
  unauthorized: 'The upstream does not accept the key.',
  not_found: 'The upstream does not know what was asked for.',
  bad_answer: 'What the upstream sent is not what it should have sent.',
  too_large: 'The answer of the upstream is longer than is read.',
  server_error: 'The upstream failed.',
  budget_spent: 'The calls this service may make to the upstream in this window are used up.',
  share_spent: 'The calls that one account may cause in this window are used up.',
  circuit_open: 'The upstream failed several times in a row and is left alone for a while.',
  stopped: 'This service was stopped before the answer was there.',
} as const;

export type UpstreamFailureCode = keyof typeof upstreamFailures;

/** Codes of refused calls, by an upstream that works or by this service. They do not count as failures. */
export const refusals: ReadonlySet<UpstreamFailureCode> = new Set([
  'not_found',
  'not_entitled',
  'budget_spent',
  'share_spent',
  'circuit_open',
  'stopped',
]);

/** An upstream gave no usable response, or the call was not made. */
export class UpstreamError extends Error {
  constructor(
    readonly code: UpstreamFailureCode,
    /** The call may be repeated after this long (ms); undefined when unknown. */
    readonly retryAfterMs?: number,
    options: { cause?: unknown; detail?: string } = {},
  ) {
    super(options.detail ?? upstreamFailures[code], { cause: options.cause });
    this.name = 'UpstreamError';
  }

  /** True: the same call on behalf of another account may succeed. */
  get concernsCallerAlone(): boolean {
    return this.code === 'share_spent';
  }
}

/**
 * Returns the error of a parser for a response in an undocumented form. The detail names the position, never the
 * content.
 */
export const badAnswer = (detail: string): UpstreamError => new UpstreamError('bad_answer', undefined, { detail });
