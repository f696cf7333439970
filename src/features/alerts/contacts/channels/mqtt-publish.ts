import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type Outbound, OutboundFailure } from '../../../../upstream/outbound.js';
import type { SendOutcome } from './channel.js';
import { LimitedStream } from './limited-stream.js';

/** A message for a broker. */
export interface MqttMessage {
  url: string;
  topic: string;
  qos?: 0 | 1 | 2;
  retain?: boolean;
  username?: string;
  password?: string;
}

export interface MqttLimits {
  /** Timeout of the whole attempt (ms), over both versions of the protocol. */
  timeoutMs: number;
  /** Maximum number of bytes that a broker may send. A confirmed message takes some 100 bytes. */
  maxBytes: number;
  /** The connection is destroyed if the broker has not closed it this long (ms) after the message. */
  closeMs: number;
}

const LIMITS: MqttLimits = { timeoutMs: 15_000, maxBytes: 4_096, closeMs: 1_000 };

/** The last packet of ours to which a reason code can refer. */
type Phase = 'connect' | 'publish';

/** Result of a connection: 0 if the message was accepted, otherwise the reason code of the broker (MQTT 5 §2.4). */
type Verdict = { code: number; phase: Phase };

/** Code of ours for bytes that are not MQTT, and for more bytes than a broker may send. */
const INVALID = -1;

/** Codes of a broker that does not support the version of the protocol, in MQTT 3.1.1 and 5. */
const VERSION_CODES = [1, 132];

/**
 * Publishes one message over a connection of its own, by MQTT 5, and by MQTT 3.1.1 if the broker does not support it.
 * @throws OutboundFailure when no response came
 */
export async function publishOnce(
  outbound: Pick<Outbound, 'connect'>,
  message: MqttMessage,
  payload: string,
  limits: MqttLimits = LIMITS,
): Promise<SendOutcome> {
  const endsAt = performance.now() + limits.timeoutMs;
  const by = (version: 4 | 5) =>
    exchange(outbound, message, payload, version, { ...limits, timeoutMs: endsAt - performance.now() });
  const verdict = await by(5);
  return outcomeOf(VERSION_CODES.includes(verdict.code) ? await by(4) : verdict);
}

async function exchange(
  outbound: Pick<Outbound, 'connect'>,
  { url, topic, qos = 1, retain = false, username, password }: MqttMessage,
  payload: string,
  protocolVersion: 4 | 5,
  { timeoutMs, maxBytes, closeMs }: MqttLimits,
): Promise<Verdict> {
  const startedAt = performance.now();
  // The library is loaded with the first message, because most processes never send one.
  const { MqttClient } = await import('mqtt');
  const socket = await outbound.connect(url);
  const { promise, resolve, reject } = Promise.withResolvers<Verdict>();
  const fail = (code: 'timeout' | 'reset', cause?: unknown) =>
    reject(new OutboundFailure(code, Math.round(performance.now() - startedAt), cause));
  const timer = setTimeout(() => fail('timeout'), Math.max(1, timeoutMs));
  let phase: Phase = 'connect';
  socket
    .on('error', (error) => (error instanceof OutboundFailure ? reject(error) : fail('reset', error)))
    .on('close', () => fail('reset'));
  const stream = new LimitedStream(socket, maxBytes, () => resolve({ code: INVALID, phase }));
  const client = new MqttClient(() => stream, {
    protocolId: 'MQTT',
    protocolVersion,
    // MQTT 3.1.1 §3.1.3.1: every broker accepts ids of up to 23 letters and digits.
    clientId: `watchfloor${crypto.randomUUID().replaceAll('-', '').slice(0, 12)}`,
    clean: true,
    keepalive: 0,
    reconnectPeriod: 0,
    connectTimeout: Math.max(1, timeoutMs),
    username,
    password,
  });
  const refused = (error: Error & { code?: unknown }) =>
    resolve({ code: typeof error.code === 'number' && error.code > 0 ? error.code : INVALID, phase });
  client
    .on('error', refused)
    .on('disconnect', ({ reasonCode = 128 }) => resolve({ code: Math.max(1, reasonCode), phase }))
    .on('connect', () => {
      phase = 'publish';
      client.publish(topic, payload, { qos, retain }, (error) =>
        error ? refused(error) : resolve({ code: 0, phase }),
      );
    });
  try {
    const verdict = await promise;
    if (verdict.code === 0) await closed(socket, () => client.end(), closeMs);
    return verdict;
  } finally {
    clearTimeout(timer);
    client.end(true);
    socket.destroy();
  }
}

/** Ends a connection, and waits for its end for a limited time. */
async function closed(socket: Socket, end: () => void, closeMs: number): Promise<void> {
  if (socket.destroyed) return;
  const late = AbortSignal.timeout(closeMs);
  const close = once(socket, 'close', { signal: late }).catch(() => {});
  end();
  await close;
}

const NOT_AUTHORIZED: Record<Phase, string> = {
  connect: 'The broker does not authorize this contact to connect.',
  publish: 'The broker does not authorize this contact to publish to the topic.',
};

/** Refusals that another attempt does not change, by reason code. Codes below 128 are those of MQTT 3.1.1. */
const refusals: Record<number, string | Record<Phase, string>> = {
  1: 'The broker supports neither MQTT 5 nor MQTT 3.1.1.',
  2: 'The broker rejected the client id of this service.',
  4: 'The broker rejected the user name or the password.',
  5: NOT_AUTHORIZED,
  132: 'The broker supports neither MQTT 5 nor MQTT 3.1.1.',
  133: 'The broker rejected the client id of this service.',
  134: 'The broker rejected the user name or the password.',
  135: NOT_AUTHORIZED,
  138: 'The broker has banned this service.',
  140: 'The broker requires another method of authentication than a user name and a password.',
  144: 'The broker rejected the topic.',
  149: 'The broker rejected the message, because it is too large.',
  154: 'The broker does not support retained messages.',
  155: 'The broker does not support the quality of service of this contact.',
};

/** Reasons that may pass. */
const delays: Record<number, string> = {
  [INVALID]: 'The response of the server is not valid MQTT.',
  3: 'The broker is not available.',
  136: 'The broker is not available.',
  137: 'The broker is busy.',
  139: 'The broker is shutting down.',
  150: 'The broker accepts no more messages at this rate.',
  151: "The broker's quota is used up.",
  159: 'The broker accepts no more connections at this rate.',
};

function outcomeOf({ code, phase }: Verdict): SendOutcome {
  if (code === 0) return undefined;
  const refusal = refusals[code];
  if (refusal !== undefined)
    return { error: typeof refusal === 'string' ? refusal : refusal[phase], isPermanent: true };
  return { error: delays[code] ?? `The broker refused the message with reason code ${code}.`, isPermanent: false };
}
