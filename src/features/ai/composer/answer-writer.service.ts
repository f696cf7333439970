import { Service } from 'typedi';
import type { Caller } from '../../../http/caller.js';
import { CountryAreas } from '../../geospatial/land/country-areas.js';
import type { AiContext } from '../context/ai-context.js';
import { ToolCalls, type ToolOutcome } from '../tools/tool.js';
import type { Citation } from '../tools/tool-records.js';
import { AccountResources } from './account-resources.service.js';
import { AnswerText, count, label, type PrintedNumber, say, words } from './answers/answer-text.js';
import { eventAnswers } from './answers/event-answers.js';
import { mapAnswers } from './answers/map-answers.js';
import { marketAnswers } from './answers/market-answers.js';
import { portfolioAnswers, totalGain } from './answers/portfolio-answers.js';
import { notApplied, readAs } from './answers/reading-text.js';
import { writeRecords } from './answers/record-answers.js';
import { fieldsOf, listOf, type Template, textOf, valueAt } from './answers/template.js';
import { whyAnswers } from './answers/why-answers.js';
import type { QuestionInput } from './match-question.js';
import { thingsOf } from './memory.js';
import { briefingCalls } from './question-types/news-questions.js';
import type { Reading } from './question-types/parse-question.js';
import type { PlannedCall } from './question-types/question-type.js';
import { Slots } from './question-types/question-type.js';
import { fitting, withMore } from './result-filter.js';
import type { OwnNames } from './spans/own-names.js';
import type { AnySpan, Named } from './spans/span.js';

/** Templates by the id of the kind of question. */
const templates: Readonly<Record<string, Template>> = {
  ...marketAnswers,
  ...mapAnswers,
  ...eventAnswers,
  ...portfolioAnswers,
  ...whyAnswers,
};

/** The context in which a question is read and answered. */
export interface Asking {
  caller: Caller;
  own: OwnNames;
  asked: Omit<QuestionInput, 'text'>;
  signal: AbortSignal;
  threadId?: string;
  /** Values to which a word such as `it` in the question may refer. */
  pointed?: readonly AnySpan[];
}

/** One of several questions in a message, as it was read. */
export interface Part {
  reading: Reading;
  /** Parts of the question that the reading leaves out; undefined if every word was understood. */
  left?: readonly string[];
  /** Words that were understood as a restriction that the tool cannot apply. */
  unapplied?: readonly string[];
}

/** The answer to one question of a message. */
export interface PartAnswer {
  content: string;
  citations: Citation[];
  numbers: PrintedNumber[];
  toolCalls: { name: string; arguments: object; ok: boolean }[];
  proposal: { tool: string; arguments: object } | null;
  /** The values that the answer lists, in its order, so that the next question can refer to them. */
  listed?: readonly AnySpan[];
}

interface Run {
  call: PlannedCall;
  outcome: ToolOutcome;
  /** The value of the outcome, without items that do not fit the question. */
  fitting: unknown;
  reading: Reading;
}

/** Maximum number of portfolios that a question about all of them reads. */
const MAX_PORTFOLIOS = 5;
const MAX_CITATIONS = 60;

/** Runs the tools of a recognized question and writes the answer. */
@Service()
export class AnswerWriter {
  constructor(
    private readonly calls: ToolCalls,
    private readonly resources: AccountResources,
    private readonly areas: CountryAreas,
  ) {}

  /**
   * Returns values that a question may omit: `context` for objects that the user is looking at, `only` for the only
   * objects of their types.
   */
  async implied(
    { caller, context, own, text }: { caller: Caller; context: AiContext; own: OwnNames; text: string },
    signal: AbortSignal,
  ): Promise<{ context: AnySpan[]; only: AnySpan[] }> {
    const span = <Value>(type: string, value: Value) =>
      ({ type, value, from: 0, to: 0, isExact: true }) as unknown as AnySpan;
    const known = (all: readonly Named[], id: string, name: string): Named =>
      all.find((one) => one.id === id) ?? { id, name };
    const shown: AnySpan[] = [];
    if (context.portfolioId !== undefined)
      shown.push(span('portfolio', known(own.portfolio, context.portfolioId, 'in view')));
    if (context.watchlistId !== undefined)
      shown.push(span('watchlist', known(own.watchlist, context.watchlistId, 'in view')));
    if (context.alertIds?.[0] !== undefined)
      shown.push(span('alert', known(own.alert, context.alertIds[0], 'in view')));
    if (context.symbols?.[0] !== undefined) shown.push(span('symbol', context.symbols[0]));
    const vessel = context.entityIds?.find((id) => id.startsWith('vessel:'))?.slice('vessel:'.length);
    if (vessel !== undefined && /\b(?:this|that|it|its|the|ship|vessel)\b/i.test(text))
      shown.push(span('vessel', await this.vesselOf(caller, vessel, signal)));
    const only = (['portfolio', 'watchlist', 'geofence'] as const)
      .filter((type) => own[type].length === 1)
      .map((type) => span(type, own[type][0]));
    // Several alerts of one rule count as one to the user; the first one is used.
    if (own.alert.length > 0 && own.alert.every(({ name }) => name === own.alert[0]?.name))
      only.push(span('alert', own.alert[0]));
    if (own.watchlist.length > 1 && /list/i.test(text)) {
      const id = await this.resources.defaultWatchlistId(caller, signal);
      const list = own.watchlist.find((one) => one.id === id);
      if (list !== undefined) only.push(span('watchlist', list));
    }
    return { context: shown, only };
  }

  /**
   * Answers a question.
   * If every word was understood (`left` is undefined), the answer does not say how the question was read.
   * @throws the reason of the signal if it aborts
   */
  async answer({ reading, left, unapplied = [] }: Part, asking: Asking): Promise<PartAnswer> {
    const answer = await this.answerOf(reading, asking);
    if (left === undefined && unapplied.length === 0) return answer;
    const { text, numbers } = left === undefined ? notApplied(unapplied) : readAs(reading, left, unapplied);
    return { ...answer, content: `${text} ${answer.content}`, numbers: [...numbers, ...answer.numbers] };
  }

  private async answerOf(reading: Reading, asking: Asking): Promise<PartAnswer> {
    const [plan] = reading.kind.plan(reading.input) as [PlannedCall];
    if (plan.tool === 'draft_alert_rule') return this.draft(plan.arguments, asking);
    if (plan.tool === 'create_briefing_schedule') return scheduled(plan.arguments);
    const listed = plan.each === undefined ? undefined : await this.listed(plan, reading, asking);
    if (listed !== undefined && !Array.isArray(listed)) return listed;
    const planned = listed ?? this.expanded(plan, reading, asking.own);
    if (planned.length === 0)
      return { content: 'You have no portfolios.', citations: [], numbers: [], toolCalls: [], proposal: null };
    const runs: Run[] = [];
    for (const { call, reading: own } of planned) {
      const outcome = await this.run(withMore(call, this.areas), asking);
      runs.push({ call, reading: own, outcome, fitting: fitting(outcome.value, call, this.areas) });
    }
    const texts = runs.map((run) => textOfRun(run, this.calls.offers(run.call.tool)));
    const total =
      reading.kind.id === 'portfolio-performance' && runs.length > 1 && runs.every(({ outcome }) => outcome.ok)
        ? totalGain(runs.map(({ outcome }) => fieldsOf(outcome.value)))
        : undefined;
    if (total !== undefined) texts.unshift({ content: total.text, numbers: [...total.numbers] });
    return {
      listed: runs.flatMap(({ call, fitting: value }) => thingsOf(call.tool, value)),
      content: texts.map(({ content }) => content).join('\n\n'),
      citations: runs.flatMap(({ outcome }) => outcome.citations).slice(0, MAX_CITATIONS),
      numbers: texts.flatMap(({ numbers }) => numbers),
      toolCalls: runs.map(({ call, outcome }) => ({ name: call.tool, arguments: call.arguments, ok: outcome.ok })),
      proposal: null,
    };
  }

  /**
   * Returns a call for each of the first items of the list that a plan names, or the answer if the list is empty or
   * cannot be read.
   */
  private async listed(
    plan: PlannedCall,
    reading: Reading,
    asking: Asking,
  ): Promise<Array<{ call: PlannedCall; reading: Reading }> | PartAnswer> {
    const each = plan.each as NonNullable<PlannedCall['each']>;
    const { tool, field, argument, name, max } = each;
    const outcome = await this.run({ tool, arguments: each.arguments }, asking);
    const listed = outcome.ok ? listOf(fieldsOf(outcome.value).items) : [];
    const items = listed.filter((item) => textOf(valueAt(item, field)) !== '').slice(0, max);
    if (items.length > 0)
      return items.map((item) => ({
        call: {
          ...plan,
          arguments: { ...plan.arguments, [argument]: valueAt(item, field) },
          about: { subject: textOf(valueAt(item, name)) },
        },
        reading,
      }));
    const text = new AnswerText();
    if (outcome.ok) text.add(say`I have no records with which I could ${words(reading.kind.can)}.`);
    return {
      content: outcome.ok ? text.content : failure(outcome),
      citations: outcome.citations,
      numbers: text.numbers,
      toolCalls: [{ name: tool, arguments: each.arguments, ok: outcome.ok }],
      proposal: null,
    };
  }

  private async vesselOf(caller: Caller, mmsi: string, signal: AbortSignal): Promise<Named> {
    const { value } = await this.calls.call(caller, 'get_vessel', { mmsi }, signal);
    return { id: mmsi, name: textOf(fieldsOf(value).name) || mmsi };
  }

  private run({ tool, arguments: args }: PlannedCall, { caller, signal, threadId }: Asking): Promise<ToolOutcome> {
    return this.calls.call(caller, tool, args, signal, threadId);
  }

  /**
   * Returns the tool calls of a question: several for a briefing or for the reason of a price move, and one per
   * portfolio for a question about all portfolios.
   */
  private expanded(plan: PlannedCall, reading: Reading, own: OwnNames): Array<{ call: PlannedCall; reading: Reading }> {
    if (plan.tool === 'create_briefing') return briefingCalls(reading);
    if (reading.kind.id === 'why-move') return reading.kind.plan(reading.input).map((call) => ({ call, reading }));
    const isOfAll = reading.kind.ofAll === true || plan.tool === 'get_geo_exposure';
    if (!isOfAll || plan.arguments.id !== undefined) return [{ call: plan, reading }];
    return own.portfolio.slice(0, MAX_PORTFOLIOS).map((portfolio) => {
      const spans: AnySpan[] = [
        ...reading.spans,
        { type: 'portfolio', value: portfolio, from: 0, to: 0, isExact: true },
      ];
      return {
        call: { ...plan, arguments: { ...plan.arguments, id: portfolio.id } },
        reading: { ...reading, spans, input: { ...reading.input, slots: new Slots(spans) } },
      };
    });
  }

  /** Drafts an alert rule: validates and evaluates it now, and proposes it without saving it. */
  async draft(
    rule: Readonly<Record<string, unknown>>,
    { caller, signal }: Asking,
  ): Promise<PartAnswer & { isTrue: boolean | null }> {
    const outcome = await this.calls.call(caller, 'preview_alert_rule', rule, signal);
    const toolCalls = [{ name: 'preview_alert_rule', arguments: rule, ok: outcome.ok }];
    if (!outcome.ok)
      return { content: failure(outcome), citations: [], numbers: [], toolCalls, proposal: null, isTrue: null };
    const { met: isTrue } = fieldsOf(outcome.value);
    const state = isTrue === true ? 'is true now' : isTrue === false ? 'is not true now' : 'has no values yet';
    const content = `The rule “${label(textOf(rule.name)).text}” is valid; its condition ${state}. It is not saved: approve it to create it.`;
    // The numbers in the name come from the question, so they have no citation.
    const numbers = (textOf(rule.name).match(/-?\d+(?:\.\d+)?/g) ?? []).map((text) => ({
      text,
      value: Number(text),
      unit: null,
      decimals: text.split('.')[1]?.length ?? 0,
      citation: null,
    }));
    return {
      content,
      citations: [],
      numbers,
      toolCalls,
      proposal: { tool: 'create_alert_rule', arguments: rule },
      isTrue: typeof isTrue === 'boolean' ? isTrue : null,
    };
  }
}

/** Returns the answer that proposes a scheduled briefing without scheduling it. */
function scheduled(schedule: Readonly<Record<string, unknown>>): PartAnswer {
  const days =
    typeof schedule.weekday === 'string'
      ? `every ${label(schedule.weekday.replace(/^./, (first) => first.toUpperCase())).text}`
      : 'every day';
  const content = `I can write “${label(textOf(schedule.name)).text}” ${days} at ${textOf(schedule.time)} UTC. It is not scheduled: approve it to schedule it.`;
  return {
    content,
    citations: [],
    numbers: [],
    toolCalls: [],
    proposal: { tool: 'create_briefing_schedule', arguments: schedule },
  };
}

function textOfRun(
  { call, outcome, reading, fitting: fits }: Run,
  isOffered: boolean,
): { content: string; numbers: PrintedNumber[] } {
  if (!isOffered) return { content: NOT_SERVED, numbers: [] };
  // Records of a place of the reference tables are no secret of another account, so the reason may be given.
  if (!outcome.ok && outcome.status === 404 && reading.kind.slots.place !== undefined && outcome.problem?.detail)
    return { content: `I found nothing: ${outcome.problem.detail}`, numbers: [] };
  if (!outcome.ok) return { content: failure(outcome), numbers: [] };
  const text = new AnswerText();
  const template = templates[call.template ?? reading.kind.id];
  const value = fieldsOf(fits);
  const answered = { reading, value, citations: outcome.citations, text };
  if (template !== undefined) template({ ...answered, arguments: call.arguments });
  else if (reading.kind.rows !== undefined)
    writeRecords({ ...answered, arguments: { ...call.about, ...call.arguments } }, reading.kind.rows);
  // Records of a kind with rows are counted, and their request is cited.
  if (textOf(value.omitted) !== '' && reading.kind.rows === undefined)
    text.add(
      say`${words('The answer was too long for all records;')} ${count(outcome.citations.length)} ${words(outcome.citations.length === 1 ? 'is cited.' : 'are cited.')}`,
    );
  return { content: text.content, numbers: text.numbers };
}

/** Answer if the service lacks the required operation. */
const NOT_SERVED =
  'This service does not serve this data. GET /api/v1/ai/tools lists everything that I can read, and “What ' +
  'happened today?” shows recent events.';

/** Returns the reason why a tool failed. Problems of operations never contain data of other accounts. */
function failure({ problem, status }: ToolOutcome): string {
  if (status === 404) return 'I found nothing of that name that you may see.';
  if (problem?.code === 'insufficient_scope' || status === 403)
    return `I may not read that for you: ${problem?.detail ?? ''}`;
  return `The data is not available now, so I can't tell: ${problem?.detail ?? problem?.title ?? ''}`;
}
