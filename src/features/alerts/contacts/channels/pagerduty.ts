import { Dto, Field } from '../../../../api/field.js';
import { choice, optional, text } from '../../../../api/rules.js';
import { shortened } from '../../../../text/plain-text.js';
import { type ContactChannel, jsonPost, type NoticeKind } from './channel.js';

const SERVER = 'https://events.pagerduty.com';

@Dto('A service of PagerDuty with an integration for the Events API v2.')
export class ContactByPagerDuty {
  @Field('`pagerduty`.', choice(['pagerduty']), { example: 'pagerduty' })
  channel!: 'pagerduty';

  @Field('Integration key of the service.', text(32, 32, /^[A-Za-z0-9]{32}$/, 'a key of 32 letters and digits'), {
    example: 'e93facc04764012d7bfb002500d5d1a6',
  })
  routingKey!: string;

  @Field(
    `Address of the Events API. Default: \`${SERVER}\`; accounts of the EU region have their own.`,
    optional(text(10, 500)),
    { example: SERVER },
  )
  url?: string;
}

const actions: Partial<Record<NoticeKind, string>> = {
  firing: 'trigger',
  test: 'trigger',
  acknowledged: 'acknowledge',
  resolved: 'resolve',
};

/**
 * Sends events (https://developer.pagerduty.com/docs/send-alert-event). All events about an alert have one
 * `dedup_key`, so that repeated messages join one incident, and its end resolves it. A key accepts 120 events a minute.
 */
export const pagerDutyChannel: ContactChannel<ContactByPagerDuty> = {
  name: 'pagerduty',
  settings: ContactByPagerDuty,
  pace: { intervalMs: 500, burst: 60 },
  addressOf: ({ routingKey }) => `service ${routingKey.slice(0, 4)}…`,
  urlOf: ({ url = SERVER }) => url,
  request: ({ routingKey, url = SERVER }, { kind, thread, severity, title, text: message, time, url: link }) => {
    const action = actions[kind];
    if (action === undefined) return undefined;
    return jsonPost(`${url.replace(/\/+$/, '')}/v2/enqueue`, {
      routing_key: routingKey,
      event_action: action,
      dedup_key: `watchfloor:${thread}`,
      payload: {
        summary: shortened(title, 1_000),
        source: 'watchfloor',
        severity,
        timestamp: time.toISOString(),
        custom_details: { text: message },
      },
      ...(link === undefined ? {} : { links: [{ href: link, text: 'Open the alert' }] }),
    });
  },
};
