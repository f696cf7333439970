import type { IncomingHttpHeaders } from 'node:http';
import type { AuthInfo, McpHttpHandler, McpRequestContext } from '@modelcontextprotocol/server';
import { Service } from 'typedi';
import { HttpConfig } from '../../../config/http-config.js';
import type { Caller } from '../../../http/caller.js';
import { Log } from '../../../logging/log.js';
import { AiConfig } from '../ai.config.js';
import { assertKnownSender } from './known-sender.js';
import { McpServers } from './mcp-server.service.js';

type Sdk = typeof import('@modelcontextprotocol/server');

export interface McpOutcome {
  status: number;
  /** The reply as JSON; null for an accepted notification. */
  reply: object | null;
}

/** The caller and the signal of a request, as the SDK passes them to the handlers. */
interface Asking {
  caller: Caller;
  signal: AbortSignal;
}

const METHOD_NOT_FOUND = -32601;

/**
 * Answers MCP messages without sessions: each request gets a new server. The SDK's handler answers requests with the
 * `_meta` of protocol 2026-07-28 and later, its transport answers requests of earlier protocols with `initialize`. Both
 * answer with one JSON value.
 */
@Service()
export class McpService {
  private loaded: Promise<{ sdk: Sdk; modern: McpHttpHandler }> | undefined;

  constructor(
    private readonly servers: McpServers,
    private readonly http: HttpConfig,
    private readonly config: AiConfig,
    private readonly log: Log,
  ) {}

  /**
   * Answers a message.
   * @throws Problem `forbidden` for an unknown host or origin, and the reason of the signal if it aborts
   */
  async answer(
    caller: Caller,
    message: Record<string, unknown>,
    headers: IncomingHttpHeaders,
    signal: AbortSignal,
  ): Promise<McpOutcome> {
    assertKnownSender(headers, this.http, this.config.mcpHosts);
    const { sdk, modern } = await this.load();
    const request = new Request('http://localhost/', { method: 'POST', headers: protocolHeaders(headers), signal });
    const response = (await sdk.isLegacyRequest(request, message))
      ? await this.answerLegacy(sdk, request, message, { caller, signal })
      : await modern.fetch(request, {
          parsedBody: message,
          authInfo: { token: '', clientId: caller.credentialId, scopes: [], extra: { caller, signal } },
        });
    signal.throwIfAborted();
    return outcomeOf(response, message);
  }

  private async answerLegacy(
    sdk: Sdk,
    request: Request,
    message: Record<string, unknown>,
    { caller, signal }: Asking,
  ): Promise<Response> {
    const server = this.servers.create(sdk, caller, signal);
    const transport = new sdk.WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      await server.close();
    }
  }

  /** Loads the SDK at the first message. */
  private load(): Promise<{ sdk: Sdk; modern: McpHttpHandler }> {
    this.loaded ??= import('@modelcontextprotocol/server').then((sdk) => {
      const create = ({ authInfo }: McpRequestContext) => {
        const { caller, signal } = (authInfo as AuthInfo).extra as unknown as Asking;
        return this.servers.create(sdk, caller, signal);
      };
      const onerror = (err: Error) => this.log.debug({ err }, 'MCP message rejected.');
      return { sdk, modern: sdk.createMcpHandler(create, { legacy: 'reject', maxSubscriptions: 0, onerror }) };
    });
    return this.loaded;
  }
}

/** Returns the headers that MCP defines. `Accept` always names both types, because the response is always JSON. */
function protocolHeaders(headers: IncomingHttpHeaders): Headers {
  const own = Object.entries(headers).filter(
    ([name, value]) => name.startsWith('mcp-') && typeof value === 'string',
  ) as Array<[string, string]>;
  return new Headers([...own, ['content-type', 'application/json'], ['accept', 'application/json, text/event-stream']]);
}

async function outcomeOf(response: Response, { id }: Record<string, unknown>): Promise<McpOutcome> {
  const { status } = response;
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body?.cancel();
    return {
      status: 404,
      reply: { jsonrpc: '2.0', id, error: { code: METHOD_NOT_FOUND, message: 'Subscriptions are not supported.' } },
    };
  }
  const text = await response.text();
  return { status, reply: text === '' ? null : JSON.parse(text) };
}
