import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import {
  choice,
  flag,
  integer,
  json,
  list,
  nullable,
  object,
  objects,
  optional,
  text,
  timestamp,
  uuid,
} from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Id } from '../../../resources/resource-dto.js';
import { type Approval, decisions } from '../approvals/approval.js';
import { AiContextDto } from '../context/ai-context.dto.js';
import { limitReasons, type Message, messageStatuses, type ToolCall, toolCallStatuses } from './message.js';

const question = 'Which tankers are near Hormuz?';
const statusMeaning =
  '`running`: it is being written. `complete`: it ended by itself. `partial`: it ended early because of ' +
  'a limit or a model failure. `failed`: it has no text because the model failed. `cancelled`: you ' +
  'cancelled it. `interrupted`: the service stopped while it was written.';

@Dto('A question.')
export class NewAiMessage {
  @Field(
    'The question, in plain words.',
    text(1, 8_000, /^[^\u0000]*[^\s\u0000][^\u0000]*$/u, 'text of 1 to 8000 characters that is not blank'),
    {
      example: question,
    },
  )
  content!: string;

  @Field('Context of the question; omitted without one.', optional(object(() => AiContextDto)))
  context?: AiContextDto;
}

@Dto('A record that an answer relies on.')
export class AiCitation {
  @Field('The kind of record.', text(1, 50), { example: 'vessel' })
  recordType!: string;

  @Field('Id of the cited record.', text(1, 500), { example: '219024336' })
  recordId!: string;

  @Field('Where to read it: a path of this API.', text(1, 2_000), { example: '/api/v1/geospatial/vessels/219024336' })
  href!: string;

  @Field('The time of the record, or its day; null for a record without a time.', nullable(text(1, 40)), {
    example: '2026-11-20T23:15:00.000Z',
  })
  asOf!: string | null;
}

@Dto('A number in an answer that occurs in no cited record.')
export class AiUnverifiedNumber {
  @Field('The number, as written in the answer.', text(1, 200), { example: '17 %' })
  text!: string;

  @Field('Where it begins in `content`, in UTF-16 code units.', integer(0, 1_000_000), { example: 42 })
  offset!: number;
}

@Dto('A write action that waits for your decision: `POST /ai/threads/{id}/approvals/{callId}`.')
export class AiProposal {
  @Field('SHA-256 of tool and arguments, in hexadecimal; the decision names it.', text(64, 64), {
    example: 'a'.repeat(64),
  })
  argumentsHash!: string;

  @Field('Until when it can be decided (UTC).', timestamp())
  expiresAt!: string;

  @Field('Your decision; null before it.', nullable(choice(decisions)), { example: null })
  decision!: string | null;
}

@Dto('A call of a tool for an answer.')
export class AiToolCall {
  @Field('Identifier of the call (UUIDv7).', uuid())
  callId!: string;

  @Field('The tool, as in `GET /ai/tools`.', text(0, 64), { example: 'list_vessels' })
  name!: string;

  @Field('Arguments that the tool was called with.', json(), { example: { near: '26.5,56.3', radiusMeters: 100_000 } })
  arguments!: object;

  @Field(
    '`ok`, `failed`, or `proposed`: a tool that writes, which waits for your decision.',
    choice(toolCallStatuses),
    { example: 'ok' },
  )
  status!: string;

  @Field('Why it failed; null if it did not.', nullable(text(0, 5_000)), { example: null })
  detail!: string | null;

  static from({ detail, ...toolCall }: ToolCall): AiToolCall {
    return answerOf(AiToolCall, { ...toolCall, detail: detail?.slice(0, 5_000) ?? null });
  }
}

@Dto('A call of a tool for an answer, with its proposal if it writes.')
export class AiMessageToolCall extends AiToolCall {
  @Field('The proposal; null for a tool that reads.', nullable(object(() => AiProposal)), { example: null })
  proposal!: AiProposal | null;
}

@Dto('A question back, because the question has several meanings. Answer with one of the options or in your own words.')
export class AiClarification {
  @Field('Name of the unclear value.', text(1, 100), { example: 'vessel' })
  slot!: string;

  @Field('Suggested replies, at most 10.', list(text(1, 500), 10), {
    example: ['MMSI 538001111, tanker', 'MMSI 538002222, cargo'],
  })
  options!: string[];
}

@Dto('Why an answer is partial or failed.')
export class AiMessageProblem {
  @Field('A problem code of this API.', text(1, 50), { example: 'unavailable' })
  code!: string;

  @Field('The title of the code.', text(1, 200), { example: 'Service unavailable' })
  title!: string;

  @Field('Description of the failure.', text(1, 2_000), { example: 'The model cannot be reached.' })
  detail!: string;
}

@Dto(
  'Model tokens that an answer used, as the server counted them, or by an estimate of one for every three ' +
    'bytes where it does not count.',
)
export class AiMessageUsage {
  @Field('Tokens that were sent, over all steps.', integer(0, 1_000_000_000), { example: 2_310 })
  inputTokenCount!: number;

  @Field('Tokens that the model wrote.', integer(0, 1_000_000_000), { example: 240 })
  outputTokenCount!: number;
}

@Dto('A question or an answer of a thread.')
export class AiMessage {
  @Id() id!: string;

  @Field('Id of the thread that the message belongs to.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  threadId!: string;

  @Field('`user`: a question of yours; `assistant`: an answer.', choice(['user', 'assistant']), {
    example: 'assistant',
  })
  role!: string;

  @Field(statusMeaning, choice(messageStatuses), { example: 'complete' })
  status!: string;

  @Field('The text; of an answer in Markdown without images and HTML.', text(0, 200_000), {
    example: 'Two tankers are within 100 km of the Strait of Hormuz.',
  })
  content!: string;

  @Field('Context of the question; null for answers.', nullable(object(() => AiContextDto)), { example: null })
  context!: AiContextDto | null;

  @Field('The records that the answer relies on, at most 100; empty for questions.', objects(AiCitation, 100))
  citations!: AiCitation[];

  @Field(
    'Numbers and dates of the answer that occur in no cited record, at most 200; empty for questions.',
    objects(AiUnverifiedNumber, 200),
    { example: [] },
  )
  unverifiedNumbers!: AiUnverifiedNumber[];

  @Field('Calls of tools, in their order; empty for questions.', objects(AiMessageToolCall, 500))
  toolCalls!: AiMessageToolCall[];

  @Field('A clarifying question; null without one.', nullable(object(() => AiClarification)), { example: null })
  clarification!: AiClarification | null;

  @Field('True when the answer says that this question cannot be answered here.', flag(), { example: false })
  refused!: boolean;

  @Field(
    'The limit at which the answer ended: model calls, seconds, tokens of the day, or length; null for no limit.',
    nullable(choice(limitReasons)),
    {
      example: null,
    },
  )
  limitReason!: string | null;

  @Field('Why the answer is partial or failed; null otherwise.', nullable(object(() => AiMessageProblem)), {
    example: null,
  })
  problem!: AiMessageProblem | null;

  @Field(
    'The model, or `builtin` for the built-in composer; null for questions and before the answer has begun.',
    nullable(text(1, 200)),
    {
      example: 'builtin',
    },
  )
  model!: string | null;

  @Field(
    'Model tokens that the answer used; zero for questions and for the built-in composer.',
    object(() => AiMessageUsage),
  )
  usage!: AiMessageUsage;

  @Field('When it was sent, or began to be written (UTC).', timestamp())
  createdAt!: string;

  @Field('When the answer ended (UTC); null while it is written.', nullable(timestamp()))
  completedAt!: string | null;

  /** Returns the response for a message. @param approvals proposals; may include proposals of other messages */
  static from(message: Message, approvals: readonly Approval[] = []): AiMessage {
    const {
      id,
      threadId,
      role,
      status,
      content,
      context,
      details,
      model,
      inputTokens,
      outputTokens,
      createdAt,
      completedAt,
    } = message;
    const {
      citations = [],
      unverifiedNumbers = [],
      toolCalls = [],
      clarification = null,
      isRefused = false,
      limit = null,
      problem = null,
    } = details ?? {};
    return Object.assign(new AiMessage(), {
      id,
      threadId,
      role,
      status,
      content,
      context: context === null ? null : AiContextDto.from(context),
      citations,
      unverifiedNumbers,
      toolCalls: toolCalls.slice(0, 500).map((call) => ({
        ...AiToolCall.from(call),
        proposal: proposalOf(approvals.find((one) => one.id === call.callId)),
      })),
      clarification,
      refused: isRefused,
      limitReason: limit,
      problem,
      model,
      usage: { inputTokenCount: inputTokens, outputTokenCount: outputTokens },
      createdAt: createdAt.toISOString(),
      completedAt: completedAt?.toISOString() ?? null,
    });
  }
}

const proposalOf = (approval: Approval | undefined): AiProposal | null =>
  approval === undefined
    ? null
    : {
        argumentsHash: approval.argumentsHash,
        expiresAt: approval.expiresAt.toISOString(),
        decision: approval.decision,
      };

export const AiMessagePage = pageOf(AiMessage, 'AiMessagePage', 'A page of messages.');

@Dto('The beginning of the stream of an answer.')
export class AiAnswerStart {
  @Field('The answer: it can be read in the messages of its thread while it is written and afterwards.', uuid())
  messageId!: string;

  @Field('Id of the thread that the message belongs to.', uuid(), { example: '01980a6e-5f3c-7c1a-9b52-3a8f64d2e901' })
  threadId!: string;
}

@Dto('A piece of an answer, to append to the pieces before.')
export class AiAnswerDelta {
  @Field('The next part of the answer; the parts are joined without a separator.', text(0, 200_000), {
    example: 'Two tankers are ',
  })
  text!: string;
}

@Dto('The corrected text of an answer, in the place of all pieces before.')
export class AiAnswerCorrection {
  @Field('The whole text.', text(0, 200_000), { example: 'Two tankers are near.' })
  text!: string;
}

@Dto('A limit at which an answer ends.')
export class AiAnswerLimit {
  @Field(
    'The limit that was reached: `steps` (model calls), `time`, `tokens` (daily tokens) or `length` ' +
      '(tokens per call).',
    choice(limitReasons),
    { example: 'steps' },
  )
  reason!: string;
}
