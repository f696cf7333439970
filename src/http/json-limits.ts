const [QUOTE, BACKSLASH, COLON, COMMA, MINUS, ZERO, NINE, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  34, 92, 58, 44, 45, 48, 57, 91, 93, 123, 125,
];
/** Minimum number of characters of a number that a double cannot hold, such as `1e309`. */
const MIN_UNHOLDABLE = 5;

export interface JsonLimits {
  depth: number;
  values: number;
  /**
   * Limit of distinct member names; undefined: names are not counted. A repeated name costs the parser almost nothing,
   * a new name as much as an object.
   */
  names?: number;
}

export interface JsonSurvey {
  /** Nesting depth of lists and objects. */
  depth: number;
  /** Estimated number of values: at least the true number, and less than twice that. */
  values: number;
  /** Number of distinct member names by their hashes, which can be too low but not too high. 0 without a limit. */
  names: number;
  /** True: a number is too large for a double, or is not 0 but too small for one, so parsing would change it. */
  hasUnholdableNumber: boolean;
}

/**
 * Estimates the cost of parsing and validating a JSON text in one pass over its bytes, at a fraction of that cost.
 * Stops early, with a count above a limit, when the text is nested too deeply or has too many values. For a text that
 * is not JSON the counts mean nothing; the parser rejects it.
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

/** Returns the index of the quotation mark that ends the string beginning at `start`. */
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
