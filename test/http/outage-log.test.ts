import test from 'ava';
import { Problem } from '../../src/api/problem.js';
import { StoreUnavailable } from '../../src/cache/store-unavailable.js';
import { OutageLog } from '../../src/http/outage-log.js';
import type { Log } from '../../src/logging/log.js';

test('during an outage five failures are logged in a second, and the next line has the number of the others', (t) => {
  const lines: Array<{ requestId: string; omitted?: number }> = [];
  let now = 0;
  const log = new OutageLog(
    { error: (fields: object) => void lines.push(fields as never) } as unknown as Log,
    () => now,
  );
  const problem = new Problem('unavailable', { detail: 'Try again.', cause: new StoreUnavailable('gone') });
  for (let request = 0; request < 100; request += 1) log.failed(`${request}`, problem);
  t.deepEqual(
    lines.map(({ requestId }) => requestId),
    ['0', '1', '2', '3', '4'],
  );
  now = 1_000;
  log.failed('100', problem);
  log.failed('101', problem);
  t.deepEqual(
    lines.slice(5).map(({ requestId, omitted }) => [requestId, omitted]),
    [
      ['100', 95],
      ['101', undefined],
    ],
  );
});
