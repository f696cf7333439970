import { setTimeout as wait } from 'node:timers/promises';
import type { ServiceProcess } from './service-process.js';

const PASSWORD = 'correct horse battery staple';
const EMAIL = 'operator@watchfloor.test';

/**
 * Settings with which several processes form one service, with an operator and with limits that a test load does not
 * reach.
 */
export const sharedEnv = {
  SVC_JWT_SECRET: 'a test secret of more than thirty-two bytes',
  SVC_DATA_SECRET: 'a test secret of more than thirty-two bytes',
  SVC_OPERATOR_EMAIL: EMAIL,
  SVC_OPERATOR_PASSWORD: PASSWORD,
  SVC_RATE_LIMIT: '1000000',
  SVC_DRAIN_SECONDS: '0',
  SVC_NEWS_SOURCES: 'none',
};

// biome-ignore lint/suspicious/noExplicitAny: tests read bodies freely
type Json = any;

export interface ProcessAnswer {
  status: number;
  json: Json;
  headers: Headers;
}

/** Calls processes of the service as the operator of `sharedEnv`; the caller names the process. */
export class ProcessClient {
  private constructor(readonly token: string) {}

  static async at({ url }: Pick<ServiceProcess, 'url'>): Promise<ProcessClient> {
    const body = JSON.stringify({ email: EMAIL, password: PASSWORD });
    const answer = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    if (answer.status !== 200) throw new Error(`The sign-in failed: ${await answer.text()}`);
    return new ProcessClient(((await answer.json()) as { accessToken: string }).accessToken);
  }

  get = (process: Pick<ServiceProcess, 'url'>, path: string, timeoutMs?: number) =>
    this.call(process, 'GET', path, undefined, {}, timeoutMs);

  post = (
    process: Pick<ServiceProcess, 'url'>,
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
    timeoutMs?: number,
  ) => this.call(process, 'POST', path, JSON.stringify(body), headers, timeoutMs);

  /** @throws if there is no response within `timeoutMs` */
  private async call(
    { url }: Pick<ServiceProcess, 'url'>,
    method: string,
    path: string,
    body: string | undefined,
    headers: Record<string, string>,
    timeoutMs = 30_000,
  ): Promise<ProcessAnswer> {
    const type: Record<string, string> = body === undefined ? {} : { 'content-type': 'application/json' };
    const answer = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${this.token}`, ...type, ...headers },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? undefined : JSON.parse(text), headers: answer.headers };
  }
}

/**
 * Resolves when a condition is true. It is checked ten times a second, which costs a process little.
 * @throws after a minute
 */
export async function eventually(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const endsAt = performance.now() + 60_000;
  while (!(await isTrue())) {
    if (performance.now() > endsAt) throw new Error(`It did not come about: ${isTrue}`);
    await wait(100);
  }
}
