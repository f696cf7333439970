import { Dto, Field } from '../../../api/field.js';
import { choice, integer, json, list, objects, optional, text, uuid } from '../../../api/rules.js';
import { toolTokens } from '../context/model-tools.js';
import { estimatedTokens } from '../models/chat-model.js';
import { NewAiMessage } from './message.dto.js';
import type { Preview } from './preview.service.js';

const tokens = () => integer(0, 10_000_000);

@Dto('A question whose prompt is to be shown.')
export class AiPreviewRequest extends NewAiMessage {
  @Field('The thread in which it would be asked; omitted for the first question of a thread.', optional(uuid()), {
    omitFromExample: true,
    example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901',
  })
  threadId?: string;
}

@Dto('A message as a model reads it.')
export class AiPromptMessage {
  @Field(
    '`system`: instructions; `user`: questions and the data of the context; `assistant`: earlier answers.',
    choice(['system', 'user', 'assistant', 'tool']),
    { example: 'user' },
  )
  role!: string;

  @Field(
    'The text, exactly as it is sent. The delimiter of data blocks is random for each question.',
    text(0, 10_000_000),
    {
      example: 'Which tankers are near Hormuz?',
    },
  )
  content!: string;

  @Field('Estimated tokens of the text.', tokens(), { example: 10 })
  tokenCount!: number;
}

@Dto('A tool as a model reads it.')
export class AiPromptTool {
  @Field('Name by which the model calls the tool.', text(1, 64), { example: 'list_vessels' })
  name!: string;

  @Field('The description, shortened.', text(0, 1_000), { example: 'List vessels.' })
  description!: string;

  @Field('JSON Schema of its arguments, shortened.', json(), { example: { type: 'object' } })
  inputSchema!: object;

  @Field('Estimated tokens of the tool.', tokens(), { example: 300 })
  tokenCount!: number;
}

@Dto('The prompt that would be sent to the model for a question.')
export class AiContextPreview {
  @Field('The model, or `builtin`: nothing is sent then, and this is what a model would be sent.', text(1, 200), {
    example: 'builtin',
  })
  model!: string;

  @Field('The messages, in their order.', objects(AiPromptMessage, 200))
  messages!: AiPromptMessage[];

  @Field('The tools, by name.', objects(AiPromptTool, 200))
  tools!: AiPromptTool[];

  @Field('Estimated tokens of everything: one for every three bytes of UTF-8, and four for each message.', tokens(), {
    example: 9_200,
  })
  tokenCount!: number;

  @Field('The most tokens that are sent at a time, with the results of tools, by the same estimate.', tokens(), {
    example: 32_000,
  })
  tokenLimit!: number;

  @Field('Parts that were left out or shortened to fit, in sentences; empty if nothing was.', list(text(1, 300), 200), {
    example: [],
  })
  omitted!: string[];

  static from({ model, messages, tools, tokens: tokenCount, maxTokens: tokenLimit, cut }: Preview): AiContextPreview {
    const shown = messages.map(({ role, content }) => ({ role, content, tokenCount: estimatedTokens(content) }));
    const offered = tools.map((tool) => ({ ...tool, tokenCount: toolTokens(tool) }));
    return Object.assign(new AiContextPreview(), {
      model,
      messages: shown,
      tools: offered,
      tokenCount,
      tokenLimit,
      omitted: cut,
    });
  }
}
