import { Authorized, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { CursorCodec } from '../../../http/cursor.js';
import { OwnedController } from '../../../resources/owned-controller.js';
import { CreateOwned, DeleteOwned, GetOwned, ListOwned, UpdateOwned } from '../../../resources/owned-routes.js';
import { AiThread, AiThreadChanges, AiThreadPage, AiThreadQuery, NewAiThread } from './thread.dto.js';
import { Threads } from './threads.records.js';

const path = '/ai/threads';

@Service()
@Authorized()
@JsonController(path)
export class ThreadsController extends OwnedController<Threads> {
  constructor(threads: Threads, cursors: CursorCodec) {
    super(threads, cursors, { path, list: 'ai-threads', from: AiThread.from });
  }

  @ListOwned({ summary: 'List your AI threads', returns: AiThreadPage })
  listAiThreads(caller: Caller, query: AiThreadQuery) {
    const { order, q } = query;
    return this.page(caller, query, {
      by: `${order}:${q ?? ''}`,
      read: (limit, after) => this.records.select(caller.accountId, { limit, after, order, q }),
    });
  }

  @CreateOwned({
    summary: 'Create an AI thread',
    description:
      'Creates a thread without messages. Threads and their messages are private and kept until you delete them.',
    returns: AiThread,
  })
  createAiThread(caller: Caller, input: NewAiThread) {
    return this.created(caller, input);
  }

  @GetOwned({
    summary: 'Get an AI thread',
    description: 'Returns one of your threads, without its messages.',
    returns: AiThread,
  })
  getAiThread(caller: Caller, id: string) {
    return this.one(caller, id);
  }

  @UpdateOwned({
    summary: 'Update an AI thread',
    description: 'Renames the thread. `version` rises only if the title changed.',
    returns: AiThread,
  })
  updateAiThread(caller: Caller, id: string, changes: AiThreadChanges, ifMatch?: string) {
    return this.changed(caller, id, changes, ifMatch);
  }

  @DeleteOwned({
    summary: 'Delete an AI thread',
    description: 'Deletes the thread and its messages permanently. An answer that is being written is discarded.',
  })
  deleteAiThread(caller: Caller, id: string, ifMatch?: string) {
    return this.removed(caller, id, ifMatch);
  }
}
