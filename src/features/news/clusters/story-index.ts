import type { HeadlineKeys } from '../../../text/headline.js';
import { MinHashIndex } from '../../../text/min-hash-index.js';
import { HOUR_MS } from '../../../time/durations.js';
import { sameWording } from './same-wording.js';
import { type ComparedReport, compared, type Evidence, evidenceOf } from './story-evidence.js';
import { marginOf } from './story-model.js';
import { type ReportTerm, TermTable } from './term-table.js';
import { align, isSentenceWithGaps } from './wording.js';

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

/** Maximum number of terms of an article by which other articles are searched; the rarest terms are used. */
const MAX_KEYS = 16;
/**
 * Minimum sum of the rarities of shared terms for a comparison, and maximum number of compared articles; articles with
 * the largest sums come first.
 */
const MIN_SHARED_RARITY = 0.9;
const MAX_COMPARED = 16;
/** Minimum margin of a report compared with the first report of a story that was found by another report. */
const LEAD_MARGIN = -1;
/** Similarity of reports in other words: from 0.3 at the threshold to 0.5 at a margin of 4 or more. */
const REWORDED = { similarity: 0.3, range: 0.2, margin: 4 } as const;

/** The fields of an article by which it is compared with others. */
export interface IndexedArticle extends HeadlineKeys {
  id: string;
  /** The account that sees the article; null: every account. */
  ownerId: string | null;
  /** Owner of the publication. */
  owner: string;
  publishedAt: Date;
  storyTerms: readonly string[];
}

/** Articles that report one story. */
export interface Story {
  /** The first article of the story in this index. */
  readonly lead: IndexedArticle;
  /** Id of the cluster; undefined while the story has one article. */
  clusterId: string | undefined;
}

interface Entry {
  article: IndexedArticle;
  story: Story;
  /** Number of the entry in the order of insertion. */
  number: number;
  terms: readonly ReportTerm[];
}

/**
 * Finds the story that an article reports, among the articles of the last three days. Copies are found by MinHash and
 * compared by content words (`sameWording`); reports in other words are found by the rare terms that they share and
 * compared by weighted evidence (`evidenceOf`). The result depends only on the articles and their order. The time per
 * article and the memory are bounded.
 */
export class StoryIndex {
  private readonly index: MinHashIndex;
  private readonly terms = new TermTable();
  private readonly entries: Entry[] = [];
  private added = 0;

  /** @param capacity maximum number of articles, a power of two */
  constructor(private readonly capacity = CAPACITY) {
    this.index = new MinHashIndex(capacity);
  }

  /** Adds an article to a story, by default to a new one. @returns its story */
  add(article: IndexedArticle, story: Story = { lead: article, clusterId: undefined }): Story {
    const slot = this.index.add(article.minhash);
    const old = this.entries[slot];
    if (old !== undefined) this.terms.remove(old.terms, old.number, old.story.lead === old.article);
    const terms = this.terms.add(article.storyTerms, this.added, story.lead === article);
    this.entries[slot] = { article, story, number: this.added, terms };
    this.added += 1;
    return story;
  }

  /**
   * Returns the story that an article reports; undefined for a new one. A private article joins a story of public
   * articles only if the story is already a cluster, so that it changes nothing that others see. A public article never
   * joins a private story.
   */
  find(article: IndexedArticle): Story | undefined {
    const steps = this.findInSteps(article);
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
    }
  }

  /**
   * Does the same as `find`, and yields after each comparison: the title of an article may resemble thousands of
   * others, and comparing two titles takes up to a millisecond. No article may be added meanwhile.
   */
  *findInSteps(article: IndexedArticle): Generator<void, Story | undefined> {
    let best: { story: Story; similarity: number } | undefined;
    const resembled = new Map<Story, boolean>();
    for (const slot of this.index.candidates(article.minhash)) {
      const entry = this.entries[slot] as Entry;
      if (!mayJoin(article, entry)) continue;
      const similarity = similarityOf(article, entry, best?.similarity ?? 0, resembled);
      if (similarity > (best?.similarity ?? 0)) best = { story: entry.story, similarity };
      if (similarity === 1) break;
      yield;
    }
    if (best !== undefined) return best.story;
    for (const found of this.reworded(article)) {
      if (found !== undefined && found.similarity > (best?.similarity ?? 0)) best = found;
      yield;
    }
    return best?.story;
  }

  /**
   * Yields the stories with a report in other words about the same story, and undefined after each other comparison.
   * Only the reports that share the most rare terms are compared.
   */
  private *reworded(article: IndexedArticle): Generator<{ story: Story; similarity: number } | undefined> {
    const own = compared(this.terms.read(article.storyTerms));
    for (const entry of this.sharing(own.terms)) {
      yield;
      if (entry.article.owner === article.owner || !mayJoin(article, entry)) continue;
      const margin = this.marginOf(article, own, entry.article, entry.terms);
      if (margin < 0) continue;
      const { lead } = entry.story;
      if (lead !== entry.article && this.marginOf(article, own, lead, this.terms.read(lead.storyTerms)) < LEAD_MARGIN)
        continue;
      const similarity = REWORDED.similarity + REWORDED.range * Math.min(1, margin / REWORDED.margin);
      yield { story: entry.story, similarity };
    }
  }

  /**
   * Returns the amount by which the evidence that two articles are about one story exceeds the threshold; negative
   * below the threshold.
   */
  private marginOf(
    { titleKey, publishedAt }: IndexedArticle,
    own: ComparedReport,
    other: IndexedArticle,
    terms: readonly ReportTerm[],
  ): number {
    const hours = Math.abs(publishedAt.getTime() - other.publishedAt.getTime()) / HOUR_MS;
    const evidence = evidenceOf({ terms }, own, (term) => this.terms.rarity(term), hours);
    if (areOfOtherThings(evidence)) return Number.NEGATIVE_INFINITY;
    const margin = marginOf(evidence);
    // Titles that are one sentence with different words in a gap report the same about different things.
    return margin >= LEAD_MARGIN && isSentenceWithGaps(align(titleKey.split(' '), other.titleKey.split(' ')))
      ? Number.NEGATIVE_INFINITY
      : margin;
  }

  /** Returns the entries that share rare terms with a report, the largest sum of rarities first. */
  private sharing(terms: readonly ReportTerm[]): Entry[] {
    const rarities = terms.map((term) => ({ recent: term.term.recent, rarity: this.terms.rarity(term) }));
    rarities.sort((one, other) => other.rarity - one.rarity);
    const shared = new Map<number, number>();
    for (const { recent, rarity } of rarities.slice(0, MAX_KEYS))
      for (const number of recent) shared.set(number, (shared.get(number) ?? 0) + rarity);
    return [...shared]
      .filter(([number, rarity]) => rarity >= MIN_SHARED_RARITY && number >= this.added - this.capacity)
      .sort((one, other) => other[1] - one[1] || other[0] - one[0])
      .slice(0, MAX_COMPARED)
      .map(([number]) => this.entries[number % this.capacity] as Entry);
  }
}

/** True for reports about ships, buses or other things of one kind that share no name, but each have one. */
const areOfOtherThings = (evidence: Evidence): boolean =>
  evidence.things > 0 &&
  evidence['other names'] > 0 &&
  evidence.names + evidence.places + evidence.quantities + evidence.instruments === 0;

function mayJoin({ ownerId, publishedAt }: IndexedArticle, { article, story }: Entry): boolean {
  if (Math.abs(publishedAt.getTime() - article.publishedAt.getTime()) > STORY_WINDOW_MS) return false;
  return article.ownerId === ownerId || (article.ownerId === null && story.clusterId !== undefined);
}

/**
 * Returns the similarity of an article to an entry; 0 if it is not above another one or the article reports another
 * story.
 * @param resembled whether the article resembles the first article of a story, as far as compared
 */
function similarityOf(
  one: IndexedArticle,
  { article: other, story }: Entry,
  above: number,
  resembled: Map<Story, boolean>,
): number {
  const similarity = sameWording(one, other, above);
  if (similarity === 0) return 0;
  if (one.owner === other.owner) {
    const apart = Math.abs(one.publishedAt.getTime() - other.publishedAt.getTime());
    if (similarity < SAME_PUBLISHER_SIMILARITY || apart > SAME_PUBLISHER_WINDOW_MS) return 0;
  }
  // The article must also resemble the first article: in a chain of headlines, each similar to the next, the last could
  // be about another story.
  if (story.lead === other || similarity >= CERTAIN_SIMILARITY) return similarity;
  const resembles = resembled.get(story) ?? sameWording(one, story.lead) > 0;
  resembled.set(story, resembles);
  return resembles ? similarity : 0;
}
