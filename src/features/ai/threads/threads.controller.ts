import { Authorized, Body, Delete, Get, JsonController, Param, Patch, Post, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../../api/endpoint.js';
import { type Caller, CurrentCaller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { IfMatch } from '../../../http/entity-tag.js';
import type { Page } from '../../../http/page.js';
import { Reply } from '../../../http/reply.js';
import { AiThread, AiThreadChanges, AiThreadPage, AiThreadQuery, NewAiThread } from './thread.dto.js';
import { Threads } from './threads.records.js';

@Service()
@Authorized()
@JsonController('/ai/threads')
export class ThreadsController {
  constructor(
    private readonly threads: Threads,
    private readonly cursors: CursorCodec,
  ) {}

  @Get('')
  @Endpoint({
    summary: 'List your AI threads',
    description: 'Returns pages, oldest first; follow `nextCursor` until it is null.',
    returns: AiThreadPage,
  })
  async listAiThreads(
    @CurrentCaller() { accountId }: Caller,
    @QueryParams() { limit, cursor, order, q }: AiThreadQuery,
  ): Promise<Page<object>> {
    const page = this.cursors.page(`ai-threads:${accountId}:${order}:${q ?? ''}`, limit, cursor);
    const found = await this.threads.select(accountId, {
      limit: page.fetch,
      after: page.after?.[0] as string | undefined,
      order,
      q,
    });
    return page.answer(found, ({ id }) => [id], AiThread.from);
  }

  @Post('')
  @Endpoint({
    summary: 'Create an AI thread',
    description:
      'Creates a thread without messages. Threads and their messages are private and kept until you delete them.',
    returns: AiThread,
    status: 201,
    idempotent: true,
    errors: ['quota_reached'],
  })
  async createAiThread(@CurrentCaller() { accountId }: Caller, @Body() { title }: NewAiThread): Promise<Reply> {
    const created = await this.threads.create(accountId, { title });
    return Reply.created(AiThread.from(created), `/api/v1/ai/threads/${created.id}`);
  }

  @Get('/:id')
  @Endpoint({
    summary: 'Get an AI thread',
    description: 'Returns one of your threads, without its messages.',
    returns: AiThread,
  })
  async getAiThread(@CurrentCaller() { accountId }: Caller, @Param('id') id: string): Promise<AiThread> {
    return AiThread.from(await this.threads.get(accountId, id));
  }

  @Patch('/:id')
  @Endpoint({
    summary: 'Update an AI thread',
    description: 'Renames the thread. `version` rises only if the title changed.',
    returns: AiThread,
    ifMatch: true,
  })
  async updateAiThread(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @Body() { title }: AiThreadChanges,
    @IfMatch() ifMatch?: string,
  ): Promise<AiThread> {
    return AiThread.from(await this.threads.change(accountId, id, { title }, ifMatch));
  }

  @Delete('/:id')
  @Endpoint({
    summary: 'Delete an AI thread',
    description: 'Deletes the thread and its messages permanently. An answer that is being written is discarded.',
    ifMatch: true,
  })
  async deleteAiThread(
    @CurrentCaller() { accountId }: Caller,
    @Param('id') id: string,
    @IfMatch() ifMatch?: string,
  ): Promise<void> {
    await this.threads.remove(accountId, id, ifMatch);
  }
}
