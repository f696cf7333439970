import { type HeadlineKeys, sameStory } from '../../../text/headline.js';
import { MinHashIndex } from '../../../text/min-hash-index.js';
import { HOUR_MS } from '../../../time/durations.js';

/** Articles published further apart than this report different stories. */
export const STORY_WINDOW_MS = 72 * HOUR_MS;
/** Articles held: three days of some 10,000 a day. With more, the window is shorter. About 1 kB each. */
const CAPACITY = 32_768;
/**
 * A publication repeats its own titles for series (`Weather for the week`), so only nearly equal titles within a day
 * are one story.
 */
const SAME_PUBLISHER_SIMILARITY = 0.8;
const SAME_PUBLISHER_WINDOW_MS = 24 * HOUR_MS;
/** A headline this similar to one article of a cluster belongs to it even if it differs from the first one. */
const CERTAIN_SIMILARITY = 0.8;

/** An article as it is compared with others. */
export interface IndexedArticle extends HeadlineKeys {
  id: string;
  /** The account that sees it; null: everybody. */
  ownerId: string | null;
  /** Owner of the publication. */
  owner: string;
  publishedAt: Date;
}

/** Articles that report the same. */
export interface Story {
  /** Its first article here. */
  readonly lead: IndexedArticle;
  /** Undefined while it has one article. */
  clusterId: string | undefined;
}

interface Entry {
  article: IndexedArticle;
  story: Story;
}

/**
 * Finds the story that an article reports, among the articles of the last three days: candidates by MinHash, then by
 * content words (`sameStory`). The result follows from the articles and their order alone. Memory is limited.
 */
export class StoryIndex {
  private readonly index: MinHashIndex;
  private readonly entries: Entry[] = [];

  /** @param capacity a power of two */
  constructor(capacity = CAPACITY) {
    this.index = new MinHashIndex(capacity);
  }

  /** Adds an article to a story, or to a new one. @returns its story */
  add(article: IndexedArticle, story: Story = { lead: article, clusterId: undefined }): Story {
    this.entries[this.index.add(article.minhash)] = { article, story };
    return story;
  }

  /**
   * Returns the story that an article reports; undefined for a new one. A private article can join a story of public
   * ones once that is a cluster, so that it changes nothing that others see; a public article never joins a private
   * story.
   */
  find(article: IndexedArticle): Story | undefined {
    let best: { story: Story; similarity: number } | undefined;
    for (const slot of this.index.candidates(article.minhash)) {
      const entry = this.entries[slot] as Entry;
      if (!mayJoin(article, entry)) continue;
      const similarity = similarityOf(article, entry);
      if (similarity > (best?.similarity ?? 0)) best = { story: entry.story, similarity };
    }
    return best?.story;
  }
}

function mayJoin({ ownerId, publishedAt }: IndexedArticle, { article, story }: Entry): boolean {
  if (Math.abs(publishedAt.getTime() - article.publishedAt.getTime()) > STORY_WINDOW_MS) return false;
  return article.ownerId === ownerId || (article.ownerId === null && story.clusterId !== undefined);
}

function similarityOf(one: IndexedArticle, { article: other, story: { lead } }: Entry): number {
  const similarity = sameStory(one, other);
  if (one.owner === other.owner) {
    const apart = Math.abs(one.publishedAt.getTime() - other.publishedAt.getTime());
    if (similarity < SAME_PUBLISHER_SIMILARITY || apart > SAME_PUBLISHER_WINDOW_MS) return 0;
  }
  // Otherwise a chain of headlines, each similar to the next, could lead anywhere.
  return lead === other || similarity >= CERTAIN_SIMILARITY || sameStory(one, lead) > 0 ? similarity : 0;
}
