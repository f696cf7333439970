import 'reflect-metadata';
import test from 'ava';
import { FakeMarketProvider } from '../../../support/fake-market-provider.js';
import { ManualClock } from '../../../support/manual-clock.js';
import { until } from '../../../support/upstream-for.js';
import { quoteProcess } from './quote-process.js';

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 20, 30, second));

function twoSources() {
  const eodhd = new FakeMarketProvider('eodhd');
  const finnhub = new FakeMarketProvider('finnhub', [
    { operation: 'quotes', assetClasses: ['equity', 'etf'], venues: ['US'], delaySeconds: 0 },
  ]);
  const { quotes } = quoteProcess([eodhd, finnhub], new ManualClock());
  return { eodhd, finnhub, quote: (symbol = 'AAPL.US') => quotes.find(symbol) };
}

test('the fresher of two sources wins, without a warning when they agree', async (t) => {
  const { eodhd, finnhub, quote } = twoSources();
  eodhd.knows('AAPL.US', 231.4, { tradedAt: at(0) }).knows('MSFT.US', 410, { tradedAt: at(20) });
  finnhub.knows('AAPL.US', 231.5, { tradedAt: at(10) }).knows('MSFT.US', 410, { tradedAt: at(10) });
  const apple = await quote();
  t.deepEqual([apple.price, apple.provenance.provider, apple.provenance.warnings], [231.5, 'finnhub', []]);
  t.is((await quote('MSFT.US')).provenance.provider, 'eodhd');
});

test('two sources that differ by more than the configured fraction are named in a warning with the difference', async (t) => {
  const { eodhd, finnhub, quote } = twoSources();
  eodhd.knows('AAPL.US', 230, { tradedAt: at(0) });
  finnhub.knows('AAPL.US', 234.6, { tradedAt: at(10) });
  t.deepEqual((await quote()).provenance.warnings, ['The eodhd and The finnhub differ by 2.00 % on the price.']);
});

test('when one of two sources fails the other answers, with a warning if the first failed', async (t) => {
  const { eodhd, finnhub, quote } = twoSources();
  for (const provider of [eodhd, finnhub])
    provider.knows('AAPL.US', 231, { tradedAt: at(0) }).knows('MSFT.US', 410, { tradedAt: at(0) });
  eodhd.failure = 'timeout';
  const apple = await quote();
  t.deepEqual(
    [apple.provenance.provider, apple.provenance.warnings],
    ['finnhub', ['The eodhd was tried first: The upstream did not answer in time.']],
  );
  eodhd.failure = undefined;
  finnhub.failure = 'timeout';
  const microsoft = await quote('MSFT.US');
  t.deepEqual([microsoft.provenance.provider, microsoft.provenance.warnings], ['eodhd', []]);
});

test('a second source that does not respond does not delay the quote until its timeout', async (t) => {
  const { eodhd, finnhub, quote } = twoSources();
  eodhd.knows('AAPL.US', 231);
  finnhub.gate = new Promise(() => {});
  t.is((await quote()).provenance.provider, 'eodhd');
  t.is(finnhub.asked.length, 1);
});

test('both sources are queried concurrently, and only for US listings', async (t) => {
  const { eodhd, finnhub, quote } = twoSources();
  eodhd.knows('AAPL.US', 231).knows('VOD.LSE', 0.7);
  finnhub.knows('AAPL.US', 231);
  const gate = Promise.withResolvers<void>();
  eodhd.gate = gate.promise;
  finnhub.gate = gate.promise;
  const answer = quote();
  await until(() => eodhd.asked.length === 1 && finnhub.asked.length === 1);
  gate.resolve();
  await answer;
  await quote('VOD.LSE');
  t.deepEqual([eodhd.asked.length, finnhub.asked.length], [2, 1]);
});

test('a paused source is not compared', async (t) => {
  const { eodhd, finnhub, quote } = twoSources();
  eodhd.knows('AAPL.US', 231);
  finnhub.knows('AAPL.US', 240).pausedMs = 1_000;
  t.is((await quote()).price, 231);
  t.is(finnhub.asked.length, 0);
});

test('the volume comes from the source that has one, also when the other is fresher', async (t) => {
  const { eodhd, finnhub, quote } = twoSources();
  eodhd.knows('AAPL.US', 231.4, { tradedAt: at(0), volume: 5 });
  finnhub.knows('AAPL.US', 231.5, { tradedAt: at(10) });
  const { price, volume, provenance } = await quote();
  t.deepEqual(
    [price, volume, provenance.provider, provenance.warnings],
    [231.5, 5, 'finnhub', ['The volume is from The eodhd.']],
  );
});
