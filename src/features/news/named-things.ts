import { list, text } from '../../api/rules.js';

/** The rule for the key of an entity: `<kind>:<id>`, as in the event log. */
export const entityKey = () => text(3, 150, /^[a-z_]+:[^\s,]+$/, 'a key such as vessel:219024336');

// Rules for the fields of events that list names found in articles and stories.
export const symbols = () => list(text(1, 50), 30);
export const countries = () => list(text(2, 2, /^[A-Z]{2}$/, 'an ISO 3166-1 alpha-2 code'), 300);
export const entities = () => list(entityKey(), 30);
