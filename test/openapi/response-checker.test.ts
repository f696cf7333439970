import test from 'ava';
import { ResponseChecker } from '../support/response-checker.js';
import { fixtureDocument } from './support/fixture-document.js';

const checker = new ResponseChecker(fixtureDocument());

test('a response with an undescribed member in a nested object is an error', (t) => {
  const headers = new Headers({ 'content-type': 'application/json' });
  const label = { name: 'urgent', color: 1 };
  const faults = (labels: object[]) =>
    checker
      .faults('GET', '/api/v1/notes/01980a6e-5f3c-7c1a-9b52-3a8f64d2e901', {
        status: 200,
        headers,
        text: JSON.stringify({ labels }),
      })
      .filter((fault) => fault.includes('/labels/0'));
  t.deepEqual(faults([label]), []);
  t.is(faults([{ ...label, secret: 'x' }]).length, 1);
});
