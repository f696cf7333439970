import { type Opml, parseOpml } from 'feedsmith';
import { cut, plainText } from '../reading/plain-text.js';

/** Maximum number of feeds read from a document; further ones are ignored. */
export const MAX_OUTLINES = 1_000;

/** A feed named in an OPML document. */
export interface FeedOutline {
  url: string;
  name: string | null;
  language: string | null;
}

/**
 * Reads the feeds of an OPML document, in all its folders. Runs in a thread.
 * @returns undefined for a text that is not OPML
 */
export function readOpmlInThread(text: string): FeedOutline[] | undefined {
  let document: Opml.Document<string>;
  try {
    document = parseOpml(text);
  } catch {
    // Any error of the parser means an invalid document. Its message is dropped, since it may quote the document.
    return undefined;
  }
  const feeds: FeedOutline[] = [];
  const open = [...(document.body?.outlines ?? [])];
  for (let outline = open.shift(); outline !== undefined && feeds.length < MAX_OUTLINES; outline = open.shift()) {
    const { xmlUrl, title, text: label, language, outlines = [] } = outline;
    if (xmlUrl !== undefined) {
      const code = /^([a-z]{2,3})(?:[-_]|$)/i.exec(language ?? '')?.[1]?.toLowerCase() ?? null;
      feeds.push({ url: xmlUrl.trim(), name: cut(plainText(title ?? label ?? ''), 200) || null, language: code });
    }
    open.unshift(...outlines);
  }
  return feeds;
}
