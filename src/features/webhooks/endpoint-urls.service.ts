import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import { Outbound, OutboundRefused } from '../../upstream/outbound.js';
import { mismatchOf, type WebhookFormat } from './formats/webhook-format.js';

/** Checks the URLs of endpoints. */
@Service()
export class EndpointUrls {
  constructor(private readonly outbound: Outbound) {}

  /**
   * Returns a URL in normal form.
   * @throws Problem `unprocessable` for a URL that the service does not call, or whose host accepts another format
   */
  async checked(url: string, format: WebhookFormat): Promise<string> {
    try {
      const checked = await this.outbound.check(url);
      assertFormat(checked, format, '/url');
      return checked.href;
    } catch (error) {
      if (!(error instanceof OutboundRefused)) throw error;
      throw new Problem('unprocessable', {
        detail: error.message,
        errors: [{ pointer: '/url', detail: 'is not a URL that events are delivered to' }],
        cause: error,
      });
    }
  }
}

/** Rejects a URL whose host is known to accept another format. @throws Problem `unprocessable` */
export function assertFormat(url: URL, format: WebhookFormat, pointer: string): void {
  const mismatch = mismatchOf(url, format);
  if (mismatch === undefined) return;
  throw new Problem('unprocessable', {
    detail: 'The URL does not match the format of the endpoint.',
    errors: [{ pointer, detail: mismatch }],
  });
}
