import { readFileSync } from 'node:fs';

/** The project's root, seen from dist/src. */
export const projectRoot = new URL('../../../', import.meta.url);

/** The release, as package.json names it. */
export const version: string = JSON.parse(readFileSync(new URL('package.json', projectRoot), 'utf8')).version;
