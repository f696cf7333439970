import type { Token } from '../../../../language/token.js';
import { currencyNamed } from './quantities.js';
import type { AnySpan } from './span.js';

/**
 * Whether digits are an IMO number: the last digit is the last digit of the sum of the first six, multiplied by 7 to 2
 * (IMO resolution A.1117).
 */
function isImo(digits: string): boolean {
  const sum = [...digits.slice(0, 6)].reduce((total, digit, index) => total + Number(digit) * (7 - index), 0);
  return digits.length === 7 && sum % 10 === Number(digits[6]);
}

/** Finds MMSIs, IMO numbers, and addresses and call signs of aircraft. */
export function identifiersIn(tokens: readonly Token[]): AnySpan[] {
  const found: AnySpan[] = [];
  tokens.forEach(({ text, word }, at) => {
    const label = /^(?:number|no|nr)$/.test(tokens[at - 1]?.word ?? '') ? at - 2 : at - 1;
    const isLabelled = /^(?:mmsi|vessel|ship)$/.test(tokens[label]?.word ?? '');
    if (/^[2-79]\d{8}$/.test(text)) {
      const from = isLabelled ? label : at;
      found.push({ type: 'vessel', from, to: at + 1, value: { id: text, name: `MMSI ${text}` }, isExact: true });
    }
    const digits = /^(?:imo)?(\d{7})$/.exec(word)?.[1];
    const isNamed = tokens[label]?.word === 'imo' || word.startsWith('imo');
    // One in ten of other numbers with seven digits has a valid last digit.
    const isNumber = currencyNamed(tokens[at - 1]?.word ?? '') ?? currencyNamed(tokens[at + 1]?.word ?? '');
    if (digits !== undefined && !isNamed && isNumber === undefined && isImo(digits))
      found.push({ type: 'imo', from: at, to: at + 1, value: digits, isExact: false });
    if (digits !== undefined && isNamed && isImo(digits))
      found.push({ type: 'imo', from: word.startsWith('imo') ? at : label, to: at + 1, value: digits, isExact: true });
    // An address without a letter or without a digit is a number or a word.
    if (/^(?=.*\d)(?=.*[a-f])[0-9a-f]{6}$/.test(word))
      found.push({ type: 'icao24', from: at, to: at + 1, value: word, isExact: true });
    // ICAO call signs consist of the three letters of an airline and a number.
    if (/^[A-Za-z]{3}\d{1,4}[A-Za-z]{0,2}$/.test(text))
      found.push({ type: 'callsign', from: at, to: at + 1, value: text.toUpperCase(), isExact: true });
  });
  return found;
}

/** Finds texts in quotation marks. */
export function quotedIn(question: string, tokens: readonly Token[]): AnySpan[] {
  const found: AnySpan[] = [];
  for (const { 0: whole, 1: inner = '', index } of question.matchAll(/["“”«]([^"“”«»]{1,200})["“”»]/g)) {
    const from = tokens.findIndex(({ start }) => start >= index);
    const to = tokens.findLastIndex(({ end }) => end <= index + whole.length) + 1;
    if (from >= 0 && to > from && inner.trim() !== '')
      found.push({ type: 'quoted', from, to, value: inner.trim(), isExact: true });
  }
  return found;
}
