export interface TextPosition {
  /** Number of UTF-16 code units before the position. */
  offset: number;
  /** Line and column, from 1. */
  line: number;
  column: number;
}

/** Returns the position at an offset. @param offset in UTF-16 code units */
export function positionAt(text: string, offset: number): TextPosition {
  let [line, start] = [1, 0];
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) {
    line += 1;
    start = at + 1;
  }
  return { offset, line, column: offset - start + 1 };
}

/** Thrown for an invalid expression. The message says what is expected, and repeats no part of the text. */
export class ExpressionError extends Error {
  readonly position: TextPosition;

  constructor(text: string, offset: number, problem: string) {
    const position = positionAt(text, offset);
    super(`line ${position.line}, column ${position.column}: ${problem}`);
    this.name = 'ExpressionError';
    this.position = position;
  }
}
