import { type HeadlineKeys, sameStory } from '../../../text/headline.js';
import { MinHashIndex } from '../../../text/min-hash-index.js';
import { HOUR_MS } from '../../../time/durations.js';

/** Articles published further apart (ms) report different stories. */
export const STORY_WINDOW_MS = 72 * HOUR_MS;
/**
 * Maximum number of articles in the index, about 1 kB each: three days of some 10,000 a day. With more articles a day,
 * the index covers less time.
 */
const CAPACITY = 32_768;
/**
 * Articles of one owner are one story only if their titles are nearly equal and they appear within a day: publications
 * repeat titles for series, such as `Weather for the week`.
 */
const SAME_PUBLISHER_SIMILARITY = 0.8;
const SAME_PUBLISHER_WINDOW_MS = 24 * HOUR_MS;
/**
 * A headline this similar to any article of a cluster joins it, even if it differs from the cluster's first headline.
 */
const CERTAIN_SIMILARITY = 0.8;

/** The fields of an article that it is compared by. */
export interface IndexedArticle extends HeadlineKeys {
  id: string;
  /** The account that sees the article; null: every account. */
  ownerId: string | null;
  /** Owner of the publication. */
  owner: string;
  publishedAt: Date;
}

/** Articles that report one story. */
export interface Story {
  /** The first article of the story in this index. */
  readonly lead: IndexedArticle;
  /** Undefined while the story has one article. */
  clusterId: string | undefined;
}

interface Entry {
  article: IndexedArticle;
  story: Story;
}

/**
 * Finds the story that an article reports, among the articles of the last three days. Candidates are found by MinHash
 * and compared by their content words (`sameStory`). The result depends only on the articles and their order. Memory is
 * limited.
 */
export class StoryIndex {
  private readonly index: MinHashIndex;
  private readonly entries: Entry[] = [];

  /** @param capacity maximum number of articles, a power of two */
  constructor(capacity = CAPACITY) {
    this.index = new MinHashIndex(capacity);
  }

  /** Adds an article to a story, by default to a new one. @returns its story */
  add(article: IndexedArticle, story: Story = { lead: article, clusterId: undefined }): Story {
    this.entries[this.index.add(article.minhash)] = { article, story };
    return story;
  }

  /**
   * Returns the story that an article reports; undefined for a new one. A private article joins a story of public
   * articles only if the story is already a cluster, so that it changes nothing that others see. A public article never
   * joins a private story.
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
  // The article must also resemble the first article: in a chain of headlines, each similar to the next, the last could
  // be about another story.
  return lead === other || similarity >= CERTAIN_SIMILARITY || sameStory(one, lead) > 0 ? similarity : 0;
}
