import 'reflect-metadata';
import test from 'ava';
import type { CorporateAction } from '../../../../src/features/markets/candle.js';
import { FakeCandleProvider } from '../../../support/candle-provider.js';
import { startTestService } from '../../../support/test-service.js';

const actions: CorporateAction[] = [
  { day: '2020-01-02', kind: 'dividend', value: 1 },
  { day: '2026-06-10', kind: 'split', value: 4 },
  { day: '2026-06-17', kind: 'dividend', value: 0.24 },
];

test('a chart marks the splits and dividends in its range, unless marks are switched off', async (t) => {
  const service = await startTestService({
    marketProviders: [new FakeCandleProvider({ name: 'eodhd', actions: () => actions })],
  });
  t.teardown(() => service.close());
  service.clock.advance(Date.parse('2026-07-15T15:00:00Z') - service.clock.now());
  const ada = await service.signedIn();
  const marksOf = async (query: string) => {
    const { status, text } = await ada.get(`/markets/candles/MARK.US.svg?from=2026-06-01&to=2026-07-01${query}`);
    t.is(status, 200);
    return [...text.matchAll(/<g><title>([^<]*)<\/title>/g)].map(([, title]) => title);
  };
  const [split, dividend] = ['Split 4:1, 10 Jun 2026', 'Dividend 0.24 USD, ex-day 17 Jun 2026'];
  t.deepEqual(await marksOf(''), [split, dividend]);
  t.deepEqual(await marksOf('&interval=1w'), [split, dividend]);
  t.deepEqual(await marksOf('&marks=splits'), [split]);
  t.deepEqual(await marksOf('&marks=dividends,events&adjustment=none'), [dividend]);
  t.deepEqual(await marksOf('&marks=none'), []);
  t.is((await ada.get('/markets/candles/MARK.US.svg?marks=earnings')).status, 400);
});
