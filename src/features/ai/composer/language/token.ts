/** A word, number or sign of a question. */
export interface Token {
  /** As written. */
  text: string;
  /** Folded, without possessive, with abbreviations written out; one word. */
  word: string;
  /** UTF-16 positions in the question. */
  start: number;
  end: number;
}
