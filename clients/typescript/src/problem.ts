/** One rule that a request breaks: a JSON Pointer into the body, or the name of a parameter. */
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
    /** Names the request in the log of the service. */
    readonly requestId: string | undefined,
    readonly errors: readonly ProblemEntry[],
    /** When the same request may succeed; undefined when the service does not say. */
    readonly retryAfterSeconds: number | undefined,
    /** With the code `mfa_required`: what the second step of the sign-in takes. */
    readonly challenge?: string,
  ) {
    super(
      [`${title} (${status} ${code})`, detail, ...errors.map((entry) => `${placeOf(entry)}: ${entry.detail}`)]
        .filter(Boolean)
        .join('\n'),
    );
  }

  /** Reads an error response, also one of a proxy in between, which is no problem document. */
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

  /** One of the `error` events that end a stream. */
  static ofEvent({ status, code, title, detail, requestId, errors }: Problem): Problem {
    return new Problem(status, code, title, detail, requestId, errors ?? [], undefined);
  }
}

/** Where an entry belongs: `query symbol`, `body /shape/radiusMeters`. */
export function placeOf({ in: where, pointer, name }: ProblemEntry): string {
  return [where, name ?? pointer].filter(Boolean).join(' ');
}
