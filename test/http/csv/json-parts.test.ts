import test from 'ava';
import { cellOf } from '../../../src/http/csv/csv-line.js';
import { type JsonPart, jsonParts } from '../../../src/http/csv/json-parts.js';
import fc from '../../support/properties.js';

test('the parts of a JSON text equal those of parsing it as a whole', (t) => {
  const value = fc.jsonValue({ maxDepth: 3 });
  const body = fc.record({ before: value, items: fc.array(value), after: value });
  fc.assert(
    fc.property(body, fc.constantFrom(undefined, 2), (made, indent) => {
      const whole = JSON.parse(JSON.stringify(made));
      const parts: JsonPart[] = [...jsonParts(Buffer.from(JSON.stringify(made, null, indent)), 'items')];
      const items = parts.flatMap((part) => ('item' in part ? [part.item] : []));
      const others = Object.fromEntries(parts.flatMap((part) => ('item' in part ? [] : [[part.name, part.value]])));
      t.deepEqual({ ...others, items }, whole);
    }),
  );
});

test('no cell begins like a formula, and reading a cell back gives the text', (t) => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;1a ') }), (text) => {
      const cell = cellOf(text);
      const read = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
      t.true(read === text || read === `'${text}`);
      t.true(!/^[=+\-@\t\r\n]/.test(read) || Number.isFinite(Number(read)));
      t.true(cell.startsWith('"') || !/[",\r\n]/.test(cell));
    }),
  );
});
