import { readFileSync } from 'node:fs';
import tls, { createServer, type TlsOptions } from 'node:tls';
import test, { type ExecutionContext } from 'ava';
import { OutboundFailure } from '../../../src/upstream/outbound.js';
import { settlesWithin } from '../../support/in-time.js';
import { answerOk, failureOf, outboundFor, type Peer, startPeer, watched } from '../../support/peer.js';

const pem = (name: string) =>
  readFileSync(new URL(`../../../../test/fixtures/tls/${name}.pem`, import.meta.url), 'utf8');
const key = pem('key');
const [selfSigned, expired] = [pem('self-signed'), pem('expired')];
const allow = ['127.0.0.1'];
const resolve = async () => ['127.0.0.1'];

/** Starts a TLS server, which records the data received after the handshake and the requested server names. */
async function startSecurePeer(
  t: ExecutionContext,
  options: TlsOptions,
): Promise<Peer & { reported: string[]; names: unknown[] }> {
  const reported: string[] = [];
  const names: unknown[] = [];
  const server = createServer({ key, ...options }, (socket) => {
    names.push('servername' in socket && socket.servername);
    socket
      .on('error', () => undefined)
      .on('data', (chunk) => {
        reported.push(chunk.toString());
        answerOk(socket);
      });
  });
  server.on('tlsClientError', () => undefined);
  return Object.assign(await watched(t, server), { reported, names });
}

test('a trusted, valid certificate for the name is accepted, also for an address', async (t) => {
  const peer = await startSecurePeer(t, { cert: selfSigned });
  const outbound = outboundFor(t, { allow, resolve, ca: selfSigned });
  for (const host of ['localhost', 'hook.example', '127.0.0.1', 'hook.example.']) {
    const { status } = await outbound.send({ method: 'POST', url: `https://${host}:${peer.port}/`, body: 'secret' });
    t.is(status, 200, host);
  }
  t.deepEqual([...new Set(peer.names)], ['localhost', 'hook.example', false]);
});

for (const [what, cert, host, ca] of [
  ['signed by nobody known', selfSigned, 'hook.example', undefined],
  ['expired', expired, 'hook.example', expired],
  ['for another name', selfSigned, 'other.example', selfSigned],
  ['not for the address', selfSigned, '127.0.0.2', selfSigned],
] as const) {
  test(`a certificate ${what}: the call fails, nothing is sent, and plain text is not tried`, async (t) => {
    const peer = await startSecurePeer(t, { cert });
    const outbound = outboundFor(t, { allow: ['127.0.0.0/8'], resolve, ca });
    const failure = await failureOf(
      t,
      OutboundFailure,
      outbound.send({ method: 'POST', url: `https://${host}:${peer.port}/`, body: 'secret' }),
    );
    t.is(failure.code, 'tls');
    t.is(peer.connections, 1);
    t.deepEqual(peer.reported, []);
    await peer.closed();
  });
}

test('certificates are verified in any environment', async (t) => {
  const peer = await startSecurePeer(t, { cert: selfSigned });
  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
  t.teardown(() => delete process.env.NODE_TLS_REJECT_UNAUTHORIZED);
  const failure = await failureOf(
    t,
    OutboundFailure,
    outboundFor(t, { allow }).send({ method: 'GET', url: `https://127.0.0.1:${peer.port}/` }),
  );
  t.is(failure.code, 'tls');
});

test('TLS 1.2 is the minimum, also if the process permits older versions', async (t) => {
  const { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS } = tls;
  t.teardown(() => Object.assign(tls, { DEFAULT_MIN_VERSION, DEFAULT_CIPHERS }));
  const older = 'DEFAULT:@SECLEVEL=0'; // without it, OpenSSL itself rejects TLS 1.1
  Object.assign(tls, { DEFAULT_MIN_VERSION: 'TLSv1', DEFAULT_CIPHERS: older });
  const old = await startSecurePeer(t, {
    cert: selfSigned,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: older,
  });
  const newer = await startSecurePeer(t, { cert: selfSigned, maxVersion: 'TLSv1.2' });
  const outbound = outboundFor(t, { allow, ca: selfSigned });
  t.is(
    (await failureOf(t, OutboundFailure, outbound.send({ method: 'GET', url: `https://127.0.0.1:${old.port}/` }))).code,
    'tls',
  );
  t.is((await outbound.send({ method: 'GET', url: `https://127.0.0.1:${newer.port}/` })).status, 200);
});

test('a peer without TLS is not contacted in plain text', async (t) => {
  const peer = await startPeer(t);
  const failure = await failureOf(
    t,
    OutboundFailure,
    outboundFor(t, { allow }).send({ method: 'GET', url: `https://127.0.0.1:${peer.port}/path` }),
  );
  t.is(failure.code, 'tls');
  t.is(peer.connections, 1);
  t.false(peer.heard.join('').includes('/path'));
});

test('a reset during the TLS handshake, and a silent peer, are failures with their reasons', async (t) => {
  const resetting = await startPeer(t, (socket) => socket.resetAndDestroy());
  const silent = await startPeer(t, () => undefined);
  const [patient, hasty] = [outboundFor(t, { allow, connectMs: 60_000 }), outboundFor(t, { allow, connectMs: 100 })];
  t.is(
    (await failureOf(t, OutboundFailure, patient.send({ method: 'GET', url: `https://127.0.0.1:${resetting.port}/` })))
      .code,
    'tls',
  );
  const failing = failureOf(
    t,
    OutboundFailure,
    hasty.send({ method: 'GET', url: `https://127.0.0.1:${silent.port}/` }),
  );
  t.true(await settlesWithin(5_000, failing));
  t.is((await failing).code, 'timeout');
  await silent.closed();
});
