import 'reflect-metadata';
import test from 'ava';
import { optionsOf, optionText, pickedOption } from '../../../../src/features/ai/composer/replies.js';
import { ownNames } from '../../../support/ai-world.js';

test('an option is shown by its name and detail, and an amount with spaces between thousands', (t) => {
  const shown = (value: unknown) => optionText(value as Parameters<typeof optionText>[0]);
  t.deepEqual(
    [{ amount: 999 }, { amount: 12_500 }, { amount: 1_250_000 }, { amount: 12_345.5 }, { amount: 1_234.125 }].map(
      shown,
    ),
    ['999', '12 500', '1 250 000', '12345.5', '1234.125'],
  );
  t.is(shown({ id: '1', name: 'Growth' }), 'Growth');
  t.is(shown({ id: '1', name: 'Growth', detail: 'EUR' }), 'Growth (EUR)');
  t.is(shown('AAPL.US'), 'AAPL.US');
});

test('at most five records of the account are offered, and nothing if it owns none', (t) => {
  const own = {
    ...ownNames,
    portfolio: Array.from({ length: 6 }, (_, index) => ({ id: `${index}`, name: `P${index}` })),
  };
  t.is(optionsOf('portfolio', own).length, 5);
  t.deepEqual(optionsOf('symbol', own), []);
});

test('a reply picks an option by its number, ordinal, name or id, or by a word that no other option has', (t) => {
  const options = [
    { id: 'id-1', name: 'Growth fund', detail: 'EUR' },
    { id: 'id-2', name: 'Pension fund', detail: 'USD' },
    { id: 'id-3', name: 'Old', detail: 'ab' },
  ];
  const picked = (text: string) => {
    const found = pickedOption(text, { options } as unknown as Parameters<typeof pickedOption>[1]);
    return (found as { id: string } | undefined)?.id;
  };
  for (const [reply, id] of [
    ['1', 'id-1'],
    ['3.', 'id-3'],
    ['option 2', 'id-2'],
    ['the second one', 'id-2'],
    ['Third', 'id-3'],
    ['GROWTH FUND', 'id-1'],
    ['Growth fund (EUR)', 'id-1'],
    ['pension', 'id-2'],
    ['id-2', 'id-2'],
    ['usd', 'id-2'],
    ['old', 'id-3'],
    ['4', undefined],
    ['6', undefined],
    ['0', undefined],
    ['fifth', undefined],
    ['fund', undefined],
    ['ab', undefined],
    ['', undefined],
    ['something else', undefined],
  ] as const)
    t.is(picked(reply), id, reply);
  t.is(pickedOption('1', { options: undefined } as unknown as Parameters<typeof pickedOption>[1]), undefined);
});
