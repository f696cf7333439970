import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** Time (ms) for which requests are repeated while the service is overloaded. */
const MAX_OVERLOAD_MS = 60_000;
/** Interval (ms) between attempts to open a stream of an overloaded service. */
const RETRY_MS = 200;

export interface Answer {
  id: string;
  accessToken: string;
}

/**
 * Calls an operation of the service at `url`. While the service is overloaded, which other work on the machine can
 * cause, the request is repeated after the time that the response names, as clients do.
 * @param token empty for a call without sign-in
 * @returns the body of the response, or empty members for a response without a body
 * @throws Error for every other rejection, and after a minute of overload
 */
export async function callService(
  url: string,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const headers = { 'content-type': 'application/json', ...(token === '' ? {} : { authorization: `Bearer ${token}` }) };
  const until = performance.now() + MAX_OVERLOAD_MS;
  for (;;) {
    const response = await fetch(`${url}/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
    if (response.status === 204) return { id: '', accessToken: '' };
    if (response.ok) return (await response.json()) as Answer;
    const text = await response.text();
    if (response.status !== 503 || performance.now() > until)
      throw new Error(`${method} ${path}: ${response.status} ${text}`);
    await wait(Number(response.headers.get('retry-after') ?? 1) * 1_000);
  }
}

/**
 * Sends a request for a stream over a new connection, again while the service is overloaded.
 * @param status the expected status
 * @returns the connection, without the first part of the response
 * @throws Error with the response for every other status, and after a minute of overload
 */
export async function openStream(port: number, request: string, status = 200): Promise<Socket> {
  const until = performance.now() + MAX_OVERLOAD_MS;
  for (;;) {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }).setEncoding('latin1');
    socket.write(request);
    const [head] = (await once(socket, 'data')) as [string];
    if (head.startsWith(`HTTP/1.1 ${status}`)) return socket;
    socket.destroy();
    if (!head.startsWith('HTTP/1.1 503') || performance.now() > until) throw new Error(head);
    await wait(RETRY_MS);
  }
}
