const [QUOTE, BACKSLASH, COLON, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [
  34, 92, 58, 44, 91, 93, 123, 125,
];

/** An item of the list, or another member of the object. */
export type JsonPart = { item: unknown } | { name: string; value: unknown };

/**
 * Parses the text of a JSON object that this service has written, part by part: each item of the list named `list`, and
 * every other member. A long list is therefore never parsed in one step, nor held as a whole.
 */
export function* jsonParts(bytes: Buffer, list: string): Generator<JsonPart> {
  let at = next(bytes, 1);
  while (bytes[at] === QUOTE) {
    const end = endOf(bytes, at);
    const name = JSON.parse(bytes.toString('utf8', at, end)) as string;
    at = next(bytes, next(bytes, end) + 1);
    if (name === list && bytes[at] === OPEN_LIST) at = yield* itemsOf(bytes, at);
    else {
      const valueEnd = endOf(bytes, at);
      yield { name, value: JSON.parse(bytes.toString('utf8', at, valueEnd)) };
      at = valueEnd;
    }
    at = next(bytes, at);
    if (bytes[at] === COMMA) at = next(bytes, at + 1);
  }
}

/** Yields the items of a list. @returns the index after the list */
function* itemsOf(bytes: Buffer, start: number): Generator<JsonPart, number> {
  let at = next(bytes, start + 1);
  while (at < bytes.length && bytes[at] !== CLOSE_LIST) {
    const end = endOf(bytes, at);
    yield { item: JSON.parse(bytes.toString('utf8', at, end)) };
    at = next(bytes, end);
    if (bytes[at] === COMMA) at = next(bytes, at + 1);
  }
  return at + 1;
}

/** Returns the index of the next byte that is not white space. */
function next(bytes: Buffer, from: number): number {
  let at = from;
  while (at < bytes.length && (bytes[at] as number) <= 32) at += 1;
  return at;
}

/** Returns the index after the value that begins at `start`. */
function endOf(bytes: Buffer, start: number): number {
  let open = 0;
  for (let at = start; at < bytes.length; at += 1) {
    const byte = bytes[at] as number;
    if (byte === QUOTE) {
      at += 1;
      while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
      if (open === 0) return at + 1;
    } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) open += 1;
    else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
      if (open === 0) return at;
      open -= 1;
      if (open === 0) return at + 1;
    } else if (open === 0 && (byte === COMMA || byte === COLON)) return at;
  }
  return bytes.length;
}
