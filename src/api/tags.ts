import { sep } from 'node:path';
import { filesEnding, valuesOf } from '../wiring/discover-files.js';

/**
 * A tag of the API description: one folder of `src/features` and one path prefix, exported by
 * `features/<folder>/<folder>.tag.ts`.
 */
export interface Tag {
  name: string;
  description: string;
}

/** Groups of folders in the order of the navigation. */
const groups: ReadonlyArray<{ name: string; folders: readonly string[] }> = [
  { name: 'Health', folders: ['health'] },
  { name: 'Auth / Users', folders: ['auth', 'users'] },
  { name: 'Markets', folders: ['markets'] },
  { name: 'Geospatial', folders: ['geospatial'] },
  { name: 'Alerts / Timeline / Search', folders: ['alerts', 'timeline', 'search'] },
  { name: 'News / OSINT', folders: ['news', 'osint'] },
  { name: 'AI', folders: ['ai'] },
  { name: 'Portfolio / Clients / Graphs', folders: ['portfolios', 'clients', 'graphs'] },
  { name: 'Subscriptions / Webhooks', folders: ['subscriptions', 'webhooks'] },
  { name: 'Admin', folders: ['admin'] },
  { name: 'Debug', folders: ['debug'] },
];

/**
 * Imports the tags of all folders. This module awaits them while it loads, because decorators need the scopes of
 * personal keys, which are derived from the tags.
 */
async function discoverTags(): Promise<Map<string, Tag>> {
  const found = new Map<string, Tag>();
  for (const file of filesEnding('.tag.js')) found.set(file.split(sep)[1] as string, (await valuesOf(file))[0] as Tag);
  return found;
}

const discovered = await discoverTags();
const placed = groups.flatMap(({ folders }) => folders);
/** Folders without a group follow, each as a group of its own. */
const others = [...discovered.keys()].filter((folder) => !placed.includes(folder));

/** Tags by folder, in the order in which the documentation shows them. */
export const tags: Readonly<Record<string, Tag>> = Object.fromEntries(
  [...placed, ...others].flatMap((folder) => {
    const tag = discovered.get(folder);
    return tag === undefined ? [] : [[folder, tag]];
  }),
);

/** Returns the tags that operations or webhooks use, for `tags` of the document. */
export function documentTags(used: ReadonlySet<string>): Tag[] {
  return Object.values(tags).filter(({ name }) => used.has(name));
}

/**
 * Returns the document's `x-tagGroups`, which Redoc shows as sections. A group of the navigation is listed even while
 * none of its tags has operations.
 */
export function tagGroups(used: ReadonlySet<string>, production: boolean): Array<{ name: string; tags: string[] }> {
  const served = groups.filter(({ folders }) => !(production && folders.includes('debug')));
  const added = others.map((folder) => ({ name: (tags[folder] as Tag).name, folders: [folder] }));
  return [...served, ...added].map(({ name, folders }) => ({
    name,
    tags: folders.flatMap((folder) => tags[folder]?.name ?? []).filter((tag) => used.has(tag)),
  }));
}
