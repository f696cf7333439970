import 'reflect-metadata';
import test from 'ava';
import { packLines } from '../../../../src/features/geospatial/land/atlas-lines.js';
import { Coasts } from '../../../../src/features/geospatial/land/coasts.js';
import { landColumns } from '../../../../src/features/geospatial/land/land-columns.js';
import { LandMask } from '../../../../src/features/geospatial/land/land-mask.js';
import { createLog } from '../../../../src/logging/log.js';
import { ManualClock } from '../../../support/manual-clock.js';

const square = [
  [10, 10],
  [20, 10],
  [20, 20],
  [10, 20],
  [10, 10],
];

/** A `Coasts` whose reads stay pending until the test resolves them. */
class SlowCoasts extends Coasts {
  readonly readings: Array<PromiseWithResolvers<LandMask>> = [];

  protected override read(): Promise<LandMask> {
    const reading = Promise.withResolvers<LandMask>();
    this.readings.push(reading);
    return reading.promise;
  }
}

function slowCoasts() {
  const clock = new ManualClock();
  const logged: string[] = [];
  const coasts = new SlowCoasts(clock, createLog({ logLevel: 'error' }, { write: (line) => void logged.push(line) }));
  return { clock, logged, coasts, mask: new LandMask(landColumns(packLines([square]))) };
}

test('coasts are loaded once, at first use, and are available afterwards', async (t) => {
  const { coasts, mask } = slowCoasts();
  t.is(coasts.readings.length, 0);
  t.is(coasts.landMask, undefined);
  t.is(coasts.landMask, undefined);
  t.is(coasts.readings.length, 1);
  coasts.readings[0]?.resolve(mask);
  t.is(await coasts.load(), mask);
  t.true(coasts.landMask?.isOnLand(15, 15));
  t.false(coasts.landMask?.isOnLand(25, 15));
  t.is(coasts.readings.length, 1);
});

test('a failed load is logged and retried a minute later', async (t) => {
  const { coasts, clock, logged, mask } = slowCoasts();
  t.is(coasts.landMask, undefined);
  coasts.readings[0]?.reject(new Error('no memory'));
  await t.throwsAsync(coasts.load(), { message: 'no memory' });
  t.is(coasts.landMask, undefined);
  t.is(coasts.readings.length, 1);
  t.true(logged.some((line) => line.includes('Reading coastlines failed.')));
  clock.advance(60_000);
  t.is(coasts.landMask, undefined);
  coasts.readings[1]?.resolve(mask);
  await coasts.load();
  t.is(coasts.landMask, mask);
});
