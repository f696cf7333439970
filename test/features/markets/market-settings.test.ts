import test from 'ava';
import { Config } from '../../../src/config/config.js';
import { MarketsConfig } from '../../../src/features/markets/markets.config.js';

const settings = (env: Record<string, string> = {}) =>
  new Config({ SVC_ENV: 'test', ...env }, [MarketsConfig]).of(MarketsConfig);

test('percentages of settings are used as fractions', (t) => {
  t.is(settings().moveShare, 1);
  t.is(settings({ SVC_MARKETS_MOVE_PERCENT: '10' }).moveShare, 0.1);
  t.is(settings({ SVC_MARKETS_MOVE_PERCENT: '1000' }).moveShare, 10);
  for (const value of ['9', '1001'])
    t.throws(() => settings({ SVC_MARKETS_MOVE_PERCENT: value }), { message: /SVC_MARKETS_MOVE_PERCENT/ });
});
