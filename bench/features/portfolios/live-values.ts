// A tick of every symbol revalues 1,000 portfolios of 30 holdings among 300 symbols and 3 currencies and updates the
// figures of each. Measures the time per tick, compared with adding up all holdings of every portfolio at each quote.
import { LivePortfolio } from '../../../src/features/portfolios/live/live-portfolio.js';
import { LivePortfolios } from '../../../src/features/portfolios/live/live-portfolios.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const { portfolios: PORTFOLIOS, ticks: TICKS } = sizesOf({
  usual: { portfolios: 1_000, ticks: 20 },
  smoke: { portfolios: 10, ticks: 2 },
});
const HOLDINGS = 30;
const SYMBOLS = 300;
const NAIVE_TICKS = 3;
const currencies = ['USD', 'EUR', 'GBP'];
const history = { previousValue: 1e6, paidIn: 0, takenOut: 0, index: 1.1, peak: 1.2 };

const live = new LivePortfolios();
const plain: Array<Array<{ symbol: string; quantity: number }>> = [];
for (let at = 0; at < PORTFOLIOS; at += 1) {
  const holdings = Array.from({ length: HOLDINGS }, (_, index) => {
    const number = (at * 7 + index * 11) % SYMBOLS;
    return {
      symbol: `S${number}.US`,
      quantity: 1 + (index % 9),
      currency: currencies[number % 3] as string,
      price: 100,
    };
  });
  plain.push(holdings);
  const rates = new Map([
    ['EUR', 1.1],
    ['GBP', 1.3],
  ]);
  live.put(
    String(at),
    new LivePortfolio({ baseCurrency: 'USD', holdings, cash: new Map([['USD', 1_000]]), rates, history }),
  );
}

let price = 100;
function tick(): number {
  price += 0.01;
  const start = performance.now();
  for (let at = 0; at < SYMBOLS; at += 1) live.quote(`S${at}.US`, price + at);
  const changed = live.takeChanged(PORTFOLIOS);
  if (changed.length !== PORTFOLIOS) throw new Error(`${changed.length} portfolios changed`);
  return performance.now() - start;
}

function naiveTick(): number {
  const prices = new Map<string, number>();
  const start = performance.now();
  let total = 0;
  for (let at = 0; at < SYMBOLS; at += 1) {
    prices.set(`S${at}.US`, price + at);
    for (const holdings of plain)
      if (holdings.some(({ symbol }) => symbol === `S${at}.US`))
        total += holdings.reduce((sum, { symbol, quantity }) => sum + quantity * (prices.get(symbol) ?? 100), 0);
  }
  if (!(total > 0)) throw new Error('no value');
  return performance.now() - start;
}

for (let at = 0; at < 5; at += 1) tick();
const own = median(Array.from({ length: TICKS }, tick));
const naive = median(Array.from({ length: NAIVE_TICKS }, naiveTick));
printTable(
  ['', 'ms per tick of 300 symbols', 'portfolios per second'],
  [
    ['incremental, with all figures', own.toFixed(1), Math.round((PORTFOLIOS / own) * 1_000).toLocaleString('en-US')],
    [
      'summing up at each quote, value alone',
      naive.toFixed(1),
      Math.round((PORTFOLIOS / naive) * 1_000).toLocaleString('en-US'),
    ],
  ],
);
