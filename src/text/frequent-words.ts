import { readFileSync } from 'node:fs';

interface Lists {
  given: ReadonlySet<string>;
  last: ReadonlySet<string>;
  words: ReadonlySet<string>;
}

let read: Lists | undefined;

/** Returns the word lists, loaded at the first use. */
function names(): Lists {
  read ??= readLists();
  return read;
}

function readLists(): Lists {
  const rows = readFileSync(new URL('frequent-words.tsv', import.meta.url), 'utf8').split('\n');
  const of = (type: string) =>
    new Set(
      rows
        .find((row) => row.startsWith(`${type}\t`))
        ?.slice(type.length + 1)
        .split(' '),
    );
  const others = readFileSync(new URL('other-given-names.tsv', import.meta.url), 'utf8')
    .split('\n')
    .filter((row) => !row.startsWith('#'))
    .flatMap((row) => row.split('\t')[1]?.split(' ') ?? []);
  return { given: new Set([...of('given'), ...others]), last: of('last'), words: of('word') };
}

/** Returns true for a normalized word that is a given name. */
export const isGivenName = (word: string): boolean => names().given.has(word);

/** Returns true for a normalized word that is a frequent last name. */
export const isFrequentLastName = (word: string): boolean => names().last.has(word);

/** Returns true for a normalized word that is a given name or a frequent last name. */
export const isPersonName = (word: string): boolean => isGivenName(word) || isFrequentLastName(word);

/** Returns true for a normalized word that is one of the 12,000 most frequent words of English. */
export const isFrequentWord = (word: string): boolean => names().words.has(word);
