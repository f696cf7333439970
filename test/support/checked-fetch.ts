import { ResponseChecker } from './response-checker.js';
import type { TestService } from './test-service.js';

/**
 * Returns a `fetch` that fails when a response differs from the OpenAPI description of the service, and the requests
 * that it made.
 */
export function checkedFetch({ app }: TestService): typeof fetch & { requests: string[] } {
  const checker = new ResponseChecker(app.document);
  const requests: string[] = [];
  const checked: typeof fetch = async (input, init) => {
    const response = await fetch(input, init);
    const { pathname, search, searchParams } = new URL(String(input));
    const method = init?.method ?? 'GET';
    requests.push(`${method} ${pathname.replace('/api/v1', '')}${search}`);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream');
    const text = isStream ? '' : await response.clone().text();
    const faults = checker.faults(
      method,
      pathname,
      { status: response.status, headers: response.headers, text },
      searchParams.get('fields')?.split(','),
    );
    if (faults.length > 0) throw new Error(`Not as described:\n${faults.join('\n')}\n${text.slice(0, 500)}`);
    return response;
  };
  return Object.assign(checked, { requests });
}
