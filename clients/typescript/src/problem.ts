/** One rule that the request violates, with its place: a JSON Pointer into the body, or the name of a parameter. */
export interface ProblemEntry {
  in: string;
  pointer?: string;
  name?: string;
  detail: string;
}

/**
 * An error response (RFC 9457). `code` is from a closed set and decides what a program does; `detail` is for people.
 */
export class Problem extends Error {
  override readonly name = 'Problem';

  constructor(
    readonly status: number,
    readonly code: string,
    readonly title: string,
    readonly detail: string | undefined,
    /** Id of the request, which is also in the log of the service. */
    readonly requestId: string | undefined,
    readonly errors: readonly ProblemEntry[],
    /** Seconds after which the same request may succeed; undefined if the service does not know. */
    readonly retryAfterSeconds: number | undefined,
    /** With the code `mfa_required`: the challenge to be sent with the code of the second factor. */
    readonly challenge?: string,
  ) {
    super(
      [`${title} (${status} ${code})`, detail, ...errors.map((entry) => `${placeOf(entry)}: ${entry.detail}`)]
        .filter(Boolean)
        .join('\n'),
    );
  }

  /** Reads an error response. A response of a proxy, which is no problem document, gives a problem too. */
  static async of(response: Response): Promise<Problem> {
    const body = (await response.json().catch(() => ({}))) as Partial<Problem>;
    const after = Number(response.headers.get('Retry-After') ?? Number.NaN);
    const requestId = body.requestId ?? response.headers.get('X-Request-Id') ?? undefined;
    const title = body.title ?? (response.statusText || 'Error');
    return new Problem(
      response.status,
      body.code ?? 'unknown',
      title,
      body.detail,
      requestId,
      body.errors ?? [],
      Number.isNaN(after) ? undefined : after,
      body.challenge,
    );
  }

  /** Converts an `error` event, which ends a stream. */
  static ofEvent({ status, code, title, detail, requestId, errors }: Problem): Problem {
    return new Problem(status, code, title, detail, requestId, errors ?? [], undefined);
  }
}

/** Returns the place of an entry as text, such as `query symbol` or `body /shape/radiusMeters`. */
export function placeOf({ in: where, pointer, name }: ProblemEntry): string {
  return [where, name ?? pointer].filter(Boolean).join(' ');
}
