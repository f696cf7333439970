import type { Server } from '@modelcontextprotocol/server';
import { McpResources } from '../../src/features/ai/mcp/mcp-resources.service.js';
import { McpServers } from '../../src/features/ai/mcp/mcp-server.service.js';
import { McpTools } from '../../src/features/ai/mcp/mcp-tools.service.js';
import type { Caller } from '../../src/http/caller.js';
import type { Services } from '../../src/wiring/services.js';

type Sdk = typeof import('@modelcontextprotocol/server');

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC';
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';
const text = (content: string) => ({ type: 'text' as const, text: content });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const resource = (uri: string, mimeType: string, content: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: content },
});

/** Results of the tools that the conformance suite calls. */
const results = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio' as const, data: WAV, mimeType: 'audio/wav' }] },
  test_embedded_resource: {
    content: [resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.')],
  },
  test_multiple_content_types: {
    content: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  },
  test_error_handling: { isError: true, content: [text('This tool intentionally returns an error for testing')] },
};
/** A tool whose input schema has keywords that must arrive unchanged. */
const schemaTool = {
  name: 'json_schema_2020_12_tool',
  description: 'Has keywords of JSON Schema 2020-12.',
  inputSchema: {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object' as const,
    $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
    properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  },
};
const argument = (name: string) => ({ name, description: `The argument ${name}.`, required: true });
const user = <Content>(content: Content) => ({ role: 'user' as const, content });
const prompts = [
  { name: 'test_simple_prompt', arguments: [], write: () => [user(text('This is a simple prompt for testing.'))] },
  {
    name: 'test_prompt_with_arguments',
    arguments: [argument('arg1'), argument('arg2')],
    write: ({ arg1, arg2 }: Record<string, string>) => [
      user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
    ],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    arguments: [argument('resourceUri')],
    write: ({ resourceUri = '' }: Record<string, string>) => [
      user(resource(resourceUri, 'text/plain', 'Embedded resource content for testing.')),
      user(text('Please process the embedded resource above.')),
    ],
  },
  {
    name: 'test_prompt_with_image',
    arguments: [],
    write: () => [user(image), user(text('Please analyze the image above.'))],
  },
];

/** Returns the content of a resource; undefined for an unknown one. */
function read(uri: string): object | undefined {
  if (uri === 'test://static-text')
    return { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
  if (uri === 'test://static-binary') return { uri, mimeType: 'image/png', blob: PNG };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  return id === undefined
    ? undefined
    : {
        uri,
        mimeType: 'application/json',
        text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
      };
}

/**
 * Serves one account with the MCP server that the conformance suite expects, behind the same middleware and handler as
 * the server of the product.
 */
export class FixtureServers extends McpServers {
  /** The account that gets the server of the suite; all other accounts get the server of the product. */
  fixtureAccount?: string;

  static replacing(services: Services): FixtureServers {
    const servers = new FixtureServers(services.get(McpTools), services.get(McpResources));
    services.set(McpServers, servers);
    return servers;
  }

  override create(sdk: Sdk, caller: Caller, signal: AbortSignal): Server {
    return caller.accountId === this.fixtureAccount ? fixtureServer(sdk) : super.create(sdk, caller, signal);
  }
}

function fixtureServer(sdk: Sdk): Server {
  const capabilities = { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {}, logging: {} };
  const server = new sdk.Server({ name: 'fixture', version: '1' }, { capabilities });
  const tools = Object.keys(results).map((name) => ({
    name,
    description: name,
    inputSchema: { type: 'object' as const },
  }));
  server.setRequestHandler('tools/list', () => ({ tools: [...tools, schemaTool] }));
  server.setRequestHandler('tools/call', ({ params: { name } }) => {
    const result = results[name as keyof typeof results];
    if (result === undefined)
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'There is no tool of this name.');
    return result;
  });
  server.setRequestHandler('resources/list', () => ({
    resources: ['test://static-text', 'test://static-binary'].map((uri) => ({ uri, name: uri })),
  }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [{ uriTemplate: 'test://template/{id}/data', name: 'template' }],
  }));
  server.setRequestHandler('resources/read', ({ params: { uri } }) => {
    const content = read(uri);
    if (content === undefined) throw new sdk.ResourceNotFoundError(uri, 'There is no such resource.');
    return { contents: [content as { uri: string; text: string }] };
  });
  server.setRequestHandler('resources/subscribe', () => ({}));
  server.setRequestHandler('resources/unsubscribe', () => ({}));
  server.setRequestHandler('logging/setLevel', () => ({}));
  server.setRequestHandler('completion/complete', () => ({
    completion: { values: ['paris', 'park'], total: 2, hasMore: false },
  }));
  server.setRequestHandler('prompts/list', () => ({
    prompts: prompts.map(({ name, arguments: args }) => ({ name, description: name, arguments: args })),
  }));
  server.setRequestHandler('prompts/get', ({ params: { name, arguments: args = {} } }) => {
    const prompt = prompts.find((one) => one.name === name);
    if (prompt === undefined)
      throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, 'There is no prompt of this name.');
    return { messages: prompt.write(args) };
  });
  return server;
}
