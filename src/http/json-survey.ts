const [QUOTE, BACKSLASH, COLON, COMMA, MINUS, ZERO, NINE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  34, 92, 58, 44, 45, 48, 57, 91, 93, 123, 125,
];
/** As in `1e309`. */
const MIN_UNHOLDABLE = 5;

export interface JsonLimits {
  depth: number;
  values: number;
  /**
   * Different names of members. Names that come again cost the parser next to nothing, each new one as much as an
   * object. Not counted unless given.
   */
  names?: number;
}

export interface JsonSurvey {
  /** Lists and objects within each other. */
  depth: number;
  /** At least the number of values, and less than twice as many. */
  values: number;
  /** Different names of members, by their hash: at most as many as there are. 0 without a limit. */
  names: number;
  /** A number is too large for a double, or is not 0 and too small for one: parsed, it would be another. */
  hasUnholdableNumber: boolean;
}

/**
 * Counts what a JSON text will cost to parse and to check, in one pass over its bytes at a fraction of that cost. Ends
 * early, with a count above a limit, where the text is deeper or has more values than allowed. Of a text that is no
 * JSON the counts mean nothing, and the parser refuses it.
 */
export function surveyJson(bytes: Uint8Array, limits: JsonLimits): JsonSurvey {
  const survey: JsonSurvey = { depth: 0, values: 1, names: 0, hasUnholdableNumber: false };
  const names = new Set<number>();
  const maxNames = limits.names ?? 0;
  let open = 0;
  for (
    let at = 0;
    at < bytes.length && survey.depth <= limits.depth && survey.values <= limits.values && survey.names <= maxNames;
    at += 1
  ) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      const end = endOfString(bytes, at);
      if (maxNames > 0 && isColonNext(bytes, end + 1)) {
        names.add(hashOf(bytes, at + 1, end));
        survey.names = names.size;
      }
      at = end;
    } else if (byte === COMMA) survey.values += 1;
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      survey.values += 1;
      open += 1;
      if (open > survey.depth) survey.depth = open;
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) open -= 1;
    else if (byte === MINUS || (byte >= ZERO && byte <= NINE)) {
      const end = endOfNumber(bytes, at);
      if (end - at >= MIN_UNHOLDABLE && !survey.hasUnholdableNumber)
        survey.hasUnholdableNumber = isUnholdable(bytes, at, end);
      at = end - 1;
    }
  }
  return survey;
}

/** The place of the quotation mark that ends the string beginning at `start`. */
function endOfString(bytes: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
  return at;
}

function isColonNext(bytes: Uint8Array, from: number): boolean {
  let at = from;
  while ((bytes[at] as number) <= 32) at += 1;
  return bytes[at] === COLON;
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + (bytes[at] as number)) | 0;
  return hash;
}

const isInNumber = new Uint8Array(256);
for (const sign of '0123456789+-.eE') isInNumber[sign.charCodeAt(0)] = 1;

function endOfNumber(bytes: Uint8Array, start: number): number {
  let end = start + 1;
  while (end < bytes.length && isInNumber[bytes[end] as number] === 1) end += 1;
  return end;
}

function isUnholdable(bytes: Uint8Array, start: number, end: number): boolean {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, end - start).toString('latin1');
  const value = Number(text);
  return value === 0 ? /^-?[0.]*[1-9]/.test(text) : Math.abs(value) === Number.POSITIVE_INFINITY;
}
