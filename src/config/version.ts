import { readFileSync } from 'node:fs';

/** URL of the project's root folder, relative to the compiled file in dist/src. */
export const projectRoot = new URL('../../../', import.meta.url);

/** Version of this release, from package.json. */
export const version: string = JSON.parse(readFileSync(new URL('package.json', projectRoot), 'utf8')).version;
