import { Problem } from '../../../api/problem.js';
import { placesIn } from '../../../language/places-in.js';
import { tokensOf } from '../composer/language/tokens.js';
import { boxAround } from '../composer/question-types/area-arguments.js';
import { prepareTables } from '../composer/tables.js';

/** A place of the gazetteer with a bounding box around it. */
export interface BriefingPlace {
  name: string;
  /** West, south, east, north in degrees. */
  bbox: number[];
}

/**
 * Finds the place with a name: the largest if there are several. The box of a country contains all its places in the
 * gazetteer.
 * @throws Problem `invalid_request` if the gazetteer has no place of this name
 */
export async function placeNamed(name: string, signal: AbortSignal): Promise<BriefingPlace> {
  await prepareTables(signal);
  const tokens = tokensOf(name);
  const whole = placesIn(tokens, () => false).find(
    ({ type, from, to }) => type === 'place' && from === 0 && to === tokens.length,
  );
  if (whole?.type !== 'place')
    throw new Problem('invalid_request', {
      detail: 'The gazetteer has no place of this name. Send a box instead.',
      errors: [{ pointer: '/place', detail: 'must be the name of a place of the gazetteer' }],
    });
  return { name: whole.value.name, bbox: boxAround(whole.value) };
}
