import 'reflect-metadata';
import test from 'ava';
import { ProtectedResources } from '../../src/http/protected-resources.js';

const WELL_KNOWN = '/.well-known/oauth-protected-resource';

test('the metadata of a resource is at its public path, its path on this service and the plain well-known path', (t) => {
  const resources = new ProtectedResources();
  t.is(resources.all.size, 0);
  resources.register('/api/v1/ai/mcp', {
    url: 'https://floor.example.org/desk/api/v1/ai/mcp',
    name: 'Assistant',
    authorizationServers: ['https://auth.example.org'],
    scopes: ['ai:read'],
  });
  t.deepEqual([...resources.all.keys()].sort(), [
    WELL_KNOWN,
    `${WELL_KNOWN}/api/v1/ai/mcp`,
    `${WELL_KNOWN}/desk/api/v1/ai/mcp`,
  ]);
  for (const document of resources.all.values())
    t.deepEqual(JSON.parse(document), {
      resource: 'https://floor.example.org/desk/api/v1/ai/mcp',
      resource_name: 'Assistant',
      authorization_servers: ['https://auth.example.org'],
      scopes_supported: ['ai:read'],
      bearer_methods_supported: ['header'],
    });
});

test('a challenge names the metadata of a protected resource, after a comma if it has other parameters', (t) => {
  const resources = new ProtectedResources();
  const resource = { url: 'https://floor.example.org/mcp', name: 'A', authorizationServers: [], scopes: [] };
  resources.register('/mcp', resource);
  const metadata = `resource_metadata="https://floor.example.org${WELL_KNOWN}/mcp"`;
  t.is(resources.challenge('/mcp', 'Bearer'), `Bearer ${metadata}`);
  t.is(resources.challenge('/mcp', 'Bearer realm="a"'), `Bearer realm="a", ${metadata}`);
  t.is(resources.challenge('/other', 'Bearer'), 'Bearer');
});
