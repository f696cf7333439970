import test from 'ava';
import type { Context } from 'koa';
import { accessLog } from '../../src/http/access-log.js';
import type { Log } from '../../src/logging/log.js';

/** Returns the path that is logged for a request. */
function loggedPath(path: string, route?: string): string | undefined {
  const lines: Array<{ path: string }> = [];
  const log = { request: (line: { path: string }) => lines.push(line) } as unknown as Log;
  const state = { requestId: 'id', route, receivedTick: 0 };
  accessLog(log)({
    req: { method: 'GET' },
    res: { statusCode: 200 },
    request: { path, ip: '127.0.0.1' },
    state,
  } as unknown as Context);
  return lines[0]?.path;
}

test('the path of a request is logged, except that of a share, which is its secret', (t) => {
  t.is(loggedPath('/api/v1/graphs/charts/1', '/api/v1/graphs/charts/:id'), '/api/v1/graphs/charts/1');
  t.is(loggedPath('/nowhere'), '/nowhere');
  t.is(
    loggedPath('/api/v1/graphs/charts/shared/secret', '/api/v1/graphs/charts/shared/:token'),
    '/api/v1/graphs/charts/shared/:token',
  );
  t.is(
    loggedPath('/api/v1/graphs/charts/shared/secret/image', '/api/v1/graphs/charts/shared/:token/image'),
    '/api/v1/graphs/charts/shared/:token/image',
  );
  t.is(loggedPath('/api/v1/x/1', '/api/v1/x/:tokens'), '/api/v1/x/1');
});
