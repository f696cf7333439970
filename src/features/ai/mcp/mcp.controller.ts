import type { Context } from 'koa';
import { Authorized, Body, Ctx, JsonController, Post } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { Reply } from '../../../http/reply.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import { McpMessage, McpReply } from './mcp.dto.js';
import { McpService } from './mcp.service.js';

@Service()
@Authorized()
@JsonController('/ai/mcp')
export class McpController {
  constructor(private readonly mcp: McpService) {}

  @Post('')
  @Endpoint({
    summary: 'Send a message of the Model Context Protocol',
    description:
      'Answers MCP messages: the read-only tools, resources and prompts of this service for assistants, ' +
      'over streamable HTTP: revisions 2024-11-05 to 2026-07-28, one message per request, without sessions. ' +
      'Accepts a personal key (`wfk_…`) as bearer token, beside access tokens. Tools run as you: a personal ' +
      'key needs the scope of the operation that a tool calls. A tool that fails returns 200 with `isError` ' +
      'and what to do. An unknown `Origin` or `Host` is a 403.',
    returns: McpReply,
    alsoReturns: {
      400:
        'The message is invalid (a problem), or its protocol version or headers are not supported (a ' +
        'JSON-RPC error).',
      404: 'MCP of 2026-07-28 and later: the method is unknown.',
    },
    alsoEmpty: { 202: 'The notification was accepted.' },
    errors: ['not_found'],
    scope: 'any',
    acceptsKeys: true,
    authenticatesAnyMethod: true,
  })
  async sendMcpMessage(
    @CurrentCaller() caller: Caller,
    @CurrentRequester() requester: Requester,
    @Body() message: McpMessage,
    @Ctx() ctx: Context,
  ): Promise<Reply> {
    // Absent fields of a DTO are undefined, which the SDK would reject.
    const sent = Object.fromEntries(Object.entries(message).filter(([, value]) => value !== undefined));
    const { status, reply } = await this.mcp.answer(caller, sent, ctx.req.headers, requester.signal);
    return new Reply(reply, { status });
  }
}
