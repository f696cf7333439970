import { Service } from 'typedi';
import { Problem } from '../../api/problem.js';
import { EventFields } from '../../events/event-fields.js';
import { Outbound, OutboundRefused } from '../../upstream/outbound.js';
import { bodyTemplateProblem } from './body-template.js';
import { mismatchOf, type WebhookFormat } from './formats/webhook-format.js';

/** Checks the URLs and templates of endpoints. */
@Service()
export class EndpointChecks {
  constructor(
    private readonly outbound: Outbound,
    private readonly fields: EventFields,
  ) {}

  /**
   * Returns a URL in normal form.
   * @throws Problem `unprocessable` for a URL that the service does not call, or whose host accepts another format
   */
  async url(url: string, format: WebhookFormat): Promise<string> {
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

  /**
   * Rejects a template that cannot be filled, or for a format that has its own bodies.
   * @throws Problem `unprocessable`
   */
  assertTemplate(template: string | null, format: WebhookFormat): void {
    if (template === null) return;
    const detail =
      format === 'generic'
        ? bodyTemplateProblem(template, (path) => this.fields.isKnown(path))
        : 'is only for the format generic; set it to null';
    if (detail === undefined) return;
    throw new Problem('unprocessable', {
      detail: 'The template cannot be filled; GET /subscriptions/event-types lists the fields of events.',
      errors: [{ pointer: '/bodyTemplate', detail }],
    });
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
