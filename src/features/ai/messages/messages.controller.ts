import { Authorized, Body, Get, JsonController, Param, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint, eventStream } from '../../../api/endpoint.js';
import { exampleOf } from '../../../api/examples.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IdempotencyKey } from '../../../http/idempotency/idempotency-key.js';
import { OldestFirstQuery, type Page } from '../../../http/page.js';
import { MediaType, Reply } from '../../../http/reply.js';
import { CurrentRequester, type Requester } from '../../../http/requester.js';
import type { StreamMessage } from '../../../http/stream/frame.js';
import type { StreamReply } from '../../../http/stream/stream-reply.js';
import {
  AiAnswerCorrection,
  AiAnswerDelta,
  AiAnswerLimit,
  AiAnswerStart,
  AiMessage,
  AiMessagePage,
  AiToolCall,
  NewAiMessage,
} from './message.dto.js';
import { type AnswerStreamItem, MessageStreams } from './message-streams.service.js';
import { Messages } from './messages.service.js';
import { Questions } from './questions.service.js';

const toMessage = (item: AnswerStreamItem): StreamMessage => {
  if (item.type === 'delta') return { event: 'delta', data: { text: item.text } };
  if (item.type === 'start')
    return { event: 'start', data: { messageId: item.message.id, threadId: item.message.threadId } };
  if (item.type === 'tool') return { event: 'tool_call', data: AiToolCall.from(item.call) };
  if (item.type === 'correction') return { event: 'correction', data: { text: item.text } };
  if (item.type === 'limit') return { event: 'limit', data: { reason: item.reason } };
  return { event: 'message', data: AiMessage.from(item.message, item.approvals) };
};

const frames = {
  description:
    '`start` names the answer; `delta` carries its text in pieces, `tool_call` each call of a tool, ' +
    '`correction` the whole text again where numbers were corrected, `limit` a limit at which it ends; ' +
    '`message` carries the whole answer, as it is stored. ' +
    'If the model fails, `error` follows. The answer continues when the client disconnects; sent again with the ' +
    'same `Idempotency-Key`, the question gets the same answer, from its beginning.',
  events: {
    start: AiAnswerStart,
    delta: AiAnswerDelta,
    tool_call: AiToolCall,
    correction: AiAnswerCorrection,
    limit: AiAnswerLimit,
    message: AiMessage,
  },
  example: `event: delta\ndata: ${JSON.stringify(exampleOf(AiAnswerDelta))}\n\n`,
};

@Service()
@Authorized()
@JsonController('/ai/threads')
export class MessagesController {
  constructor(
    private readonly messages: Messages,
    private readonly questions: Questions,
    private readonly streams: MessageStreams,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('/:id/messages')
  @Endpoint({
    summary: 'List the messages of an AI thread',
    description:
      'Returns questions and answers, oldest first. An answer that is being written is there with the text ' +
      'so far.',
    returns: AiMessagePage,
  })
  async listAiMessages(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @QueryParams() { limit, cursor, order }: OldestFirstQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`ai-messages:${accountId}:${id}:${order}`, limit, cursor);
    const found = await this.messages.list(accountId, id, page.fetch, page.after?.[0] as string | undefined, order);
    const approvals = await this.messages.proposalsOf(found);
    return page.answer(
      found,
      ({ id: messageId }) => [messageId],
      (message) => AiMessage.from(message, approvals),
    );
  }

  @Post('/:id/messages')
  @Endpoint({
    summary: 'Ask a question in an AI thread',
    description:
      'Stores the question and answers it with citations, from the data of this service that you may see. ' +
      'Answers are written by the configured model, or by the built-in composer (`model: ' +
      '"builtin"`). ' +
      'Returns the answer when it has ended; one that takes longer than a request may take is returned with ' +
      'the status `running` and can be read in the messages of the thread. With `Accept: text/event-stream` it ' +
      'is streamed. ' +
      'One answer of a thread is written at a time. Ids in `context` that are not yours are rejected.',
    returns: AiMessage,
    alternatives: { [eventStream]: frames },
    status: 200,
    idempotent: true,
    keepsKeys: true,
    errors: ['conflict', 'quota_reached', 'budget_spent'],
  })
  async sendAiMessage(
    @CurrentCaller() caller: Caller,
    @CurrentRequester() requester: Requester,
    @Param('id') id: string,
    @Body() { content, context = {} }: NewAiMessage,
    @IdempotencyKey() key: string | undefined,
    @MediaType() mediaType: string,
  ): Promise<Reply | StreamReply<AnswerStreamItem>> {
    const sent = await this.questions.send(caller, id, { content, context, key }, requester.signal);
    if (mediaType === eventStream) return this.streams.open(sent).as(toMessage);
    const message = await this.streams.wait(sent, requester.signal);
    const body = AiMessage.from(message, await this.messages.proposalsOf([message]));
    return new Reply(body, sent.isReplayed ? { headers: { 'Idempotency-Replayed': 'true' } } : {});
  }

  @Post('/:id/cancel')
  @Endpoint({
    summary: 'Cancel the answer of an AI thread',
    description:
      'Ends the answer that is being written, within two seconds; its text so far is kept with the status ' +
      '`cancelled`. Has no effect if no answer is being written.',
  })
  async cancelAiAnswer(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<void> {
    await this.questions.cancel(accountId, id);
  }
}
