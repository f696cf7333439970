import { eld } from 'eld/extrasmall';

/** Texts with fewer letters are too short to be certain. */
const MIN_LETTERS = 30;
/** More text adds nothing. */
const MAX_LENGTH = 500;

/**
 * Returns the language of a text (ISO 639-1): as it reads when that is certain, else as declared; null if neither says it. Import it in threads only: the
 * tables of the detector need some 100 MB while they load.
 */
export function languageOf(text: string, declared: string | null): string | null {
  const sample = text.slice(0, MAX_LENGTH);
  const letters = sample.match(/\p{L}/gu)?.length ?? 0;
  const { language, isReliable } = { language: '', isReliable: () => false, ...detected(sample) };
  if (letters >= MIN_LETTERS && language !== '' && isReliable()) return language;
  return declared ?? (language || null);
}

function detected(sample: string): { language: string; isReliable(): boolean } {
  const result = eld.detect(sample);
  return { language: result.language, isReliable: () => result.isReliable() };
}
