import test from 'ava';
import { matchesSeries } from '../../../../src/features/markets/economy-terms.js';
import { inCatalog, worldBankIndicators } from '../../../../src/features/markets/providers/economy-catalog.js';
import { economicFigures } from '../../../../src/features/markets/simulator/economic-figures.js';

const found = (text: string): string[] =>
  economicFigures
    .filter((figure) => matchesSeries(text, { ...figure, code: figure.title }))
    .map(({ title, country }) => `${country} ${title}`);

test('a simulated series is found by other words of the trade for its topic', (t) => {
  const prices = ['US', 'EU', 'GB', 'JP'].map((country) => `${country} Consumer prices, year on year`);
  for (const text of ['inflation', 'CPI', 'consumer price', 'Cost of living', 'inflatoin']) {
    const titles = found(text);
    t.deepEqual(titles, text === 'inflatoin' ? [] : prices, text);
  }
  t.deepEqual(found('GDP'), ['US Gross domestic product, quarter on quarter, annualized']);
  t.deepEqual(found('jobless'), ['US Unemployment rate', 'EU Unemployment rate']);
  t.deepEqual(found('PMI China'), ['CN Manufacturing purchasing managers']);
  t.deepEqual(found('interest rates'), [
    'US Federal funds rate, upper bound',
    'EU Deposit facility rate',
    'GB Bank Rate',
  ]);
});

test('a search for series needs all of its words, and takes names of countries and typing errors', (t) => {
  t.deepEqual(found('inflation united kingdom'), ['GB Consumer prices, year on year']);
  t.deepEqual(found('eurozone inflation'), ['EU Consumer prices, year on year']);
  t.deepEqual(found('US inflation'), ['US Consumer prices, year on year']);
  t.deepEqual(found('unemplyment us'), ['US Unemployment rate']);
  t.deepEqual(found('retail'), ['US Retail sales, month on month']);
  t.deepEqual(found('inflation weather'), []);
  t.deepEqual(found('oil'), []);
});

test('series of the World Bank are found by code and by terms that mean the same', (t) => {
  const codes = (text: string) => inCatalog(worldBankIndicators, text).map(([code]) => code);
  t.deepEqual(codes('FP.CPI'), ['FP.CPI.TOTL.ZG']);
  t.deepEqual(codes('cost of living'), ['FP.CPI.TOTL.ZG']);
  t.deepEqual(codes('public debt'), ['GC.DOD.TOTL.GD.ZS']);
  t.deepEqual(codes('population'), ['SP.POP.TOTL']);
});
