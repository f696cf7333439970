import { ownTurn } from '../async/event-loop-turns.js';
import { TextBuffer } from './text-buffer.js';

/** Number of characters that are written before the event loop gets its turn: a few milliseconds of work. */
export const TURN_CHARACTERS = 262_144;
/** Lists with fewer items are written in one step. */
const MIN_ITEMS = 20;
/**
 * Maximum number of characters and of items that one call of `JSON.stringify` writes. A call for each item would cost
 * as much as the writing itself.
 */
const CALL_CHARACTERS = 8_192;
const MAX_CALL_ITEMS = 128;

/**
 * Collects a long JSON response. Lists are written item by item, and the event loop gets its turn between parts of
 * them.
 */
export class ChunkedJsonWriter {
  private readonly text: TextBuffer;
  /** Characters written since the event loop last had its turn. */
  private written = 0;

  /** @param expectedBytes approximate length of the complete response */
  constructor(expectedBytes?: number) {
    this.text = new TextBuffer(expectedBytes);
  }

  add(text: string): void {
    this.text.add(text);
    this.written += text.length;
  }

  /** Adds each item as text, separated by commas. */
  async addItems<Item>(items: readonly Item[], write: (item: Item) => string): Promise<void> {
    for (const [index, item] of items.entries()) {
      if (this.written >= TURN_CHARACTERS) {
        this.written = 0;
        await ownTurn();
      }
      if (index > 0) this.add(',');
      this.add(write(item));
    }
  }

  /** Adds each item as JSON, separated by commas. */
  async addJson(items: readonly unknown[]): Promise<void> {
    // The items of a list have similar lengths, so the length of earlier items predicts the length of the next ones.
    let itemLength = CALL_CHARACTERS;
    for (let index = 0, count = 0; index < items.length; index += count) {
      count = Math.max(1, Math.min(MAX_CALL_ITEMS, Math.floor(CALL_CHARACTERS / itemLength), items.length - index));
      if (this.written > 0 && this.written + count * itemLength > TURN_CHARACTERS) {
        this.written = 0;
        await ownTurn();
      }
      const json = JSON.stringify(items.slice(index, index + count)).slice(1, -1);
      if (index > 0) this.add(',');
      this.add(json);
      itemLength = Math.max(1, Math.ceil(json.length / count));
    }
  }

  /** Returns the collected bytes. Nothing may be added afterwards. */
  done(): Buffer {
    return this.text.done();
  }
}

/** Returns true if a list in the body may be long enough to be written in parts. */
export function hasLongList(body: object): boolean {
  if ('toJSON' in body) return false;
  for (const name in body) {
    const value = (body as Record<string, unknown>)[name];
    if (Array.isArray(value) && value.length >= MIN_ITEMS) return true;
  }
  return false;
}

/** Returns the same JSON as `JSON.stringify(body)`, written in parts. The body must not have a `toJSON` method. */
export async function writeInChunks(body: object): Promise<Buffer> {
  // Responses that become ready in the same turn of the event loop are written in different turns.
  await ownTurn();
  const text = new ChunkedJsonWriter();
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    const isList = Array.isArray(value);
    const whole = isList ? '[' : JSON.stringify(value);
    if (whole === undefined) continue;
    text.add(`${before}${JSON.stringify(name)}:${whole}`);
    before = ',';
    if (!isList) continue;
    await text.addJson(value);
    text.add(']');
  }
  text.add(before === '{' ? '{}' : '}');
  return text.done();
}
