import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import test from 'ava';
import { createHttpServer } from '../../src/http/http-server.js';
import { logRejectedConnections } from '../../src/http/rejected-connections.js';
import { createLog } from '../../src/logging/log.js';

test('connections above the limit are logged at once, and then once a minute with their number', async (t) => {
  const lines: Array<{ connections: number; limit: number; msg: string }> = [];
  const log = createLog({ logLevel: 'info', logFormat: 'json' } as never, {
    write: (line) => void lines.push(JSON.parse(line)),
  });
  const server = createHttpServer({ callback: () => (_request, response) => response.end() });
  let now = 0;
  logRejectedConnections(server, log, () => now);
  server.maxConnections = 1;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.teardown(() => server.closeAllConnections());
  t.teardown(() => server.close());
  const open = () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.on('error', () => undefined);
    t.teardown(() => socket.destroy());
    return socket;
  };
  const accepted = once(server, 'connection');
  open();
  await accepted;
  t.deepEqual(lines, []);
  const rejected = async (at: number) => {
    const dropped = once(server, 'drop');
    now = at;
    open();
    await dropped;
  };
  await rejected(1_000);
  t.like(lines, [{ connections: 1, limit: 1 }]);
  await rejected(2_000);
  await rejected(60_999);
  t.is(lines.length, 1);
  await rejected(61_000);
  t.like(lines, [{ connections: 1 }, { connections: 3 }]);
});
