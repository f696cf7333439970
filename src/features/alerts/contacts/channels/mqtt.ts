import { Dto, Field } from '../../../../api/field.js';
import { choice, flag, integer, optional, text } from '../../../../api/rules.js';
import { type ContactChannel, type Notice } from './channel.js';
import { publishOnce } from './mqtt-publish.js';

@Dto('A topic of an MQTT broker (MQTT 5, or 3.1.1 where a broker does not support it).')
export class ContactByMqtt {
  @Field('`mqtt`.', choice(['mqtt']), { example: 'mqtt' })
  channel!: 'mqtt';

  @Field('Broker: mqtts (TLS, port 8883 by default) or mqtt (port 1883 by default), without a path.', text(8, 500), {
    example: 'mqtts://broker.example.org',
  })
  url!: string;

  @Field('Topic of the messages, without wildcards; it must not start with `$`.', topic(), {
    example: 'watchfloor/alerts',
  })
  topic!: string;

  @Field(
    'Quality of service. 0: at most once, without a confirmation, so that a topic that the broker refuses is not ' +
      'noticed; 1: at least once; 2: exactly once for each attempt. Default: 1.',
    optional(integer(0, 2)),
    { example: 1 },
  )
  qos?: 0 | 1 | 2;

  @Field('Whether the broker keeps the last message for later subscribers. Default: false.', optional(flag()), {
    example: false,
  })
  retain?: boolean;

  @Field('User name at the broker.', optional(text(1, 200)), { omitFromExample: true, example: 'watchfloor' })
  username?: string;

  @Field('Password at the broker; it needs a user name.', optional(text(1, 500)), {
    omitFromExample: true,
    example: 'correct horse battery staple',
  })
  password?: string;
}

function topic() {
  // MQTT 5 §4.7: `+` and `#` are wildcards, and topics that start with `$` belong to the broker.
  return text(
    1,
    200,
    /^[^+#$\u0000-\u001f\u007f][^+#\u0000-\u001f\u007f]*$/,
    'a topic without +, # and control characters that does not start with $',
  );
}

/**
 * Publishes messages as JSON, each over a connection of its own. The rate is a limit of ours, because brokers document
 * no common one.
 */
export const mqttChannel: ContactChannel<ContactByMqtt> = {
  name: 'mqtt',
  settings: ContactByMqtt,
  protocol: 'mqtt',
  pace: { intervalMs: 1_000, burst: 60 },
  addressOf: ({ url, topic: name }) => `${new URL(url).host}/${name}`,
  urlOf: ({ url }) => url,
  refusalOf: ({ username, password }) =>
    password !== undefined && username === undefined
      ? { pointer: '/delivery/username', detail: 'is required with `password`' }
      : undefined,
  send: (settings, notice, outbound) => publishOnce(outbound, settings, JSON.stringify(payloadOf(notice))),
};

/** Returns the message that subscribers receive; docs/alerts.md documents it. */
const payloadOf = ({ id, kind, alertId, severity, title, text: message, time, url }: Notice) => ({
  id,
  kind,
  alertId,
  severity,
  title,
  text: message,
  time: time.toISOString(),
  url: url ?? null,
});
