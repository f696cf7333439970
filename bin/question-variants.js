// Variations of questions for training the composer that keep their meaning: words that may be left out, typing errors,
// abbreviations, foreign and unknown words, and polite openings.
import { languages } from '../dist/src/language/foreign-words.js';

/** Returns a generator of numbers from 0 to 1, the same sequence for the same seed. */
export function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const pick = (list, random) => list[Math.floor(random() * list.length)];

const SMALL = new Set('the a an of in on at for my is are do does please me to with'.split(' '));
const SHORT = new Map(
  Object.entries({
    ...{ portfolio: 'pf', watchlist: 'wl', yesterday: 'yday', dividends: 'divs', position: 'pos', price: 'px' },
    ...{ weeks: 'wks', week: 'wk', months: 'mths', hours: 'hrs', performance: 'perf', volatility: 'vol', near: 'nr' },
    ...{ today: 'tdy', allocation: 'alloc', please: 'pls', value: 'val', vessels: 'vsls', percent: '%', you: 'u' },
  }),
);
const foreign = languages.map((words) => {
  const back = new Map();
  for (const [word, english] of words)
    if (english.length === 1 && english[0].length > 2) back.set(english[0], [...(back.get(english[0]) ?? []), word]);
  return back;
});
const POLITE = [
  'Could you please tell me',
  'I would like to know',
  'hey,',
  'can u show',
  'quick one:',
  'Please show me',
];

function mistyped(word, random) {
  const at = 1 + Math.floor(random() * (word.length - 2));
  const kind = random();
  if (kind < 0.4) return word.slice(0, at) + word.slice(at + 1);
  if (kind < 0.8) return word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2);
  return word.slice(0, at) + word[at] + word.slice(at);
}

/** Returns a word that belongs to no language. */
const strange = (random) =>
  Array.from({ length: 3 }, () => pick('bcdfgklmnprstvz', random) + pick('aeiou', random)).join('');

/** Returns a variation of a question. */
export function variantOf(text, random) {
  const kind = Math.floor(random() * 6);
  const words = text.split(' ');
  const isPlain = (word) => /^[a-z]{5,}$/.test(word);
  if (kind === 0) return `${pick(POLITE, random)} ${text.replace(/^[A-Z](?=[a-z ])/, (first) => first.toLowerCase())}`;
  if (kind === 1) return words.filter((word) => !SMALL.has(word.toLowerCase())).join(' ');
  if (kind === 2) return words.map((word) => SHORT.get(word.toLowerCase()) ?? word).join(' ');
  if (kind === 3)
    return words.map((word) => (isPlain(word) && random() < 0.5 ? mistyped(word, random) : word)).join(' ');
  // An unknown word replaces one word, because most new questions contain an unknown word.
  if (kind === 4) {
    const at = Math.floor(random() * words.length);
    return words.map((word, index) => (index === at && isPlain(word) ? strange(random) : word)).join(' ');
  }
  const language = pick(foreign, random);
  const replaced = (word) => {
    const known = language.get(word.toLowerCase());
    return known !== undefined && random() < 0.6 ? pick(known, random) : word;
  };
  return words.map(replaced).join(' ');
}
