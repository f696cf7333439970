import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { flag, json, nullable, objects, text } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import type { Tool } from './tool.js';

@Dto('An operation of this service that answers can use.')
export class AiTool {
  @Field('Name by which the assistant calls the tool.', text(1, 30, /^[a-z_]{1,30}$/), { example: 'list_vessels' })
  name!: string;

  @Field('Purpose of the tool in a few words.', text(1, 200), { example: 'List vessels' })
  title!: string;

  @Field('Purpose of the tool and meaning of its result.', text(1, 5_000), {
    example: 'Vessels in a part of the Earth, by their last position.',
  })
  description!: string;

  @Field('The operation that it calls.', text(1, 100), { example: 'listVessels' })
  operationId!: string;

  @Field(
    'False for a tool that creates something: answers only propose its calls, and you decide about them.',
    flag(),
    { example: true },
  )
  readOnly!: boolean;

  @Field('JSON Schema of its arguments.', json(), { example: { type: 'object' } })
  inputSchema!: object;

  @Field('JSON Schema of its result; null for a tool without a result.', nullable(json()), {
    example: { type: 'object' },
  })
  outputSchema!: object | null;

  static from({ description, ...tool }: Tool): AiTool {
    return answerOf(AiTool, { ...tool, description: description.slice(0, 5_000) });
  }
}

@Dto('The tools of answers.')
export class AiToolList {
  @Field('All tools, by name.', objects(AiTool, 200))
  items!: AiTool[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from(tools: readonly Tool[]): AiToolList {
    return Object.assign(new AiToolList(), { items: tools.map(AiTool.from) });
  }
}
