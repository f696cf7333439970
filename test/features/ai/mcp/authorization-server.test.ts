import 'reflect-metadata';
import test from 'ava';
import { readConfig } from '../../../../src/config/read-config.js';
import { isProblem } from '../../../support/is-problem.js';
import { startTestService } from '../../../support/test-service.js';

const BASE = 'https://floor.example.org/desk';
const ISSUER = 'https://login.example.org/realms/floor';
const WELL_KNOWN = '//.well-known/oauth-protected-resource';
const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };

test('with an authorization server the MCP endpoint has metadata of RFC 9728, and the 401 of a request refers to it', async (t) => {
  const service = await startTestService({ env: { SVC_BASE_URL: BASE, SVC_MCP_AUTHORIZATION_SERVERS: ISSUER } });
  t.teardown(() => service.close());
  const stranger = service.client();
  const metadata = 'https://floor.example.org/.well-known/oauth-protected-resource/desk/api/v1/ai/mcp';
  for (const path of ['', '/api/v1/ai/mcp', '/desk/api/v1/ai/mcp']) {
    const { status, headers, json } = await stranger.get(`${WELL_KNOWN}${path}`);
    t.deepEqual([status, headers.get('content-type')], [200, 'application/json'], path);
    t.like(json, {
      resource: `${BASE}/api/v1/ai/mcp`,
      authorization_servers: [ISSUER],
      bearer_methods_supported: ['header'],
    });
    t.true(
      json.scopes_supported.includes('markets:read') &&
        json.scopes_supported.every((scope: string) => scope.endsWith(':read')),
    );
  }
  isProblem(t, await stranger.get(`${WELL_KNOWN}/api/v1/markets`), 404, 'not_found');
  for (const method of ['GET', 'DELETE', 'POST']) {
    const { status, headers } = await stranger.call(method, '/ai/mcp', method === 'POST' ? { body: ping } : {});
    t.deepEqual([status, headers.get('www-authenticate')], [401, `Bearer resource_metadata="${metadata}"`], method);
  }
  const wrong = await stranger.post('/ai/mcp', ping, { headers: { authorization: 'Bearer wfk_nothing' } });
  t.is(wrong.headers.get('www-authenticate'), `Bearer error="invalid_token", resource_metadata="${metadata}"`);
  t.is((await stranger.get('/ai/threads')).headers.get('www-authenticate'), 'Bearer');
  const alice = await service.signedIn();
  const { key } = (await alice.post('/auth/keys', { name: 'Assistant', scopes: ['markets:read'] })).json;
  t.is((await stranger.post('/ai/mcp', ping, { headers: { authorization: `Bearer ${key}` } })).status, 200);
});

test('an authorization server requires the public address, and its URL must be https', async (t) => {
  const refused = (env: Record<string, string>) =>
    t.throwsAsync(readConfig(env), { message: /SVC_MCP_AUTHORIZATION_SERVERS/ });
  await refused({ SVC_MCP_AUTHORIZATION_SERVERS: ISSUER });
  for (const issuer of [
    'http://login.example.org',
    'login.example.org',
    `${ISSUER}?x=1`,
    'https://u:p@login.example.org',
  ])
    await refused({ SVC_BASE_URL: BASE, SVC_MCP_AUTHORIZATION_SERVERS: issuer });
  await t.notThrowsAsync(
    readConfig({ SVC_BASE_URL: BASE, SVC_MCP_AUTHORIZATION_SERVERS: `${ISSUER},http://localhost:9000` }),
  );
});
