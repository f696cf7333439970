import test, { type ExecutionContext } from 'ava';
import { Config } from '../../src/config/config.js';
import type { SmtpServer } from '../../src/config/mail-config.js';
import { type Mail, MailFailure, NoMailer } from '../../src/mail/mailer.js';
import { SmtpMailer } from '../../src/mail/smtp-mailer.js';
import { MAIL_MS } from '../support/peer-times.js';
import { smtpSinkFor } from '../support/smtp-sink.js';

const from = { name: 'Watchfloor', address: 'watch@watch.example' };
const mail: Mail = {
  to: 'ada@people.example',
  subject: 'A subject',
  text: 'Some text',
  html: '<p>Some text</p>',
  id: 'event.1',
};

function mailerFor(t: ExecutionContext, smtp: Partial<SmtpServer> & { port: number }): SmtpMailer {
  const mailer = new SmtpMailer({
    smtp: { host: '127.0.0.1', encryption: 'none', ...smtp },
    from,
    connections: 2,
    connectMs: MAIL_MS,
    silenceMs: MAIL_MS,
  });
  t.teardown(() => mailer.close());
  return mailer;
}

const failure = async (t: ExecutionContext, sending: Promise<void>) =>
  (await t.throwsAsync(sending, { instanceOf: MailFailure })) as MailFailure;

test('a mail has the headers of automatic mail, one recipient, and its text as plain text and HTML', async (t) => {
  const sink = await smtpSinkFor(t);
  await mailerFor(t, sink).send({ ...mail, unsubscribeUrl: 'https://watch.example/u/TOKEN' });
  const [received] = sink.mails;
  t.like(received, { from: from.address, to: ['ada@people.example'] });
  t.like(received?.headers, {
    from: 'Watchfloor <watch@watch.example>',
    to: 'ada@people.example',
    subject: 'A subject',
    'message-id': '<event.1@watch.example>',
    'auto-submitted': 'auto-generated',
    'list-unsubscribe': '<https://watch.example/u/TOKEN>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
  });
  t.is(received?.headers['in-reply-to'], undefined);
  t.regex(received?.text ?? '', /^Some text/);
  t.regex(received?.html ?? '', /^<p>Some text<\/p>/);
});

test('a mail of a thread refers to its first mail', async (t) => {
  const sink = await smtpSinkFor(t);
  const mailer = mailerFor(t, sink);
  await mailer.send({ ...mail, id: 'alert.1', thread: 'alert.1' });
  await mailer.send({ ...mail, id: 'event.2', thread: 'alert.1' });
  const [first, second] = sink.mails.map(({ headers }) => headers);
  t.deepEqual([first?.['message-id'], first?.references], ['<alert.1@watch.example>', undefined]);
  t.deepEqual([second?.['in-reply-to'], second?.references], ['<alert.1@watch.example>', '<alert.1@watch.example>']);
});

test('no text adds a header or a recipient', async (t) => {
  const sink = await smtpSinkFor(t);
  await mailerFor(t, sink).send({ ...mail, subject: `x\r\nBcc: eve@evil.example\n\nbody\u202e ${'y'.repeat(2_000)}` });
  const [received] = sink.mails;
  t.deepEqual([received?.to, received?.headers.bcc], [['ada@people.example'], undefined]);
  t.true(sink.mails[0]!.raw.split('\r\n').every((line) => line.length <= 998));
});

test('a rejection with 5xx is permanent, and any other failure is retried', async (t) => {
  const sink = await smtpSinkFor(t);
  const mailer = mailerFor(t, sink);
  sink.refuseWith(550);
  t.like(await failure(t, mailer.send(mail)), {
    isPermanent: true,
    message: 'The mail server refused the mail (550).',
  });
  sink.refuseWith(451);
  t.like(await failure(t, mailer.send(mail)), {
    isPermanent: false,
    message: 'The mail server did not take the mail for now (451).',
  });
  sink.refuseWith();
  await mailer.send(mail);
  t.is(sink.mails.length, 1);
});

test('an unreachable server and rejected credentials are temporary failures', async (t) => {
  const sink = await smtpSinkFor(t, {
    authOptional: false,
    onAuth: (_auth, _session, done) => done(new Error('no')),
    allowInsecureAuth: true,
  });
  const refused = await failure(t, mailerFor(t, { port: sink.port, user: 'watch', password: 'hunter2' }).send(mail));
  t.like(refused, { isPermanent: false, message: 'The mail server refused the credentials of this service.' });
  t.false((await failure(t, mailerFor(t, { port: 1 }).send(mail))).isPermanent);
});

test('nothing is sent without encryption where it is required, nor to a server whose certificate is not trusted', async (t) => {
  const plain = await smtpSinkFor(t);
  t.false(
    (
      await failure(
        t,
        mailerFor(t, { port: plain.port, encryption: 'starttls', user: 'watch', password: 'hunter2' }).send(mail),
      )
    ).isPermanent,
  );
  // The certificate of this server is self-signed and not trusted.
  const untrusted = await smtpSinkFor(t, { disabledCommands: [] });
  t.false((await failure(t, mailerFor(t, { port: untrusted.port, encryption: 'starttls' }).send(mail))).isPermanent);
  t.deepEqual([plain.mails, untrusted.mails], [[], []]);
});

test('a service without a mail server sends nothing', async (t) => {
  const mailer = new NoMailer();
  t.false(mailer.isConfigured);
  t.true((await failure(t, mailer.send())).isPermanent);
});

const secret = 'a test secret of more than thirty-two bytes';
const config = (env: Record<string, string>) =>
  new Config({ SVC_ENV: 'test', SVC_JWT_SECRET: secret, SVC_DATA_SECRET: secret, ...env });

for (const [url, expected] of [
  [
    'smtps://user:p%40ss@mail.example',
    { host: 'mail.example', port: 465, encryption: 'tls', user: 'user', password: 'p@ss' },
  ],
  [
    'smtp://user:pass@mail.example',
    { host: 'mail.example', port: 587, encryption: 'starttls', user: 'user', password: 'pass' },
  ],
  ['smtp://mail.example:2525', { host: 'mail.example', port: 2525, encryption: 'starttls' }],
  ['smtp://[::1]?tls=none', { host: '::1', port: 25, encryption: 'none' }],
] as const) {
  test(`the mail server ${url} is accepted`, (t) => {
    t.deepEqual(config({ SVC_SMTP_URL: url, SVC_SMTP_FROM: 'Ops <ops@watch.example>' }).mail.smtp, expected);
  });
}

for (const url of [
  'http://mail.example',
  'smtp://',
  'smtp://user:hunter2@mail.example?tls=none',
  'smtp://user@mail.example',
  'smtp://mail.example/x',
  'nonsense hunter2',
]) {
  test(`the mail server ${url} is rejected without repeating it`, (t) => {
    const error = t.throws(() => config({ SVC_SMTP_URL: url, SVC_SMTP_FROM: 'ops@watch.example' }));
    t.regex(error.message, /SVC_SMTP_URL must be/);
    t.false(error.message.includes('hunter2'));
  });
}

for (const sender of ['nobody', 'a@b, c@d', 'x\r\nBcc: eve@evil.example <a@b>', '"x" <a@b>', '<a@b>']) {
  test(`the sender ${JSON.stringify(sender)} is rejected`, (t) => {
    t.throws(() => config({ SVC_SMTP_URL: 'smtp://mail.example', SVC_SMTP_FROM: sender }), {
      message: /SVC_SMTP_FROM must be/,
    });
  });
}

test('a mail server needs a sender, and its address is not shown', (t) => {
  t.throws(() => config({ SVC_SMTP_URL: 'smtp://mail.example' }), { message: /SVC_SMTP_FROM is required/ });
  const shown = config({ SVC_SMTP_URL: 'smtps://user:hunter2@mail.example', SVC_SMTP_FROM: 'ops@watch.example' }).shown;
  t.is(shown.find(({ name }) => name === 'SVC_SMTP_URL')?.value, '[set]');
});

test('in production a mail server needs the public address of the service, because links in mails begin with it', (t) => {
  const production = {
    SVC_ENV: 'production',
    SVC_SMTP_URL: 'smtps://mail.example',
    SVC_SMTP_FROM: 'ops@watch.example',
  };
  t.throws(() => config(production), { message: /SVC_BASE_URL is required with SVC_SMTP_URL/ });
  t.notThrows(() => config({ ...production, SVC_BASE_URL: 'https://watch.example' }));
});
