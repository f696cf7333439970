import { placeOf, Problem as ReceivedProblem } from '../../clients/typescript/src/problem.js';
import { Problem } from '../api/problem.js';

/** The text of an error for people, and the exit code. */
export interface Failure {
  message: string;
  status: number;
}

const SIGN_IN = 'Sign in with `npx watchfloor login`.';

export function failureOf(error: unknown): Failure {
  if (error instanceof ReceivedProblem) return ofAnswer(error);
  if (error instanceof Problem) {
    const places = (error.errors ?? []).map(({ pointer, detail }) => `  ${pointer.slice(1)} ${detail}\n`).join('');
    return { message: `${[`${error.title}.`, error.detail].filter(Boolean).join(' ')}\n${places}`, status: 1 };
  }
  const { message, cause } = error instanceof Error ? error : { message: String(error), cause: undefined };
  // Messages of `fetch` when there is no response.
  if (message === 'fetch failed' || message === 'terminated') {
    const reason =
      (cause as NodeJS.ErrnoException | undefined)?.message || (cause as NodeJS.ErrnoException | undefined)?.code;
    return {
      message: `The service does not answer: ${reason ?? message}.\nIs it running there? Name another with --url or WATCHFLOOR_URL.\n`,
      status: 4,
    };
  }
  return { message: `${message}\n`, status: 1 };
}

function ofAnswer({ status, code, title, detail, errors, requestId }: ReceivedProblem): Failure {
  const isSignedOut = ['unauthenticated', 'invalid_token', 'refresh_invalid', 'refresh_reused'].includes(code);
  const lines = [
    `${title} (${status} ${code})`,
    ...(isSignedOut ? [SIGN_IN] : detail ? [detail] : []),
    ...errors.map((entry) => `  ${placeOf(entry)}: ${entry.detail}`),
    ...(status >= 500 && requestId ? [`The log of the service has more on the request ${requestId}.`] : []),
  ];
  return { message: `${lines.join('\n')}\n`, status: status >= 500 ? 4 : status === 401 || status === 403 ? 3 : 1 };
}
