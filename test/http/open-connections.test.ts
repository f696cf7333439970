import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import test, { type ExecutionContext } from 'ava';
import { createHttpServer } from '../../src/http/http-server.js';
import { OpenConnections } from '../../src/http/open-connections.js';
import { settlesWithin } from '../support/in-time.js';

type Handle = (request: IncomingMessage, response: ServerResponse) => void;

/** Time limit of a shutdown (ms), never reached in these tests. */
const FINISH_MS = 600_000;

/**
 * Starts a server. Returns it and a function that opens a connection to it and resolves when the server has accepted
 * it.
 */
async function listening(t: ExecutionContext, handle: Handle) {
  const server = createHttpServer({ callback: () => handle });
  const connections = new OpenConnections(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.closeAllConnections());
  const open = async (text = ''): Promise<Socket> => {
    const accepted = once(server, 'connection') as Promise<[Socket]>;
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    const [[atServer]] = await Promise.all([accepted, once(socket, 'connect')]);
    if (text !== '') {
      socket.write(text);
      while (atServer.bytesRead < text.length) await new Promise((resolve) => setImmediate(resolve));
    }
    return socket;
  };
  return { connections, open };
}

for (const [title, text] of [
  ['nothing', ''],
  ['half the headers of a request', 'GET / HTTP/1.1\r\nHost: x\r\n'],
  ['half the body of a request', 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf'],
] as const) {
  test(`a shutdown does not wait for a connection that has sent ${title}`, async (t) => {
    const { connections, open } = await listening(t, (request, response) =>
      request.resume().on('end', () => response.end('done')),
    );
    const socket = await open(text);
    const ended = once(socket, 'close');
    t.true(await settlesWithin(5_000, connections.close(FINISH_MS)));
    await ended;
  });
}

test('a shutdown waits for a running request, and its connection ends after the response', async (t) => {
  const arrived = Promise.withResolvers<ServerResponse>();
  const { connections, open } = await listening(t, (_request, response) => {
    // The response begins before the shutdown, so it cannot announce the end of the connection.
    response.writeHead(200, { 'content-length': 4 }).flushHeaders();
    arrived.resolve(response);
  });
  const socket = await open('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  const response = await arrived.promise;
  let isClosed = false;
  const closed = connections.close(FINISH_MS).then(() => {
    isClosed = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  t.false(isClosed);
  const ended = once(socket, 'close');
  response.end('done');
  await Promise.all([closed, ended]);
  t.true(text.endsWith('done'), text);
});

test('a shutdown waits for a body that still arrives', async (t) => {
  const { connections, open } = await listening(t, (request, response) =>
    request.resume().on('end', () => response.end('done')),
  );
  const socket = await open('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 40\r\n\r\n');
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  const closed = connections.close(FINISH_MS);
  // The body arrives slowly for longer than the time after which silent connections are cut.
  const timer = setInterval(() => socket.write('x'), 100);
  await Promise.all([closed, once(socket, 'close')]);
  clearInterval(timer);
  t.true(text.endsWith('done'), text);
});

test('a shutdown cuts requests that do not end in time', async (t) => {
  const { connections, open } = await listening(t, () => undefined);
  const socket = await open('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const ended = once(socket, 'close');
  await connections.close(50);
  await ended;
  t.pass();
});
