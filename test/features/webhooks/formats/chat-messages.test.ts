import test from 'ava';
import { type EventSummary, summaryOf } from '../../../../src/events/event-summary.js';
import { chats, mismatchOf, type WebhookFormat } from '../../../../src/features/webhooks/formats/webhook-format.js';

const id = '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901';
const time = new Date('2026-11-22T09:00:00.000Z');
const severe = (data: Record<string, unknown>): EventSummary =>
  summaryOf({ id, type: 'alert.firing', subject: `alert:${id}`, time, severity: 4, data }, 'https://watch.example');
const plain = severe({ title: 'CL above 100', description: '101.2 > 100', value: 101.2 });
const url = `https://watch.example/#event=${id}`;
const facts = { Severity: '4 of 5 (high)', Time: '2026-11-22 09:00 UTC', Value: '101.2' };
const footer = `alert.firing · ${id}`;

test('a Slack message has blocks, a button and a text for notifications', (t) => {
  t.deepEqual(chats.slack.message(plain), {
    text: 'CL above 100\nSeverity: 4 of 5 (high)\nTime: 2026-11-22 09:00 UTC\nValue: 101.2',
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: { type: 'plain_text', text: 'CL above 100', emoji: false } },
      { type: 'section', text: { type: 'plain_text', text: '101.2 &gt; 100', emoji: false } },
      {
        type: 'section',
        fields: Object.entries(facts).map(([name, value]) => ({ type: 'mrkdwn', text: `*${name}*\n${value}` })),
      },
      { type: 'context', elements: [{ type: 'plain_text', text: footer, emoji: false }] },
      { type: 'actions', elements: [{ type: 'button', text: { type: 'plain_text', text: 'Open' }, url }] },
    ],
  });
});

test('a Discord message is one embed with the color of its severity and without mentions', (t) => {
  t.deepEqual(chats.discord.message(plain), {
    content: '',
    allowed_mentions: { parse: [] },
    embeds: [
      {
        title: 'CL above 100',
        url,
        description: '101.2 \\> 100',
        color: 0xea580c,
        timestamp: time.toISOString(),
        fields: Object.entries(facts).map(([name, value]) => ({
          name,
          value: value.replace(/[()]/g, '\\$&'),
          inline: true,
        })),
        footer: { text: footer },
      },
    ],
  });
});

test('a Teams message is one Adaptive Card with the color of its severity', (t) => {
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    fallbackText: 'CL above 100',
    body: [
      { type: 'TextBlock', text: 'CL above 100', wrap: true, size: 'Medium', weight: 'Bolder', color: 'Attention' },
      { type: 'TextBlock', text: '101.2 \\> 100', wrap: true },
      {
        type: 'FactSet',
        facts: Object.entries(facts).map(([title, value]) => ({ title, value: value.replace(/[()]/g, '\\$&') })),
      },
      { type: 'TextBlock', text: footer, wrap: true, size: 'Small', isSubtle: true },
    ],
    actions: [{ type: 'Action.OpenUrl', title: 'Open', url }],
  };
  t.deepEqual(chats.teams.message(plain), {
    type: 'message',
    summary: 'CL above 100',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  });
});

const strings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(strings)
      : [];

test('the longest event stays within the limits of each chat, and no character is cut in two', (t) => {
  for (const long of ['🚢'.repeat(50_000), '*'.repeat(50_000), '&'.repeat(50_000), '界'.repeat(50_000)]) {
    const data = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${'n'.repeat(300)}${index}`, long]));
    const summary = severe({ title: long, description: long, ...data });
    for (const chat of Object.values(chats))
      t.true(strings(chat.message(summary)).every((text) => text.isWellFormed()));
    const slack = chats.slack.message(summary) as {
      text: string;
      blocks: Array<{ text?: { text: string }; fields?: Array<{ text: string }> }>;
    };
    t.true(
      slack.blocks[0]!.text!.text.length <= 150 &&
        slack.blocks[1]!.text!.text.length <= 3_000 &&
        slack.text.length <= 40_000,
    );
    t.true(slack.blocks[2]!.fields!.length <= 10 && slack.blocks[2]!.fields!.every(({ text }) => text.length <= 2_000));
    t.true(strings(slack.blocks).join('').length <= 13_200);
    const { embeds } = chats.discord.message(summary) as {
      embeds: Array<{ fields: unknown[]; url: string; timestamp: string }>;
    };
    const { url: _url, timestamp: _timestamp, ...counted } = embeds[0]!;
    t.true(strings(counted).join('').length <= 6_000 && counted.fields.length <= 25);
    t.true(Buffer.byteLength(JSON.stringify(chats.teams.message(summary))) <= 21_000);
  }
});

test('text from outside cannot mention, format or link in any chat', (t) => {
  const summary = severe({
    title: '<!channel> @everyone **bold** [click](https://evil.example) <at>all</at>',
    note: '<@U1> <#C1> `code` ||x||',
  });
  const slack = strings(chats.slack.message(summary)).filter((text) => text !== url);
  t.true(slack.every((text) => !/[<>]/.test(text)));
  t.true(slack.includes('&lt;!channel&gt; @everyone **bold** [click](https://evil.example) &lt;at&gt;all&lt;/at&gt;'));
  for (const format of ['discord', 'teams'] as const) {
    const texts = strings(chats[format].message(summary)).filter(
      (text) => text.includes('click') && !text.startsWith('<!'),
    );
    for (const text of texts) t.false(/(?<!\\)[[\]*<>]/.test(text), text);
    t.true(texts.length > 0);
  }
});

test('the body of a 429 from Discord gives the delay', (t) => {
  const wait = (body: string) => chats.discord.waitOf?.(Buffer.from(body));
  t.is(wait('{"message":"You are being rate limited.","retry_after":0.65,"global":false}'), 0.65);
  for (const other of ['', 'null', '{}', '{"retry_after":"1"}', '{"retry_after":-1}', '{"retry_after":1e99}'])
    t.is(wait(other), undefined, other);
});

for (const [url, format, expected] of [
  ['https://hooks.slack.com/services/T0/B0/x', 'slack', undefined],
  ['https://hooks.slack.com/services/T0/B0/x', 'discord', /takes the format slack/],
  ['https://hooks.slack.com/triggers/T0/1/x', 'slack', /incoming webhook of Slack/],
  ['https://discord.com/api/webhooks/1/x', 'discord', undefined],
  ['https://discord.com/api/v10/webhooks/1/x', 'discord', undefined],
  ['https://discord.com/api/webhooks/1/x/slack', 'slack', undefined],
  ['https://discord.com/api/webhooks/1/x', 'slack', /followed by \/slack/],
  ['https://discord.com/channels/1/2', 'discord', /Discord webhook/],
  ['https://canary.discord.com/api/webhooks/1/x', 'generic', /takes the format discord/],
  ['https://chat.example/hooks/x', 'slack', undefined],
  ['https://prod-1.westeurope.logic.azure.com/workflows/x', 'teams', undefined],
] as const) {
  test(`the URL ${url} ${expected === undefined ? 'may' : 'does not'} take the format ${format}`, (t) => {
    const mismatch = mismatchOf(new URL(url), format as WebhookFormat);
    if (expected === undefined) t.is(mismatch, undefined);
    else t.regex(mismatch ?? '', expected);
  });
}
