import { Service } from 'typedi';
import { HttpConfig } from '../../config/http-config.js';
import { EventEnvelopes } from '../../events/event-envelopes.js';
import { summaryOf } from '../../events/event-summary.js';
import type { ShownEvent } from '../../events/logged-event.js';
import { Clock } from '../../time/clock.js';
import type { Endpoint } from './endpoint.js';
import { EndpointHeaders } from './endpoint-headers.service.js';
import { EndpointSecrets } from './endpoint-secrets.service.js';
import { chats } from './formats/webhook-format.js';
import { bodyOf, filledBody, MAX_BODY_BYTES, type SignedMessage, signed } from './message.js';

/** Writes events in the format of an endpoint. */
@Service()
export class MessageWriter {
  constructor(
    private readonly secrets: EndpointSecrets,
    private readonly headers: EndpointHeaders,
    private readonly envelopes: EventEnvelopes,
    private readonly http: HttpConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the message about an event; undefined if it cannot be signed because the secret of the endpoint is lost, or
   * if the value of an own header is. Messages to chats are not signed, because their URL is itself a secret.
   */
  write(endpoint: Endpoint, event: ShownEvent): SignedMessage | undefined {
    const message = this.headers.areLost(endpoint) ? undefined : this.formatted(endpoint, event);
    if (message === undefined || endpoint.headers.length === 0) return message;
    return { ...message, headers: { ...this.headers.of(endpoint), ...message.headers } };
  }

  private formatted(endpoint: Endpoint, event: ShownEvent): SignedMessage | undefined {
    if (endpoint.format !== 'generic') {
      const message = chats[endpoint.format].message(summaryOf(event, this.http.publicUrl));
      return { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(message)) };
    }
    const now = this.clock.now();
    if (this.secrets.isLost(endpoint, now)) return undefined;
    const envelope = this.envelopes.of(event);
    const keys = this.secrets.keysOf(endpoint, now);
    const body = endpoint.bodyTemplate === null ? undefined : filledBody(endpoint.bodyTemplate, envelope);
    // A body that would be too long is replaced by the envelope, which says where the whole event is.
    return body === undefined || body.length > MAX_BODY_BYTES
      ? signed(bodyOf(envelope), event.id, now, keys)
      : signed(body, event.id, now, keys, 'application/json');
  }
}
