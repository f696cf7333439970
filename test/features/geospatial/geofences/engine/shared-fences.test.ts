import 'reflect-metadata';
import test from 'ava';
import { Config } from '../../../../../src/config/config.js';
import type { FenceEvaluations } from '../../../../../src/features/geospatial/geofences/engine/fence-evaluations.service.js';
import { SharedFences } from '../../../../../src/features/geospatial/geofences/engine/shared-fences.service.js';
import { GeospatialConfig } from '../../../../../src/features/geospatial/geospatial.config.js';
import { createLog } from '../../../../../src/logging/log.js';
import { FakeLeases } from '../../../../support/fake-leases.js';
import { ManualClock } from '../../../../support/manual-clock.js';
import { ManualTimers } from '../../../../support/manual-timers.js';
import { settled } from '../../../../support/supervised.js';

function sharing() {
  const did: string[] = [];
  const leases = new FakeLeases(did);
  const timers = new ManualTimers(new ManualClock());
  const superseded = new Set<number>();
  const failing = new Set<number>();
  const evaluations = {
    ofShard: (shard: number) => ({
      get isSuperseded() {
        return superseded.has(shard);
      },
      start: async () => {
        if (failing.has(shard)) throw new Error('The database is unreachable.');
        did.push(`start ${shard}`);
      },
      stop: async () => void did.push(`stop ${shard}`),
      stepDown: async () => {
        superseded.delete(shard);
        did.push(`drop ${shard}`);
      },
    }),
  } as unknown as FenceEvaluations;
  const config = new Config({ SVC_ENV: 'test', SVC_GEOFENCE_SHARDS: '3' }, [GeospatialConfig]).of(GeospatialConfig);
  const shared = new SharedFences(leases, evaluations, config, timers, createLog({ logLevel: 'silent' }));
  /** Lets `ms` pass and returns the events since the last call. */
  const happened = async (ms = 2_000) => {
    await timers.advance(ms);
    await settled();
    return did.splice(0);
  };
  return { shared, leases, superseded, failing, happened };
}

test('a shard that another process requests is stopped before it is released, and a shard that another process took is dropped', async (t) => {
  const { shared, leases, superseded, happened } = sharing();
  await shared.lead();
  t.deepEqual(await happened(0), ['start 0', 'start 1', 'start 2']);
  leases.surplus = ['geofences 1/3'];
  t.deepEqual(await happened(), ['stop 1', 'give up geofences 1/3']);
  leases.elsewhere.add('geofences 2/3');
  t.deepEqual(await happened(), ['drop 2']);
  t.is(shared.size, 1);
  superseded.add(0);
  t.deepEqual(await happened(), ['drop 0', 'start 0'], 'its state may be older than what is stored');
  leases.surplus = [];
  leases.elsewhere.clear();
  t.deepEqual(await happened(), ['start 1', 'start 2']);
  await shared.stop();
  t.deepEqual(await happened(60_000), ['stop 0', 'stop 1', 'stop 2', 'release']);
});

test('while the database is unreachable shards are evaluated, and a shard that could not start is tried again', async (t) => {
  const { shared, leases, failing, happened } = sharing();
  failing.add(1);
  await shared.lead();
  t.deepEqual(await happened(0), ['start 0']);
  failing.clear();
  t.deepEqual(await happened(), ['start 1', 'start 2']);
  leases.isReachable = false;
  t.deepEqual(await happened(20_000), []);
  await shared.stop();
});

test('a follower evaluates while it receives movements, and hands its shards over after some seconds without any', async (t) => {
  const { shared, happened } = sharing();
  let hasMovements = false;
  shared.follow(() => hasMovements);
  t.deepEqual(await happened(0), ['release']);
  hasMovements = true;
  t.deepEqual(await happened(), ['start 0', 'start 1', 'start 2']);
  hasMovements = false;
  t.deepEqual(await happened(), [], 'a short interruption changes nothing');
  t.deepEqual(await happened(), ['stop 0', 'stop 1', 'stop 2', 'release']);
  await shared.stop();
});
