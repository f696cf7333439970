import { list, text } from '../../api/rules.js';

/** The key of an entity, as in the event log. */
export const entityKey = () => text(3, 150, /^[a-z_]+:[^\s,]+$/, 'a key such as vessel:219024336');

// Fields of events with the names found in articles and stories.
export const symbols = () => list(text(1, 50), 30);
export const countries = () => list(text(2, 2, /^[A-Z]{2}$/, 'an ISO 3166-1 alpha-2 code'), 300);
export const entities = () => list(entityKey(), 30);
