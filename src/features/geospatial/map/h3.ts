import { createRequire } from 'node:module';
import { lazily } from '../../../lazily.js';

/** The grid of H3. Loaded with the first cell, in 10 ms. */
export const h3 = lazily(() => createRequire(import.meta.url)('h3-js') as typeof import('h3-js'));
