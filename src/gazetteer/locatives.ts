import { isCapitalized, type Word } from '../text/words.js';

// Words beside a name that show that it is the name of a place.

/**
 * Prepositions after which a name is nearly always a place: `near Nice`, but `from Nice` may continue with a person.
 */
const STRICT = new Set('in near outside'.split(' '));
const OF = /^(?:of|de|von|di)$/;
/** Nouns before `of` and a place: `the border of Chad`. */
const OF_PLACES = new Set(
  (
    'border borders capital capitals coast coasts government governor mayor north south east west northeast northwest ' +
    'southeast southwest outskirts suburb suburbs streets city town village district province region port ports ' +
    'island shores centre center parts people population army archdiocese bishop university republic ' +
    'maire mairie prefet prefecture ville region pres aeroport gare alcalde ciudad puerto provincia cerca aeropuerto ' +
    'gobernador norte sur sud burgermeister oberburgermeister stadt flughafen sindaco'
  ).split(' '),
);
/** Nouns behind a place, also in the genitive: `Chester councillors`, `Toledo's cathedral`. */
const LOCAL_NOUNS = new Set(
  (
    'council councils councillor councillors councilman residents police firefighters magistrates hospital airport ' +
    'mayor cathedral harbour harbor docks port metro suburb suburbs railway councilwoman townspeople prosecutors ' +
    'authorities protesters lifeboat refinery shipyard commuters schools'
  ).split(' '),
);

const adjoins = (text: string, one: Word | undefined, other: Word | undefined): boolean =>
  one !== undefined && other !== undefined && text.slice(one.end, other.start) === ' ';

/** Returns true when the words before a name show a place: `in Nice`, `the border of Chad`, `31, of Kingston`. */
export function isLocated(words: readonly Word[], from: number, text: string): boolean {
  const [noun, before] = [words[from - 2], words[from - 1]];
  if (before === undefined) return false;
  if (STRICT.has(before.folded) || before.text === 'à') return true;
  if (!OF.test(before.text) || noun === undefined) return false;
  return OF_PLACES.has(noun.folded) || /^\d+, $/.test(text.slice(noun.start, before.start));
}

/** Returns true when a noun behind a name shows a place: `Chester councillors`, `Toledo's cathedral`. */
export function isLocalNoun(words: readonly Word[], to: number, text: string): boolean {
  const isGenitive =
    words[to]?.text === 's' && /^['’]$/.test(text.slice((words[to - 1] as Word).end, words[to]?.start));
  const noun = words[isGenitive ? to + 1 : to];
  if (noun === undefined || isCapitalized(noun) || !LOCAL_NOUNS.has(noun.folded)) return false;
  return isGenitive || adjoins(text, words[to - 1], noun);
}
