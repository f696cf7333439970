import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import type { Token } from '../../../language/token.js';
import type { AiContext } from '../context/ai-context.js';
import type { Citation } from '../tools/tool-records.js';
import { AccountResources } from './account-resources.service.js';
import { AnswerWriter, type Asking, type Part } from './answer-writer.service.js';
import type { PrintedNumber } from './answers/answer-text.js';
import { asFollowUp, asParts } from './conversation.js';
import { MAX_QUESTION, MAX_TOKENS, tokensOf } from './language/tokens.js';
import { type QuestionInput, type Understanding, understand } from './match-question.js';
import { chosenSpan, emptyMemory, keptSpans, type Memory, memoryOf, type Pending, remember } from './memory.js';
import type { Reading } from './question-types/parse-question.js';
import { type Reference, referencesIn, unresolved } from './references.js';
import { choiceOf, optionsOf, optionText, pickedOption, questionBack, refusal } from './replies.js';
import { absoluteDates } from './spans/absolute-dates.js';
import { Calendar } from './spans/calendar.js';
import type { AnySpan } from './spans/span.js';
import { prepareTables } from './tables.js';

/** A question and its answer earlier in the thread. */
export interface Turn {
  question: string;
  answer: string;
  memory: object;
}

export interface Question {
  caller: Caller;
  text: string;
  context: AiContext;
  /** Earlier questions and answers of the thread, oldest first. */
  previous: readonly Turn[];
  timeZone: string;
  now: Date;
  /** Id of the thread; undefined for a question without a thread. */
  threadId?: string;
}

export interface ComposedAnswer {
  /** Text as Markdown: sentences, then at most ten rows for each part. */
  content: string;
  citations: Citation[];
  /** All numbers of the answer, with their units and records. */
  numbers: PrintedNumber[];
  toolCalls: { name: string; arguments: object; ok: boolean }[];
  /** A clarifying question; null when the question was answered or refused. */
  clarification: { slot: string; options: string[] } | null;
  refused: boolean;
  /** Call of a tool that writes, which the user may approve; null without one. */
  proposal: { tool: string; arguments: object } | null;
  /** State to which the next question of the thread may refer; see `Memory`. */
  memory: object;
}

/**
 * Answers questions without a model, by rules, from the results of tools: the same question, data and time give the
 * same answer. Only text of the user is read as a question, never the result of a tool.
 */
@Service()
export class Composer {
  constructor(
    private readonly resources: AccountResources,
    private readonly writer: AnswerWriter,
  ) {}

  /** Answers a question. @throws the reason of the signal if it aborts */
  async answer(question: Question, signal: AbortSignal): Promise<ComposedAnswer> {
    const text = question.text.trim();
    if (text.length > MAX_QUESTION)
      return refused(refusal(`A question may have at most ${MAX_QUESTION} characters.`, []));
    if (tokensOf(text).length > MAX_TOKENS)
      return refused(refusal(`A question may have at most ${MAX_TOKENS} words, numbers and signs.`, []));
    const memory = memoryOf(question.previous.at(-1)?.memory);
    const asking = await this.askingOf(question, memory, signal);
    const { pending } = memory;
    const understood =
      (pending && (await this.continued(text, pending, asking))) ?? (await this.understood(text, asking, memory));
    if (Array.isArray(understood)) return this.answerParts(understood, asking);
    return this.reply(text, understood, pending, asking, memory);
  }

  /**
   * Drafts the alert rule that a text describes. Returns a proposal or a clarifying question, or refuses if the text
   * describes no rule. Other questions are not answered.
   * @throws the reason of the signal if it aborts
   */
  async draft(question: Question, signal: AbortSignal): Promise<ComposedAnswer & { isTrue: boolean | null }> {
    const asking = await this.askingOf(question, emptyMemory, signal);
    const understood = await understand({ ...asking.asked, text: question.text });
    if (understood.type === 'refuse' || understood.type === 'choose' || understood.reading.kind.id !== 'draft-rule')
      return { ...refused(''), isTrue: null };
    if (understood.type === 'ask')
      return { ...(await this.reply(question.text, understood, undefined, asking, emptyMemory)), isTrue: null };
    const [plan] = understood.reading.kind.plan(understood.reading.input);
    const drafted = await this.writer.draft(plan?.arguments ?? {}, asking);
    return { ...refused(drafted.content), proposal: drafted.proposal, isTrue: drafted.isTrue };
  }

  /** Loads the context of a question before the question is interpreted. */
  private async askingOf(
    { caller, context, timeZone, now, text, threadId }: Question,
    memory: Memory,
    signal: AbortSignal,
  ): Promise<Asking> {
    await prepareTables(signal);
    const own = await this.resources.names(caller, `${memory.pending?.text ?? ''} ${text}`, signal);
    const calendar = new Calendar(now, timeZone);
    const dates = (await absoluteDates())(text, now);
    const implied = await this.writer.implied({ caller, context, own, text }, signal);
    const isReference = /\b(?:it|its|this|that|them|there|same|those|these)\b/i.test(text);
    const asked = {
      questionContext: { calendar, own, dates },
      names: { vessels: (phrase: string) => this.resources.vessels(caller, phrase, signal) },
      implied: [...implied.context, ...(isReference ? keptSpans(memory) : []), ...implied.only],
      referred: (tokens: readonly Token[]) => referencesIn(tokens, memory).flatMap(({ spans }) => spans),
    };
    return { caller, own, asked, signal, threadId, pointed: [...implied.context, ...keptSpans(memory)] };
  }

  /** Completes the pending question with the value that the reply gives; undefined if the reply is another question. */
  private async continued(text: string, pending: Pending, { asked }: Asking): Promise<Understanding | undefined> {
    const picked = pickedOption(text, pending);
    if (picked !== undefined && pending.kinds !== undefined)
      return understand({ ...asked, text: pending.text, kind: pending.kinds[pending.options?.indexOf(picked) ?? 0] });
    if (picked !== undefined) {
      const chosen = chosenSpan(pending, picked);
      return understand({ ...asked, text: pending.text, implied: [chosen, ...asked.implied], chosen });
    }
    const alone = await understand({ ...asked, text });
    if (alone.type === 'answer' && alone.reading.cueScore >= 1) return undefined;
    if (pending.kinds !== undefined) return undefined;
    const joined = await understand({ ...asked, text: `${pending.text.replace(/[.?!\s]+$/, '')} ${text}` });
    return joined.type === 'answer' ? joined : undefined;
  }

  private async understood(text: string, asking: Asking, memory: Memory): Promise<Understanding | Part[]> {
    const { asked, pointed = [] } = asking;
    const references = referencesIn(tokensOf(text), memory);
    const unlisted = references.find(({ referent, spans }) => referent === 'listed' && spans.length === 0);
    if (unlisted !== undefined) return unclear(text, unlisted, memory.kind);
    const whole = await understand({ ...asked, text });
    const lost = whole.type === 'answer' ? unresolved(references, whole.reading, pointed) : undefined;
    if (whole.type === 'answer' && lost !== undefined) return unclear(text, lost, whole.reading.kind.id);
    if (whole.type === 'answer' && whole.left === undefined) return whole;
    const followUp = asFollowUp(text, asked, memory);
    if (followUp !== undefined && unresolved(references, followUp, pointed) === undefined)
      return { type: 'answer', reading: followUp, tokens: [] };
    const parts = await asParts(text, asked, (part: QuestionInput) => understand(part));
    return parts ?? whole;
  }

  private async reply(
    text: string,
    understood: Understanding,
    pending: Pending | undefined,
    asking: Asking,
    memory: Memory,
  ): Promise<ComposedAnswer> {
    if (understood.type === 'answer') return this.answerParts([understood], asking);
    if (understood.type === 'refuse')
      return refused(refusal(understood.sentence, understood.near), {
        ...memory,
        pending: undefined,
        age: memory.age + 1,
      });
    if (understood.type === 'choose') return chooseBetween(text, understood.readings);
    const { slot, span, reading } = understood;
    // The user repeated the question without the missing value, so asking for it again would not help.
    if (pending?.slot === slot && pending.text === text) return refused(refusal(undefined, [reading.kind.id]));
    const options = understood.options ?? optionsOf(span, asking.own);
    const question = questionBack(slot, span, reading, options);
    const waiting: Pending = { text, type: span, slot, ...(options.length > 0 && { options: [...options] }) };
    return {
      ...refused(question),
      refused: false,
      clarification: { slot, options: options.map(optionText) },
      memory: { ...emptyMemory, pending: waiting } satisfies Memory,
    };
  }

  private async answerParts(parts: readonly Part[], asking: Asking): Promise<ComposedAnswer> {
    const answers = [];
    for (const part of parts) answers.push(await this.writer.answer(part, asking));
    const [last] = parts.slice(-1) as [Part];
    const spans: AnySpan[] = parts.flatMap(({ reading }) => reading.spans);
    return {
      content: answers.map(({ content }) => content).join('\n\n'),
      citations: uniqueCitations(answers.flatMap(({ citations }) => citations)),
      numbers: answers.flatMap(({ numbers }) => numbers),
      toolCalls: answers.flatMap(({ toolCalls }) => toolCalls),
      clarification: null,
      refused: false,
      proposal: answers.find(({ proposal }) => proposal !== null)?.proposal ?? null,
      memory: remember(
        last.reading.kind.id,
        spans,
        answers.flatMap(({ listed = [] }) => listed),
      ),
    };
  }
}

const refused = (content: string, memory: object = emptyMemory): ComposedAnswer => ({
  content,
  citations: [],
  numbers: [],
  toolCalls: [],
  clarification: null,
  proposal: null,
  refused: true,
  memory,
});

/** Refuses a question with a word, such as `it`, that refers to nothing in the conversation. */
function unclear(text: string, { from, to }: Reference, near: string | undefined): Understanding {
  const words = tokensOf(text)
    .slice(from, to)
    .map((token) => token.text)
    .join(' ');
  const sentence = `I don't know what “${words}” means here. Name it, please.`;
  return { type: 'refuse', sentence, near: near === undefined ? [] : [near] };
}

/** Returns a clarifying question that lets the user choose between two readings. */
function chooseBetween(text: string, readings: readonly [Reading, Reading]): ComposedAnswer {
  const { question, options } = choiceOf(readings);
  const kinds = readings.map(({ kind }) => kind.id);
  return {
    ...refused(question),
    refused: false,
    clarification: { slot: 'meaning', options },
    memory: { ...emptyMemory, pending: { text, slot: 'meaning', options, kinds } } satisfies Memory,
  };
}

const uniqueCitations = (all: readonly Citation[]): Citation[] => [
  ...new Map(all.map((one) => [`${one.recordType} ${one.recordId} ${one.href}`, one])).values(),
];
