import type { AreaOfPlace } from '../../../language/place-span.js';
import { label } from './answers/answer-text.js';
import { readingText } from './answers/reading-text.js';
import type { Pending } from './memory.js';
import type { Reading } from './question-types/parse-question.js';
import { questionTypes } from './question-types/question-types.js';
import type { OwnNames, OwnType } from './spans/own-names.js';
import type { AnySpan, Named, SpanType } from './spans/span.js';

const MAX_OPTIONS = 5;
const ORDINALS = ['first', 'second', 'third', 'fourth', 'fifth'];

type Value = AnySpan['value'];

/** Returns the choices for a slot: the user's own objects of its type. */
export function optionsOf(type: SpanType, own: OwnNames): Value[] {
  return type in own ? own[type as OwnType].slice(0, MAX_OPTIONS) : [];
}

/** Formats a number unambiguously: `12 500`, `12.5`. */
const formatted = (value: number): string => String(value).replace(/\B(?=(?:\d{3})+$)/g, value % 1 === 0 ? ' ' : '');

/** Returns an option in words. */
export function optionText(value: Value): string {
  if (typeof value !== 'object') return String(value);
  if ('amount' in value) return formatted(value.amount);
  const { name, detail } = value as Named & AreaOfPlace & { detail?: string };
  return label(detail === undefined ? String(name) : `${name} (${detail})`).text;
}

const ASKED: Partial<Record<SpanType, string>> = {
  symbol: 'Which instrument do you mean?',
  currency: 'Into which currency?',
  portfolio: 'Which portfolio do you mean?',
  watchlist: 'Which watchlist do you mean?',
  geofence: 'Which geofence do you mean?',
  rule: 'Which rule do you mean?',
  alert: 'Which alert do you mean?',
  vessel: 'Which vessel do you mean?',
  place: 'Which place do you mean?',
  country: 'Which country do you mean?',
  amount: 'At which value?',
  duration: 'After how long?',
  exchange: 'Which exchange do you mean?',
  indicator: 'Which indicator do you mean?',
  moment: 'At which moment?',
  recurrence: 'On which day of the week?',
  clock: 'At what time of day?',
};

/** Returns a question for a missing value, with options to choose from. */
export function questionBack(
  slot: string,
  type: SpanType,
  { kind, input }: Reading,
  options: readonly Value[],
): string {
  const shown = options.slice(0, MAX_OPTIONS);
  const several = kind.slots[type]?.many && input.slots.all(type).length > 0;
  const question =
    slot === 'symbols' || (several && type === 'symbol')
      ? 'With which instrument?'
      : (ASKED[type] ?? `Which ${slot} do you mean?`);
  if (type in ASKED && shown.length === 0 && ['portfolio', 'watchlist', 'geofence', 'rule', 'alert'].includes(type))
    return `${question} You have none.`;
  return [question, ...shown.map((option, index) => `${index + 1}. ${optionText(option)}`)].join('\n');
}

/**
 * Returns a clarifying question that lets the user choose between readings of a question, with each reading in words.
 */
export function choiceOf(readings: readonly Reading[]): { question: string; options: string[] } {
  const options = readings.map((reading) => readingText(reading).text);
  return {
    question: ['What do you mean?', ...options.map((text, index) => `${index + 1}. ${text}`)].join('\n'),
    options,
  };
}

/** Returns the option that a reply chooses by number, by `the second`, or by name; undefined for another reply. */
export function pickedOption(text: string, { options }: Pending): unknown {
  if (options === undefined) return undefined;
  const reply = text
    .trim()
    .toLowerCase()
    .replace(/[.!?]+$/, '')
    .replace(/^(?:the|number|option|no\.?)\s+/, '');
  const ordinal = ORDINALS.findIndex((word) => reply === word || reply === `${word} one`);
  const index = /^[1-5]$/.test(reply) ? Number(reply) - 1 : ordinal;
  if (index >= 0) return options[index];
  if (reply === '') return undefined;
  const textOf = (option: unknown) => optionText(option as Value).toLowerCase();
  const isNamed = (option: unknown) => {
    const { id, name } = option as Named;
    return [textOf(option), String(name).toLowerCase(), id].includes(reply);
  };
  // The name of an option may be a word of another one: `Growth` and `Old Growth`.
  const named = options.filter(isNamed);
  if (named.length > 0) return named.length === 1 ? named[0] : undefined;
  const fitting = options.filter((option) => reply.length > 2 && textOf(option).split(/\W+/).includes(reply));
  return fitting.length === 1 ? fitting[0] : undefined;
}

/**
 * Returns the text of a request that cannot be fulfilled, with a similar request that can be fulfilled and three
 * examples.
 * @param near ids of the nearest kinds of questions
 */
export function refusal(sentence: string | undefined, near: readonly string[]): string {
  const start = sentence ?? "I don't understand this question.";
  const nearest = near.map((id) => questionTypes.find((kind) => kind.id === id)).filter((kind) => kind !== undefined);
  const shown = nearest.length > 0 ? nearest : questionTypes.slice(0, 1);
  const examples = (
    shown.length === 1 ? shown.flatMap((kind) => kind.examples) : shown.map((kind) => kind.examples[0])
  ).map((example) => `“${example}”`);
  const either = (list: readonly string[]) =>
    list.length === 1 ? list[0] : `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`;
  return `${start} I can ${either(shown.map(({ can }) => can))}, for example: ${either(examples)}. GET /api/v1/ai/tools lists everything that I can read.`;
}
