import jwt from 'jsonwebtoken';
import { Service } from 'typedi';
import { HttpConfig } from '../../../config/http-config.js';
import { shortened } from '../../../text/plain-text.js';
import { Clock } from '../../../time/clock.js';
import { Outbound } from '../../../upstream/outbound.js';
import type { Notice, SendOutcome } from '../contacts/channels/channel.js';
import type { ContactByWebPush } from '../contacts/channels/web-push.js';
import { encryptPush, MAX_PUSH_BYTES } from './encrypt-push.js';
import { VapidKeyStore } from './vapid-keys.service.js';

/** Time for which a push service keeps a message for a browser that is not connected (s). */
const TTL_SECONDS = 86_400;
/** Validity of a token (s); RFC 8292 §2 allows 24 hours. */
const TOKEN_SECONDS = 43_200;

/** Urgency by severity (RFC 8030 §5.3): devices that save energy receive messages of low urgency later. */
const urgencies = { info: 'low', warning: 'normal', critical: 'high' };

/** Sends messages to the push services of browsers (RFC 8030), signed (RFC 8292) and encrypted (RFC 8291). */
@Service()
export class WebPush {
  constructor(
    private readonly keys: VapidKeyStore,
    private readonly outbound: Outbound,
    private readonly http: HttpConfig,
    private readonly clock: Clock,
  ) {}

  /** @throws OutboundFailure; CannotOpen if the keys of the service cannot be decrypted */
  async send({ endpoint, p256dh, auth }: ContactByWebPush, notice: Notice): Promise<SendOutcome> {
    const body = encryptPush(payloadOf(notice), { p256dh, auth });
    const { status, headers } = await this.outbound.send({
      method: 'POST',
      url: endpoint,
      headers: {
        authorization: await this.authorization(new URL(endpoint).origin),
        'content-encoding': 'aes128gcm',
        'content-type': 'application/octet-stream',
        ttl: String(TTL_SECONDS),
        urgency: urgencies[notice.kind === 'firing' ? notice.severity : 'info'],
        // A waiting message about the same alert is replaced. A topic has at most 32 characters (RFC 8030 §5.4).
        topic: notice.thread.replaceAll('-', ''),
      },
      body,
    });
    return outcomeOf(status, Number(headers['retry-after']));
  }

  private async authorization(audience: string): Promise<string> {
    const { publicKey, privateKey } = await this.keys.keys();
    const { publicUrl, securityContact = '' } = this.http;
    const contact = [securityContact, publicUrl].find((uri) => /^(?:mailto|https):/.test(uri));
    const claims = {
      aud: audience,
      exp: Math.floor(this.clock.now() / 1_000) + TOKEN_SECONDS,
      ...(contact === undefined ? {} : { sub: contact }),
    };
    const token = jwt.sign(claims, privateKey, { algorithm: 'ES256', noTimestamp: true });
    return `vapid t=${token}, k=${publicKey}`;
  }
}

/** Returns the message for the service worker of the account page as JSON. */
export function payloadOf({ kind, alertId, severity, title, text, url }: Notice): string {
  const json = (body: string) =>
    JSON.stringify({
      kind,
      alertId,
      severity,
      title: shortened(title, 250),
      body,
      url: url ?? (alertId === null ? '/account#channels' : `/#alert=${alertId}`),
    });
  let body = shortened(text, 2_000);
  while (Buffer.byteLength(json(body)) > MAX_PUSH_BYTES) body = shortened(body, Math.floor(body.length / 2));
  return json(body);
}

function outcomeOf(status: number, wait: number): SendOutcome {
  if (status >= 200 && status < 300) return undefined;
  if (status === 404 || status === 410)
    return {
      error: `The browser is no longer subscribed (the push service responded with ${status}).`,
      isPermanent: true,
      isGone: true,
    };
  return {
    error: `The push service responded with ${status}.`,
    isPermanent: status < 500 && status !== 408 && status !== 429,
    ...(wait > 0 && wait < 3_600 ? { waitSeconds: wait } : {}),
  };
}
