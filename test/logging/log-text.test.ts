import { stripVTControlCharacters } from 'node:util';
import test from 'ava';
import { textLine } from '../../src/logging/log.js';

const time = new Date(2026, 10, 21, 9, 5, 7).toISOString();
const text = (line: object) => stripVTControlCharacters(textLine(JSON.stringify({ level: 30, time, ...line })));

test('a log line for people has the local time, the level, the component, the message and the other fields', (t) => {
  const line = {
    level: 40,
    component: 'feeds',
    feed: 'ais.a',
    retrySeconds: 8,
    note: 'two words',
    gone: null,
    msg: 'Source disconnected',
  };
  t.is(text(line), '09:05:07 warn  [feeds] Source disconnected feed=ais.a retrySeconds=8 note="two words"\n');
});

test('the line of a request is as short as in the log of a web server', (t) => {
  const line = {
    requestId: 'r-1',
    method: 'GET',
    path: '/api/v1/users/me',
    route: '/api/v1/users/me',
    status: 200,
    ms: 1.4,
    address: '127.0.0.1',
    msg: 'request',
  };
  t.is(text(line), '09:05:07 info  GET /api/v1/users/me 200 1.4 ms address=127.0.0.1 requestId=r-1\n');
});

test('the stack of an error follows on lines of its own', (t) => {
  const line = {
    level: 50,
    err: { type: 'Error', message: 'no', stack: 'Error: no\n    at f' },
    msg: 'Unexpected error.',
  };
  t.is(text(line), '09:05:07 ERROR Unexpected error. type=Error message=no\n    Error: no\n        at f\n');
});
