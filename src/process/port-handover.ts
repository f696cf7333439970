import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { Config } from '../config/config.js';
import type { HttpConfig } from '../config/http-config.js';
import { readSecretFile } from '../config/signing-secret.js';
import { SystemClock } from '../time/clock.js';
import { SECOND_MS } from '../time/durations.js';

/** Header of a claim: the time (Unix, ms), a dot, and its signature. */
const CLAIM_HEADER = 'watchfloor-port-claim';
/** Header of the reply: `released`, or `starting` while the holder has no secret yet. */
const REPLY_HEADER = 'watchfloor-port';
/** Validity of a claim before and after its time (ms). */
const CLAIM_VALIDITY_MS = 10 * SECOND_MS;
/** Timeout of the holder's reply (ms). */
const REPLY_TIMEOUT_MS = 2 * SECOND_MS;
/** Interval and maximum number of claims to a holder that is still starting. */
const RETRY_MS = 250;
const MAX_TRIES = 20;

/** The machine's clock, which the holder of the port uses too. */
const clock = new SystemClock();

/** Returns the secret that only the processes of this installation share; undefined before the first start. */
const secretOf = ({ auth, service }: Config): string | undefined =>
  auth.jwtSecret ?? readSecretFile(service.dataFile('jwt-secret'));

function signature(time: string, { port }: HttpConfig, secret: string): Buffer {
  const key = Buffer.from(hkdfSync('sha256', secret, 'watchfloor', 'port claim', 32));
  return createHmac('sha256', key).update(`${port} ${time}`).digest();
}

/**
 * Asks the process that holds the port to release it. A process without the role `api`, which needs the port only for
 * probes and metrics, releases it for a process with that role if both have the same secret.
 * @returns true if the port is free now
 */
export async function claimPort(config: Config): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const reply = await ask(config);
    if (reply !== 'starting') return reply === 'released';
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
  return false;
}

function ask(config: Config): Promise<string | undefined> {
  const { http } = config;
  const host = { '0.0.0.0': '127.0.0.1', '::': '::1' }[http.host] ?? http.host;
  const time = String(clock.now());
  const secret = secretOf(config);
  const claim = secret === undefined ? 'none' : `${time}.${signature(time, http, secret).toString('base64url')}`;
  return new Promise((resolve) => {
    const headers = { [CLAIM_HEADER]: claim, connection: 'close' };
    request({ host, port: http.port, path: '/api/v1/health', headers, timeout: REPLY_TIMEOUT_MS }, (response) => {
      response.resume();
      resolve(response.headers[REPLY_HEADER] as string | undefined);
    })
      .on('timeout', function (this: { destroy(): void }) {
        this.destroy();
        resolve(undefined);
      })
      // The holder of the port is not an HTTP server, or the port has become free.
      .on('error', () => resolve(undefined))
      .end();
  });
}

/**
 * Handles claims of the port, in the process that holds it.
 * @param release closes the port; called before the reply
 * @returns true if the request was a claim and is answered
 */
export function answerClaim(config: Config, req: IncomingMessage, res: ServerResponse, release: () => void): boolean {
  const claim = req.headers[CLAIM_HEADER];
  if (typeof claim !== 'string') return false;
  const secret = secretOf(config);
  const isValid = secret !== undefined && isSigned(claim, config.http, secret);
  if (isValid) release();
  const reply = isValid ? 'released' : secret === undefined ? 'starting' : 'held';
  res.writeHead(204, { [REPLY_HEADER]: reply, connection: 'close' }).end();
  return true;
}

function isSigned(claim: string, http: HttpConfig, secret: string): boolean {
  const [time = '', signed = ''] = claim.split('.');
  const [given, expected] = [Buffer.from(signed, 'base64url'), signature(time, http, secret)];
  return (
    Math.abs(clock.now() - Number(time)) <= CLAIM_VALIDITY_MS &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  );
}
