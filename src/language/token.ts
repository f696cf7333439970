/** A word, number or sign of a question. */
export interface Token {
  /** The text as written. */
  text: string;
  /** The word that is compared: in lower case without accents and possessive, with abbreviations expanded. */
  word: string;
  /** Positions in the question, in UTF-16 code units. */
  start: number;
  end: number;
}
