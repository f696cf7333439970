import type { EntityMention } from '../../../extraction/entity-mention.js';
import { extractEntities } from '../../../extraction/extract-entities.js';
import { type CountryMention, findPlaces, type PlaceMention } from '../../../gazetteer/find-places.js';
import { canonicalUrl } from '../../../text/canonical-url.js';
import { bareHeadline, headlineTokens, plainSpelling } from '../../../text/headline.js';
import { minHash } from '../../../text/min-hash.js';
import { foldedWords, wordsOf } from '../../../text/words.js';
import { outsideOfAddresses } from '../../markets/directory/address-parts.js';
import { findInstruments } from '../../markets/directory/find-instruments.js';
import type { ArticleAnalysis, ParsedArticle } from '../article.js';
import type { ArticlePlace } from '../news.schema.js';
import { detectLanguage } from './detect-language.js';
import { namesIn } from './names-in.js';
import { storyTerms } from './story-terms.js';
import { TONE_LANGUAGE, toneOf } from './tone.js';

/** Maximum number of characters analyzed. Later text adds little: news names its subject at the start. */
const MAX_ANALYZED = 6_000;
const MAX_PLACES = 10;
const MAX_SYMBOLS = 20;
const MAX_ENTITIES = 50;
const MAX_ENTITY_LENGTH = 150;
/** Minimum confidence of an instrument, below which the article is not assigned to it. */
const MIN_SYMBOL_CONFIDENCE = 0.6;
/** Factor for the confidence of places that are named only in the text, not in the title or summary. */
const IN_TEXT_ONLY = 0.85;

/** A position given by the source is at a named place if they are this close (degrees of latitude, about 110 km). */
const CLOSE_DEGREES = 1;

/**
 * Finds the language, tone, instruments, entities, places and countries of an article. Has no side effects, and runs in
 * a thread, because its cost is linear in the length of the text.
 */
export function analyzeArticle(article: ParsedArticle): ArticleAnalysis {
  const { title, summary, position } = article;
  const start = [title, summary ?? ''].join('.\n');
  const whole = [start, article.text ?? ''].join('\n').slice(0, MAX_ANALYZED);
  const words = wordsOf(whole);
  const language = detectLanguage(start, article.declaredLanguage);
  const found = findPlaces(whole, words);
  const places = withPosition(placesOf(found.places, start.length), position);
  const mentioned = outsideOfAddresses(findInstruments(whole, words), found.places).filter(
    ({ confidence }) => confidence >= MIN_SYMBOL_CONFIDENCE,
  );
  const symbols = [...new Set([...article.sourceSymbols, ...mentioned.map(({ symbol }) => symbol)])].slice(
    0,
    MAX_SYMBOLS,
  );
  return {
    canonicalUrl: article.url === null ? null : canonicalUrl(article.url),
    language,
    tone: language === TONE_LANGUAGE ? toneOf(wordsOf(title), wordsOf(whole.slice(title.length))) : null,
    symbols,
    entities: entitiesOf(symbols, extractEntities(whole, words)),
    places: places.slice(0, MAX_PLACES),
    countries: countriesOf(found.countries, found.places),
    ...headlineKeys(title, summary),
  };
}

/**
 * Returns the keys of the instruments, then of the people, organizations, vessels and identifiers in the order of the
 * text.
 */
function entitiesOf(symbols: readonly string[], mentions: readonly EntityMention[]): string[] {
  const keys = mentions.map(({ key }) => key).filter((key) => key.length <= MAX_ENTITY_LENGTH);
  return [...new Set([...symbols.map((symbol) => `symbol:${symbol}`), ...keys])].slice(0, MAX_ENTITIES);
}

/**
 * Returns the keys by which a title is compared with others: its normalized form, content words and MinHash, and the
 * terms by which reports of one story in other words are recognized.
 */
export function headlineKeys(
  title: string,
  summary: string | null = null,
): Pick<ArticleAnalysis, 'titleKey' | 'tokens' | 'minhash' | 'storyTerms'> {
  const headline = plainSpelling(bareHeadline(title));
  const titleKey = foldedWords(headline) || title.trim();
  return {
    titleKey,
    tokens: headlineTokens(wordsOf(headline), namesIn(headline)),
    minhash: Array.from(minHash(titleKey)),
    storyTerms: storyTerms(bareHeadline(title), summary),
  };
}

/**
 * Returns the position of the source as the first place, named after a close place or by its coordinates, and then the
 * other places.
 */
function withPosition(places: readonly ArticlePlace[], position: ParsedArticle['position']): ArticlePlace[] {
  if (position === null) return [...places];
  const { lat, lon } = position;
  const close = places.find((place) => {
    const turn = Math.abs(place.lon - lon);
    const east = Math.min(turn, 360 - turn) * Math.cos((lat * Math.PI) / 180);
    return Math.hypot(place.lat - lat, east) < CLOSE_DEGREES;
  });
  const name =
    close?.name ??
    `${Math.abs(lat).toFixed(2)}° ${lat < 0 ? 'S' : 'N'} ${Math.abs(lon).toFixed(2)}° ${lon < 0 ? 'W' : 'E'}`;
  return [
    { name, country: close?.country ?? null, lat, lon, confidence: 1 },
    ...places.filter((place) => place !== close),
  ];
}

/** Returns each place once, the most confident first. */
function placesOf(mentions: readonly PlaceMention[], startLength: number): ArticlePlace[] {
  const places = new Map<unknown, ArticlePlace>();
  for (const { place, confidence, start } of mentions) {
    const { name, country, lat, lon } = place;
    const weighted = Math.round(confidence * (start < startLength ? 1 : IN_TEXT_ONLY) * 100) / 100;
    if (weighted > (places.get(place)?.confidence ?? 0))
      places.set(place, { name, country, lat, lon, confidence: weighted });
  }
  return [...places.values()].sort((one, other) => other.confidence - one.confidence);
}

/** Returns the countries that are named, by name or adjective or through their places, in the order of the text. */
function countriesOf(countries: readonly CountryMention[], places: readonly PlaceMention[]): string[] {
  const named = [
    ...countries.map(({ country, start }) => ({ country, start })),
    ...places.map(({ place, start }) => ({ country: place.country, start })),
  ];
  named.sort((one, other) => one.start - other.start);
  return [...new Set(named.flatMap(({ country }) => country ?? []))];
}
