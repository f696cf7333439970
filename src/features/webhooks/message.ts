import { createHmac } from 'node:crypto';
import type { EventEnvelope } from '../../events/logged-event.js';

/** Longer bodies are sent without `data`, with the address to read it at: what the Standard Webhooks recommend. */
const MAX_BODY_BYTES = 20 * 1024;

export interface SignedMessage {
  headers: Record<string, string>;
  /** The bytes that were signed. */
  body: Buffer;
}

/** Content type of a message whose body is a whole envelope (CloudEvents' structured mode). */
const CONTENT_TYPE = 'application/cloudevents+json';

/**
 * The envelope, or without its data when that makes it too long; then `dataref` (CloudEvents' extension of that name)
 * says where the whole event is.
 */
export function bodyOf(envelope: EventEnvelope): Buffer {
  const whole = Buffer.from(JSON.stringify(envelope));
  if (whole.length <= MAX_BODY_BYTES) return whole;
  const { data: _data, ...thin } = envelope;
  return Buffer.from(JSON.stringify({ ...thin, dataref: `${envelope.source}/timeline/${envelope.id}` }));
}

/**
 * Signed as the Standard Webhooks 1.0 say (https://www.standardwebhooks.com): HMAC-SHA256 of id, timestamp and body,
 * once with each key.
 * @param now ms since the epoch
 */
export function signed(body: Buffer, id: string, now: number, keys: readonly Buffer[]): SignedMessage {
  const timestamp = String(Math.floor(now / 1_000));
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`,
  );
  return {
    headers: {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
      'content-type': CONTENT_TYPE,
    },
    body,
  };
}
