import { setImmediate } from 'node:timers/promises';
import { TextBuffer } from './text-buffer.js';

/** Text written before the event loop gets its turn: a few milliseconds of work. */
export const TURN_CHARACTERS = 262_144;
/** Lists that are shorter are written at once. */
const MIN_ITEMS = 20;

/** Whether an answer has a list that may be long enough to be written in pieces. */
export function hasLongList(body: object): boolean {
  if ('toJSON' in body) return false;
  for (const name in body) {
    const value = (body as Record<string, unknown>)[name];
    if (Array.isArray(value) && value.length >= MIN_ITEMS) return true;
  }
  return false;
}

/** The same JSON as `JSON.stringify(body)` gives. The items of its lists are written one by one, and between pieces the event loop gets its turn. */
export async function writtenInPieces(body: object): Promise<Buffer> {
  const text = new TextBuffer();
  let written = 0;
  const add = (piece: string) => {
    text.add(piece);
    written += piece.length;
  };
  let before = '{';
  for (const [name, value] of Object.entries(body)) {
    const isList = Array.isArray(value);
    const whole = isList ? '[' : JSON.stringify(value);
    if (whole === undefined) continue;
    add(`${before}${JSON.stringify(name)}:${whole}`);
    before = ',';
    if (!isList) continue;
    for (const [index, item] of value.entries()) {
      if (written >= TURN_CHARACTERS) {
        written = 0;
        await setImmediate();
      }
      add(`${index === 0 ? '' : ','}${JSON.stringify(item) ?? 'null'}`);
    }
    add(']');
  }
  add(before === '{' ? '{}' : '}');
  return text.done();
}
