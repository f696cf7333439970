import type { MatchReason } from './screening.js';

const identifierNames: Readonly<Record<string, string>> = {
  imo: 'IMO number',
  mmsi: 'MMSI',
  icao24: '24-bit address',
  callsign: 'call sign',
  wallet: 'address of the wallet',
};

const forms: Readonly<Record<MatchReason['code'], (a: string, b: string) => string>> = {
  same_name: () => 'The names have the same parts.',
  same_part: (a) => `Both have “${a}”.`,
  similar_spelling: (a, b) => `“${a}” is spelled like “${b}”.`,
  similar_sound: (a, b) => `“${a}” sounds like “${b}”.`,
  initial: (a, b) => `“${a}” may be the initial of “${b}”, or the reverse.`,
  joined: (a, b) => `“${a}” is “${b}” with other spaces.`,
  extra_parts: (a, b) => (a === '' ? `The listed name also has “${b}”.` : `The listed name lacks “${a}”.`),
  different_parts: (a, b) => `“${a}” differs from “${b}”.`,
  different_number: (a, b) => `The number ${a} differs from ${b}.`,
  number_missing: (a, b) =>
    a === '' ? `The listed name also has the number ${b}.` : `The listed name lacks the number ${a}.`,
  different_legal_form: () => 'The legal forms differ.',
  same_identifier: (type) => `The ${identifierNames[type] ?? type.replaceAll('_', ' ')} is the same.`,
  different_country: (a, b) => `The country ${a} is not among the listed ones (${b}).`,
  different_birth_year: (a, b) => `The year of birth ${a} is not near the listed one (${b}).`,
};

/** Returns the sentence that explains a reason. */
export const reasonText = ({ code, parts: [a, b] }: MatchReason): string => forms[code](a, b).slice(0, 500);
