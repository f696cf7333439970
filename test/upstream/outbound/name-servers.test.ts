import { createSocket } from 'node:dgram';
import { Resolver as NameServers } from 'node:dns/promises';
import { once } from 'node:events';
import test, { type ExecutionContext } from 'ava';
import { askNameServers } from '../../../src/upstream/outbound/name-servers.js';
import { Resolver } from '../../../src/upstream/outbound/resolver.js';

const [A, AAAA] = [1, 28];

/**
 * Starts a name server on loopback. It returns one address of each family for `known.test`, does not respond for
 * `silent.test`, and reports other names as unknown.
 */
async function nameServer(t: ExecutionContext): Promise<NameServers> {
  const socket = createSocket('udp4');
  t.teardown(() => void socket.close());
  socket.on('message', (query, { port, address }) => {
    const question = query.subarray(12, query.indexOf(0, 12) + 5);
    if (question.includes('silent')) return;
    const type = question.readUInt16BE(question.length - 4);
    const known = question.includes('known') && (type === A || type === AAAA);
    const data = type === A ? Buffer.from([192, 0, 2, 7]) : Buffer.from('20010db8000000000000000000000007', 'hex');
    const header = Buffer.from([
      query[0] ?? 0,
      query[1] ?? 0,
      0x81,
      known ? 0x80 : 0x83,
      0,
      1,
      0,
      known ? 1 : 0,
      0,
      0,
      0,
      0,
    ]);
    const answer = known
      ? Buffer.concat([Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 60, 0, data.length]), data])
      : Buffer.alloc(0);
    socket.send(Buffer.concat([header, question, answer]), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  // Other tests of the process may hold the event loop for seconds.
  const servers = new NameServers({ timeout: 30_000, tries: 1 });
  t.teardown(() => servers.cancel());
  servers.setServers([`127.0.0.1:${socket.address().port}`]);
  return servers;
}

test('name servers return the addresses of both families', async (t) => {
  t.deepEqual(await askNameServers('known.test', await nameServer(t)), ['192.0.2.7', '2001:db8::7']);
});

test('a name unknown to all name servers is looked up by the system', async (t) => {
  const servers = await nameServer(t);
  t.is(await askNameServers('absent.test', servers), undefined);
  const resolver = new Resolver(
    async () => ['10.0.0.1'],
    1,
    (name) => askNameServers(name, servers),
  );
  t.deepEqual(await resolver.resolve('absent.test', 30_000), ['10.0.0.1']);
});

test('names whose name servers do not respond neither reach the system nor delay other names', async (t) => {
  const servers = await nameServer(t);
  const asked: string[] = [];
  const system = async (name: string) => {
    asked.push(name);
    return ['10.0.0.1'];
  };
  const resolver = new Resolver(system, 1, (name) => askNameServers(name, servers));
  const silent = Promise.allSettled(
    Array.from({ length: 20 }, (_, index) => resolver.resolve(`${index}.silent.test`, 2_000)),
  );
  t.deepEqual(await resolver.resolve('known.test', 30_000), ['192.0.2.7', '2001:db8::7']);
  t.true((await silent).every(({ status }) => status === 'rejected'));
  t.deepEqual(asked, []);
});
