import { Service } from 'typedi';
import { preferencesOf } from '../../../accounts/account.js';
import { AccountsService } from '../../../accounts/accounts.service.js';
import type { Caller } from '../../../http/caller.js';
import { Clock } from '../../../time/clock.js';
import { AiConfig } from '../ai.config.js';
import type { AiContext } from '../context/ai-context.js';
import { Contexts, normalized } from '../context/context.service.js';
import { DataFence } from '../context/data-fence.js';
import type { Prompt } from '../context/prompt.js';
import { ChatModels } from '../models/chat-model.js';
import { BUILTIN_MODEL } from './message.js';
import { ModelAnswers } from './model-answer.service.js';
import { QuestionStore } from './question-store.service.js';

/** A question whose prompt is to be shown. */
export interface PreviewRequest {
  content: string;
  context: AiContext;
  /** Thread of the question; undefined: the question begins a new thread. */
  threadId?: string;
}

export interface Preview extends Prompt {
  model: string;
  maxTokens: number;
}

/** Returns the request that would be sent to a model for a question, without sending it. */
@Service()
export class Previews {
  constructor(
    private readonly answers: ModelAnswers,
    private readonly models: ChatModels,
    private readonly store: QuestionStore,
    private readonly contexts: Contexts,
    private readonly accounts: AccountsService,
    private readonly config: AiConfig,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the preview of a question.
   * @throws Problem `not_found` for the thread, `invalid_request` for the context
   */
  async of(caller: Caller, { content, context, threadId }: PreviewRequest, signal: AbortSignal): Promise<Preview> {
    const earlier = threadId === undefined ? [] : await this.store.turns(caller.accountId, threadId);
    const { blocks } = await this.contexts.resolve(caller, normalized(context), signal);
    const { timeZone } = preferencesOf(await this.accounts.get(caller.accountId));
    const prompt = this.answers.promptFor(
      { caller, text: content, earlier, blocks, now: new Date(this.clock.now()), timeZone },
      new DataFence(),
    );
    return { ...prompt, model: this.models.all[0]?.name ?? BUILTIN_MODEL, maxTokens: this.config.inputTokens };
  }
}
