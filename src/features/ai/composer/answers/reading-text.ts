import { countryName } from '../../../../language/places-in.js';
import type { Reading } from '../question-types/parse-question.js';
import { instrumentName } from '../spans/markets-in.js';
import type { AnySpan, Limit, Named } from '../spans/span.js';
import { count, joined, label, nothing, Piece, quantity, say, time, words } from './answer-text.js';
import { during } from './template.js';

const KM = 1_000;
const HOUR_S = 3_600;

/** Returns a value of a question in words; undefined if the description of the kind already implies it. */
function valueText(span: AnySpan): Piece | undefined {
  switch (span.type) {
    case 'symbol':
      return label(instrumentName(span.value));
    case 'place':
      return label(span.value.name);
    case 'destination':
      return say`bound for ${label(span.value.name)}`;
    case 'country':
    case 'flag':
      return label(countryName(span.value));
    case 'period':
      return during(span.value);
    case 'moment':
      return time(span.value.at, null);
    case 'distance':
      return say`within ${quantity(span.value / KM, 'km', 0, null)}`;
    case 'speed':
      return say`from ${quantity(span.value, 'kn', 0, null)}`;
    case 'slowness':
      return say`up to ${quantity(span.value, 'kn', 0, null)}`;
    case 'magnitude':
      return say`from magnitude ${quantity(span.value, null, 1, null)}`;
    case 'limit':
      return limitText(span.value);
    case 'severities':
      return limitText({ of: 'severity', ...span.value });
    case 'excluded':
      return say`not ${label(span.value.value.replaceAll('_', ' '))}`;
    case 'vesselState':
      return label(span.value.replaceAll('_', ' '));
    case 'percent':
    case 'fraction':
      return quantity(span.value, '%', 2, null);
    case 'amount':
      return label(span.value.text);
    case 'count':
      return count(span.value);
    case 'duration':
      return quantity(span.value / HOUR_S, 'hours', 2, null);
    case 'recurrence':
    case 'clock':
      return undefined;
    default: {
      const { value } = span as { value: string | Named };
      return label(typeof value === 'string' ? value.replaceAll('_', ' ') : value.name);
    }
  }
}

const UNITS = {
  speed: 'kn',
  altitude: 'ft',
  magnitude: null,
  depth: 'km',
  severity: null,
  deadweight: 't',
  length: 'm',
  draught: 'm',
} as const;

/** Returns a limit in words: `altitude from 30,000 ft`. */
function limitText({ of, min, max }: Limit): Piece {
  const side = (word: string, value: number | undefined) =>
    value === undefined
      ? nothing
      : say` ${words(word)} ${quantity(value, UNITS[of], of === 'magnitude' ? 1 : 0, null)}`;
  return say`${words(of)}${side('from', min)}${side('up to', max)}`;
}

/** Returns the reading of a question in words: `list vessels near a place (tanker, Hormuz)`. */
export function readingText({ kind, spans }: Reading): Piece {
  const texts = spans.map(valueText).filter((piece) => piece !== undefined && piece.text !== '') as Piece[];
  const unique = texts.filter(({ text }, index) => texts.findIndex((other) => other.text === text) === index);
  return say`${words(kind.can)}${unique.length === 0 ? nothing : say` (${joined(unique.map(trimmed))})`}`;
}

/** Returns a piece without leading and trailing spaces. */
const trimmed = ({ text, numbers }: Piece): Piece => new Piece(text.trim(), numbers);

/** Returns a sentence that names the parts of a question that the answer leaves out; empty without any. */
export function notApplied(parts: readonly string[]): Piece {
  const quoted = [...new Set(parts)].map((part) => say`“${label(part)}”`);
  return quoted.length === 0 ? nothing : say`I did not apply ${joined(quoted, ' and ')}.`;
}

/**
 * Returns a sentence about how a question with unknown words was read, and which parts the answer leaves out.
 * @param unapplied restrictions that were understood but cannot be applied
 */
export function readAs(reading: Reading, left: readonly string[], unapplied: readonly string[]): Piece {
  const others = unapplied.filter((word) => !left.some((part) => part.split(' ').includes(word)));
  const not = notApplied([...left, ...others]);
  return say`I read the question as: ${readingText(reading)}.${not === nothing ? nothing : say` ${not}`}`;
}
