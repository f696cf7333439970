import { randomBytes } from 'node:crypto';
import { type Connection, sleep } from '../../../clients/typescript/src/connection.js';
import { openConnection } from '../../cli/server-connection.js';
import { type Invocation, UsageError } from '../../commands/command.js';
import type { EventEnvelope } from '../../events/logged-event.js';
import { SystemClock } from '../../time/clock.js';
import { bodyOf, type SignedMessage, signed } from './message.js';

/** Time limit of one request to the receiver (ms), as for webhooks. */
const TIMEOUT_MS = 15_000;
/** Pauses before an event is sent again (ms); after the last one it is skipped. */
const RETRY_AFTER_MS = [1_000, 5_000];
const SECRET = /^whsec_[A-Za-z0-9+/]+={0,2}$/;
/** Events of a stream that concern the stream itself. */
const OWN_EVENTS = new Set(['ready', 'ended']);

/** The server of the developer, with the means to send it events. */
interface Receiver {
  target: string;
  /** Key for the signatures of messages. */
  key: Buffer;
  /** Aborts at Ctrl-C. */
  signal: AbortSignal;
  now(): number;
  post: typeof globalThis.fetch;
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

/**
 * Sends the events of a subscription to a URL, signed as webhooks are, until Ctrl-C. Without a subscription it creates
 * one and deletes it at the end.
 */
export async function listen(invocation: Invocation): Promise<number> {
  const { options, terminal } = invocation;
  const target = options['forward-to'];
  if (target === undefined || !/^https?:\/\/[^/\s]+/.test(target))
    throw new UsageError('--forward-to URL is missing, such as --forward-to http://127.0.0.1:8080/webhook.');
  if (options.secret !== undefined && !SECRET.test(options.secret))
    throw new UsageError('--secret takes a secret as the service shows it: whsec_ and Base64.');
  if (options.subscription !== undefined && options.type !== undefined)
    throw new UsageError('--subscription and --type exclude each other: a subscription has its own types.');
  const secret = options.secret ?? `whsec_${randomBytes(32).toString('base64')}`;
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const connection = openConnection(invocation);
  const signal = terminal.interruption?.() ?? new AbortController().signal;
  const id = options.subscription ?? (await subscribe(connection, options.type ?? '*'));
  const clock = new SystemClock();
  const receiver: Receiver = {
    target,
    key,
    signal,
    now: () => clock.now(),
    post: terminal.fetch ?? globalThis.fetch,
    wait: terminal.wait ?? sleep,
  };
  terminal.err(`Forwarding to ${target}. Verify signatures with the secret ${secret}\nPress Ctrl-C to stop.\n`);
  try {
    for await (const { event, data } of connection.events(`/subscriptions/${id}/stream`, { signal })) {
      if (event === 'ended') break;
      if (event !== undefined && OWN_EVENTS.has(event)) continue;
      const envelope = data as EventEnvelope;
      const outcome = await deliver(receiver, envelope);
      await terminal.out(
        `${new Date(clock.now()).toISOString().slice(11, 19)} ${envelope.type} ${envelope.id} → ${outcome}\n`,
      );
    }
  } finally {
    if (options.subscription === undefined) await connection.send('DELETE', `/subscriptions/${id}`);
  }
  return 0;
}

async function subscribe(connection: Connection, types: string): Promise<string> {
  const body = { name: 'watchfloor listen', eventTypes: types.split(','), delivery: { channel: 'stream' } };
  return ((await (await connection.send('POST', '/subscriptions', { body })).json()) as { id: string }).id;
}

/** Sends an event, and repeats it after a failure. @returns the outcome of the last attempt as text */
async function deliver(receiver: Receiver, event: EventEnvelope): Promise<string> {
  const body = bodyOf(event);
  for (let attempt = 0; ; attempt += 1) {
    const message = signed(body, event.id, receiver.now(), [receiver.key]);
    const outcome = await send(receiver, message);
    const pause = RETRY_AFTER_MS[attempt];
    if (outcome.isDelivered || pause === undefined || receiver.signal.aborted) return outcome.text;
    await receiver.wait(pause, receiver.signal);
  }
}

async function send(
  { target, post, signal }: Receiver,
  { headers, body }: SignedMessage,
): Promise<{ isDelivered: boolean; text: string }> {
  try {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]);
    const response = await post(target, { method: 'POST', headers, body, signal: limited, redirect: 'manual' });
    await response.body?.cancel();
    return { isDelivered: response.ok, text: String(response.status) };
  } catch (error) {
    const { cause, message } = error as Error;
    return { isDelivered: false, text: cause instanceof Error ? cause.message : message };
  }
}
