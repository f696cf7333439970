import 'reflect-metadata';
import test from 'ava';
import type { Notice } from '../../../../src/features/alerts/contacts/channels/channel.js';
import { channelOf, contactChannels } from '../../../../src/features/alerts/contacts/channels/channels.js';

const notice: Notice = {
  id: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  kind: 'firing',
  thread: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e902',
  alertId: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e902',
  severity: 'critical',
  title: 'Oil <b>above</b> 60',
  text: 'Since noon *now*',
  time: new Date('2026-11-20T23:15:00Z'),
  url: 'https://watch.example/#alert=1',
};

const settings: Record<string, object> = {
  ntfy: { channel: 'ntfy', topic: 'desk', token: 'tk_1' },
  telegram: { channel: 'telegram', botToken: '123456789:secret', chatId: '-100' },
  pushover: { channel: 'pushover', token: 'a'.repeat(30), userKey: 'u'.repeat(30) },
  pagerduty: { channel: 'pagerduty', routingKey: 'r'.repeat(32) },
  mqtt: { channel: 'mqtt', url: 'mqtts://broker.example', topic: 'desk', username: 'ada', password: 'secret' },
};

function sent(name: string, changes: Partial<Notice> = {}) {
  const request = channelOf(name).request?.(settings[name] as object, { ...notice, ...changes });
  return request && { url: request.url, headers: request.headers, body: JSON.parse(String(request.body)) };
}

test('ntfy receives a message as JSON with its priority and the link', (t) => {
  t.deepEqual(sent('ntfy'), {
    url: 'https://ntfy.sh/',
    headers: { 'content-type': 'application/json', authorization: 'Bearer tk_1' },
    body: {
      topic: 'desk',
      title: notice.title,
      message: notice.text,
      priority: 5,
      tags: ['firing'],
      click: notice.url,
    },
  });
  t.is(sent('ntfy', { kind: 'resolved' })?.body.priority, 3);
});

test('Telegram receives plain text, and silently unless a warning fires', (t) => {
  const { url, body } = sent('telegram') ?? {};
  t.is(url, 'https://api.telegram.org/bot123456789:secret/sendMessage');
  t.deepEqual(body, {
    chat_id: '-100',
    text: `${notice.title}\n${notice.text}\n${notice.url}`,
    disable_notification: false,
    link_preview_options: { is_disabled: true },
  });
  t.true(sent('telegram', { severity: 'info' })?.body.disable_notification);
  t.true(sent('telegram', { title: 'x'.repeat(1_000), text: 'y'.repeat(9_000) })?.body.text.length < 4_096);
});

test('Pushover receives a message within its lengths', (t) => {
  const { url, body } = sent('pushover', { title: 'x'.repeat(300), text: 'y'.repeat(2_000) }) ?? {};
  t.is(url, 'https://api.pushover.net/1/messages.json');
  t.deepEqual(
    [body.token, body.user, body.priority, body.timestamp, body.title.length, body.message.length],
    ['a'.repeat(30), 'u'.repeat(30), 1, 1_795_216_500, 250, 1_000],
  );
});

test('PagerDuty receives one incident for an alert, from its trigger to its end', (t) => {
  const { url, body } = sent('pagerduty') ?? {};
  t.is(url, 'https://events.pagerduty.com/v2/enqueue');
  t.like(body, { event_action: 'trigger', dedup_key: `watchfloor:${notice.thread}` });
  t.like(body.payload, { summary: notice.title, source: 'watchfloor', severity: 'critical' });
  t.is(sent('pagerduty', { kind: 'acknowledged' })?.body.event_action, 'acknowledge');
  t.is(sent('pagerduty', { kind: 'resolved' })?.body.event_action, 'resolve');
});

test('no address of a contact contains its secret', (t) => {
  for (const { name, addressOf } of contactChannels.filter(({ name }) => name in settings)) {
    const address = addressOf(settings[name] as object);
    for (const secret of ['tk_1', 'secret', 'a'.repeat(5), 'u'.repeat(5), 'r'.repeat(5)])
      t.false(address.includes(secret), `${name}: ${address}`);
  }
});
