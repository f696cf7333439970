import { createHmac } from 'node:crypto';
import type { EventEnvelope } from '../../events/logged-event.js';
import { filled, valueAt } from '../../text/placeholders.js';

/**
 * Maximum length of a body, as the Standard Webhooks recommend. A longer event is sent without `data`, with the URL at
 * which it can be read.
 */
export const MAX_BODY_BYTES = 20 * 1024;

export interface SignedMessage {
  headers: Record<string, string>;
  /** Body whose bytes were signed. */
  body: Buffer;
}

/** Content type of a CloudEvents envelope in structured mode. */
export const ENVELOPE_TYPE = 'application/cloudevents+json';

/**
 * Returns the body of a message: the envelope, without `data` if it would be too long. `dataref` (an extension of
 * CloudEvents) then contains the URL of the whole event.
 */
export function bodyOf(envelope: EventEnvelope): Buffer {
  const whole = Buffer.from(JSON.stringify(envelope));
  if (whole.length <= MAX_BODY_BYTES) return whole;
  const { data: _data, ...thin } = envelope;
  return Buffer.from(JSON.stringify({ ...thin, dataref: `${envelope.source}/timeline/${envelope.id}` }));
}

/** A text that is one placeholder and nothing else, which stands for the value itself. */
const single = /^\{\{\s*([A-Za-z0-9_.-]+)\s*\}\}$/;

/**
 * Returns the body of an event by a template. A text that is one placeholder becomes the value itself, null if it is
 * absent; in a longer text, values are inserted as text.
 */
export function filledBody(template: string, envelope: EventEnvelope): Buffer {
  return Buffer.from(JSON.stringify(filledValue(JSON.parse(template), envelope)));
}

function filledValue(value: unknown, envelope: EventEnvelope): unknown {
  if (typeof value === 'string') {
    const [, path] = single.exec(value) ?? [];
    return path === undefined ? filled(value, (name) => valueAt(envelope, name)) : (valueAt(envelope, path) ?? null);
  }
  if (Array.isArray(value)) return value.map((one) => filledValue(one, envelope));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, filledValue(one, envelope)]));
}

/**
 * Signs a message according to Standard Webhooks 1.0 (https://www.standardwebhooks.com): HMAC-SHA256 of id, timestamp
 * and body, once with each key.
 * @param now ms since the epoch
 */
export function signed(
  body: Buffer,
  id: string,
  now: number,
  keys: readonly Buffer[],
  contentType: string = ENVELOPE_TYPE,
): SignedMessage {
  const timestamp = String(Math.floor(now / 1_000));
  const signatures = keys.map(
    (key) => `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`,
  );
  return {
    headers: {
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
      'content-type': contentType,
    },
    body,
  };
}
