import test from 'ava';
import { FaultsController } from '../../support/controllers/faults.controller.js';
import { Gate } from '../../support/controllers/gate.js';
import { rawExchange } from '../../support/raw-socket.js';
import { serviceFor } from '../../support/service-for.js';
import { streamService, until } from '../../support/stream-service.js';

const answers = (text: string) => text.match(/HTTP\/1\.1 \d{3}/g) ?? [];

test('invalid data after the request of an open stream closes the connection without a second response', async (t) => {
  const { signedIn, url, hub, followed } = await streamService(t);
  const { token } = await signedIn();
  const { text } = await rawExchange(url, async (socket) => {
    socket.write(`GET /api/v1/bulletins/stream HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    await followed(1);
    socket.write('NONSENSE\r\n\r\n');
  });
  t.deepEqual(answers(text), ['HTTP/1.1 200']);
  t.notRegex(text, /bad_request/);
  await until(() => hub.streams.length === 0);
});

test('invalid data after a request in progress does not replace its response', async (t) => {
  const service = await serviceFor(t, { controllers: [{ controller: FaultsController, tag: 'debug' }] });
  const gate = service.services.get(Gate);
  const { arrival } = gate;
  const { text } = await rawExchange(service.url, async (socket) => {
    socket.write('GET /api/v1/faults/wait HTTP/1.1\r\nHost: x\r\n\r\n');
    await arrival;
    socket.write('NONSENSE\r\n\r\n');
  });
  gate.open();
  t.deepEqual(answers(text), []);
});

test('invalid data of a second request while the first is in progress does not replace its response', async (t) => {
  const service = await serviceFor(t, { controllers: [{ controller: FaultsController, tag: 'debug' }] });
  const gate = service.services.get(Gate);
  const { arrival } = gate;
  const { text } = await rawExchange(service.url, async (socket) => {
    socket.write('GET /api/v1/faults/wait HTTP/1.1\r\nHost: x\r\n\r\n');
    await arrival;
    socket.write(
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nNONSENSE\r\n\r\n',
    );
  });
  gate.open();
  t.deepEqual(answers(text), []);
});

test('invalid data after a finished response, or in a body, is a 400', async (t) => {
  const { url } = await serviceFor(t);
  const after = await rawExchange(url, (socket) => {
    socket.write('GET /api/v1/health HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.once('data', () => socket.write('NONSENSE\r\n\r\n'));
  });
  t.deepEqual(answers(after.text), ['HTTP/1.1 200', 'HTTP/1.1 400']);
  const body = await rawExchange(url, (socket) => {
    socket.write(
      'POST /api/v1/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nNONSENSE\r\n\r\n',
    );
  });
  t.deepEqual(answers(body.text), ['HTTP/1.1 400']);
});
