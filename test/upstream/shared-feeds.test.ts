import test from 'ava';
import { createLog } from '../../src/logging/log.js';
import type { FeedReaders } from '../../src/upstream/feed-readers.js';
import { FeedRegistry } from '../../src/upstream/feed-status.js';
import { SharedFeeds } from '../../src/upstream/sharing/shared-feeds.js';
import { FeedSupervisor } from '../../src/upstream/supervisor/feed-supervisor.js';
import { FakeLeases } from '../support/fake-leases.js';
import { ManualClock } from '../support/manual-clock.js';
import { ManualTimers } from '../support/manual-timers.js';
import { settled, untilAborted } from '../support/supervised.js';

/** Returns three sources that processes share; one of them is a recording. */
function sharing() {
  const clock = new ManualClock();
  const timers = new ManualTimers(clock);
  const feeds = new FeedRegistry();
  const log = createLog({ logLevel: 'error' }, { write: () => {} });
  const did: string[] = [];
  const leases = new FakeLeases(did);
  const readers = {
    all: async () => new Map([['ais.tcp', { process: 'there:2', status: 'ok', lastSuccessAt: new Date(clock.now()) }]]),
    report: async () => {},
  } as unknown as FeedReaders;
  const shared = new SharedFeeds(leases, readers, feeds, timers, log);
  const source = (feed: string, endsForGood?: boolean) => ({
    feed,
    provider: 'ais',
    stallMs: Number.POSITIVE_INFINITY,
    ...(endsForGood && { endsForGood }),
    run: async ({ signal }: { signal: AbortSignal }) => {
      did.push(`start ${feed}`);
      await untilAborted({ signal });
      did.push(`end ${feed}`);
    },
  });
  const sources = [source('ais.tcp'), source('ais.udp'), source('ais.file', true)];
  shared.add(sources.map((one) => new FeedSupervisor(one, { feeds, clock, timers, log })));
  /** Lets `ms` pass and returns the events since the last call. */
  const happened = async (ms = 2_000) => {
    await timers.advance(ms);
    await settled();
    return did.splice(0);
  };
  return { shared, leases, feeds, happened };
}

test('the leader reads all feeds; the source of a lease that another process requests ends before the lease is released, and a standby feed names its reader', async (t) => {
  const { shared, leases, feeds, happened } = sharing();
  t.true(feeds.list().every(({ standby }) => standby));
  await shared.lead();
  t.deepEqual(await happened(0), ['start ais.tcp', 'start ais.udp', 'start ais.file']);
  leases.surplus = ['ais.tcp'];
  t.deepEqual(await happened(), ['end ais.tcp', 'give up ais.tcp']);
  await happened(4_000);
  const [, moved, kept] = feeds.list();
  t.like(moved, {
    feed: 'ais.tcp',
    status: 'disabled',
    standby: true,
    process: 'there:2',
    elsewhere: { status: 'ok' },
  });
  t.like(kept, { feed: 'ais.udp', standby: undefined, process: 'here:1' });
  leases.surplus = [];
  leases.elsewhere.delete('ais.tcp');
  t.deepEqual(await happened(), ['start ais.tcp']);
  await shared.stop();
  t.deepEqual((await happened(60_000)).sort(), ['end ais.file', 'end ais.tcp', 'end ais.udp', 'release']);
});

test('while the database is unreachable the sources are read; those that another process took meanwhile end afterwards', async (t) => {
  const { shared, leases, happened } = sharing();
  await shared.lead();
  await happened(0);
  leases.isReachable = false;
  t.deepEqual(await happened(20_000), []);
  leases.elsewhere.add('ais.udp');
  leases.isReachable = true;
  t.deepEqual(await happened(), ['end ais.udp']);
  await shared.stop();
});

test('a follower reads no recording, and reads nothing while it cannot reach the leader', async (t) => {
  const { shared, happened } = sharing();
  let isReady = false;
  shared.follow(() => isReady);
  t.deepEqual(await happened(0), ['release']);
  isReady = true;
  t.deepEqual(await happened(), ['start ais.tcp', 'start ais.udp']);
  isReady = false;
  t.deepEqual(await happened(), [], 'a short interruption changes nothing');
  t.deepEqual(await happened(), ['end ais.tcp', 'end ais.udp', 'give up ais.tcp', 'give up ais.udp', 'release']);
  await shared.stop();
});
