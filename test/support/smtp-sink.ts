import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ExecutionContext } from 'ava';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { MAIL_MS } from './peer-times.js';

/** A mail as received. */
export interface ReceivedMail {
  from: string;
  to: string[];
  /** Header values by lower-case name, unfolded; encoded words are not decoded. */
  headers: Record<string, string>;
  text: string;
  html: string;
  raw: string;
}

/** A mail server for tests, which keeps the mails it accepts and rejects mails as a test says. */
export interface SmtpSink {
  /** URL without encryption. */
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** Sets the SMTP code with which later mails are rejected; undefined: they are accepted. */
  refuseWith(code?: number): void;
}

/** Starts a mail server on a free port of loopback, until the test ends. */
export async function smtpSinkFor(t: ExecutionContext, options: SMTPServerOptions = {}): Promise<SmtpSink> {
  const mails: ReceivedMail[] = [];
  let refusal: number | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    socketTimeout: MAIL_MS,
    ...options,
    onRcptTo: (_address, _session, done) =>
      done(refusal === undefined ? null : Object.assign(new Error('not now'), { responseCode: refusal })),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        mails.push({
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          ...parsed(Buffer.concat(chunks).toString('utf8')),
        });
        done();
      });
    },
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  t.teardown(() => new Promise<void>((resolve) => server.close(resolve)));
  const refuseWith = (code?: number) => {
    refusal = code;
  };
  const { port } = server.server.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}?tls=none`, port, mails, refuseWith };
}

function parsed(raw: string): Pick<ReceivedMail, 'headers' | 'text' | 'html' | 'raw'> {
  const { headers, body } = split(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(headers['content-type'] ?? '')?.[1];
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => split(part.replace(/^\r\n/, '')));
  const partOf = (type: string) => parts.find((part) => part.headers['content-type']?.startsWith(type));
  return { headers, text: decoded(partOf('text/plain')), html: decoded(partOf('text/html')), raw };
}

function split(text: string): { headers: Record<string, string>; body: string } {
  const end = text.indexOf('\r\n\r\n');
  const lines = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 1).trim(),
  ]);
  return { headers: Object.fromEntries(headers), body: text.slice(end + 4) };
}

function decoded(part?: { headers: Record<string, string>; body: string }): string {
  if (part === undefined) return '';
  const encoding = part.headers['content-transfer-encoding'];
  if (encoding === 'base64') return Buffer.from(part.body, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return part.body;
  const joined = part.body.replace(/=\r\n/g, '');
  return Buffer.from(
    joined.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');
}
