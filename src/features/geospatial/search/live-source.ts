import { ownTurn } from '../../../async/event-loop-turns.js';
import type {
  Circle,
  FieldClause,
  FieldName,
  SearchArea,
  SearchQuery,
  TextClause,
} from '../../../search/search-query.js';
import {
  type SearchAnswer,
  type SearchCandidate,
  type SearchRequest,
  SearchSource,
} from '../../../search/search-source.js';
import { isInArea, isInRange, isWithinCircle, SetQuery, ValueCounts } from '../../../search/set-query.js';
import { foldedWordsOf, type Tolerance } from '../../../search/text-match.js';
import { fold } from '../../../text/words.js';
import { boxArea } from '../area.js';
import { type Box, boxAround } from '../box.js';
import { entityOf, idOf } from '../layer.js';
import type { FieldColumns, Moving } from '../live/field-columns.js';
import type { LiveLayer } from '../live/live-layer.js';
import { distanceMeters } from '../sphere.js';
import { LiveWords } from './live-words.js';

/** The searchable properties of one kind of live object. */
export interface LiveObjects<State extends Moving> {
  layer: LiveLayer<State>;
  columns: FieldColumns<State>;
  /** Readers of the searchable texts. The first one is the name, by which an object is ranked and shown. */
  texts: ReadonlyArray<(slot: number) => string | null>;
  /** Readers of texts about an object that are not its name; see `TextColumns`. */
  attributes?: ReadonlyArray<(slot: number) => string | null>;
  /** Readers of the texts that identify an object. */
  identifiers: ReadonlyArray<(slot: number) => string | null>;
  countryOf(key: number): string | null;
  /** Returns other identifiers, in lower case, that a text in lower case may stand for. */
  alternatives?(text: string): readonly string[];
  /** Returns false for objects that lists leave out by default; omitted when there are no such objects. */
  isListed?(slot: number): boolean;
  /**
   * Returns a function that returns true if a number of an object, such as an MMSI, equals the text or begins with it;
   * undefined for a text that cannot be a number.
   */
  withNumber(text: string, isPrefix: boolean): ((slot: number) => boolean) | undefined;
  /** Search fields that only these objects have. */
  fields?: readonly FieldName[];
  matchesField?(clause: FieldClause, slot: number): boolean;
  /** Returns the title and text of a result. */
  describe(slot: number): { title: string; text: string };
}

/** Number of objects compared before the event loop continues. */
const SLICE = 20_000;
/**
 * If the searched boxes contain more than this fraction of all objects, all objects are compared and the spatial index
 * is not used.
 */
const MAX_LISTED_SHARE = 0.25;
/** Number of matches collected before all except the best are dropped. */
const COLLECTED = 500;

const COMMON_FIELDS = ['flag', 'country', 'entity', 'source', 'speed', 'after', 'before', 'near', 'in'] as const;

interface Match {
  slot: number;
  key: number;
  quality: number;
  /** Distance from the center of the searched circle (m); 0 without a circle. */
  meters: number;
  observedAt: number;
}

/** Searches live objects by name and number, in the state of their latest report. */
export abstract class LiveSource<State extends Moving> extends SearchSource {
  protected readonly words: LiveWords;

  constructor(private readonly objects: LiveObjects<State>) {
    super();
    const { layer, columns, texts, attributes } = objects;
    this.words = new LiveWords({
      texts,
      attributes,
      keyAt: (slot) => layer.keyAt(slot),
      changes: () => columns.textChanges,
    });
  }

  get fields(): readonly FieldName[] {
    return [...COMMON_FIELDS, ...(this.objects.fields ?? [])];
  }

  /** Updates the index, so that the first search does not wait for it. */
  follow(): Promise<void> {
    return this.words.follow();
  }

  async search(request: SearchRequest): Promise<SearchAnswer> {
    await this.words.follow();
    const { layer } = this.objects;
    const query = new SetQuery(request.query, {
      withText: (clause) => this.withText(clause, request.tolerance),
      matchesField: (clause: FieldClause, slot: number) => this.matchesField(clause, slot),
      withField: (clause: FieldClause) => this.withField(clause),
    });
    const [countries, sources] = [new ValueCounts(), new ValueCounts()];
    const qualityOf = this.qualities(request);
    const center = centerOf(request.query);
    const best: Match[] = [];
    /** The last of the best matches so far; undefined until matches were dropped. */
    let worst: Match | undefined;
    let total = 0;
    let compared = 0;
    for (const slot of query.candidates ?? layer.within()) {
      compared += 1;
      if (compared % SLICE === 0) await ownTurn();
      const key = layer.keyAt(slot);
      if (key < 0 || this.objects.isListed?.(slot) === false || !query.matches(slot)) continue;
      total += 1;
      countries.add(this.objects.countryOf(key));
      sources.add(layer.providerAt(slot));
      if (request.limit === 0) continue;
      const meters =
        center === undefined ? 0 : distanceMeters(center.lat, center.lon, layer.latAt(slot), layer.lonAt(slot));
      const match = { slot, key, quality: qualityOf(slot), meters, observedAt: layer.observedAt(slot) };
      if (worst !== undefined && byQuality(match, worst) > 0) continue;
      best.push(match);
      if (best.length < COLLECTED) continue;
      best.sort(byQuality).splice(request.limit);
      worst = best.at(-1);
    }
    const candidates = best
      .sort(byQuality)
      .slice(0, request.limit)
      .flatMap((match) => this.candidateOf(match));
    return { candidates, total, facets: { country: countries.counts, source: sources.counts } };
  }

  private withText(clause: TextClause, tolerance: Tolerance): ReadonlySet<number> {
    const found = this.words.withText(clause, tolerance);
    for (const text of this.objects.alternatives?.(clause.text.toLowerCase()) ?? [])
      for (const slot of this.words.withText({ ...clause, text, isPrefix: false }, 'exact')) found.add(slot);
    const hasNumber = this.objects.withNumber(numberIn(clause.text), clause.isPrefix);
    if (hasNumber !== undefined) for (const slot of this.objects.layer.within()) if (hasNumber(slot)) found.add(slot);
    return found;
  }

  private withField(clause: FieldClause): ReadonlySet<number> | undefined {
    if (clause.field === 'near') return this.inBoxes([boxOf(clause.circle)]);
    if (clause.field === 'in') return this.inBoxes(clause.areas.flatMap(boxesOf));
    if (clause.field !== 'dest') return undefined;
    const found = clause.values.flatMap((text) => [
      ...this.words.withText({ kind: 'text', text, isPrefix: false, isQuoted: true }, 'exact'),
    ]);
    return new Set(found);
  }

  /**
   * Returns the slots of the objects in some boxes; undefined if the number is so large that comparing all objects is
   * as fast.
   */
  private inBoxes(boxes: readonly Box[]): ReadonlySet<number> | undefined {
    const { layer } = this.objects;
    let count = 0;
    for (const box of boxes) {
      count += layer.count(box);
      if (count > layer.size * MAX_LISTED_SHARE) return undefined;
    }
    const found = new Set<number>();
    for (const box of boxes) for (const slot of layer.within(boxArea(box))) found.add(slot);
    return found;
  }

  private matchesField(clause: FieldClause, slot: number): boolean {
    const { layer, countryOf } = this.objects;
    const key = layer.keyAt(slot);
    if (clause.field === 'after') return layer.observedAt(slot) >= clause.at.getTime();
    if (clause.field === 'before') return layer.observedAt(slot) < clause.at.getTime();
    if (clause.field === 'near') return isWithinCircle(clause.circle, layer.latAt(slot), layer.lonAt(slot));
    if (clause.field === 'in') return clause.areas.some((area) => isInArea(area, layer.latAt(slot), layer.lonAt(slot)));
    if (clause.field === 'speed') return isInRange(clause.range, layer.speedAt(slot));
    if (clause.field === 'flag' || clause.field === 'country')
      return clause.values.includes(countryOf(key)?.toLowerCase() ?? '');
    if (clause.field === 'entity') return clause.values.includes(entityOf(layer.layer, key));
    if (clause.field === 'source') return clause.values.includes(layer.providerAt(slot));
    return this.objects.matchesField?.(clause, slot) === true;
  }

  /**
   * Returns a function that rates a slot: 3: identified; 2: the name equals the search text; 1: the name begins with
   * the first word of the search text; 0: otherwise.
   */
  private qualities({ terms, identifier }: SearchRequest): (slot: number) => number {
    const hasNumber = identifier === undefined ? undefined : this.objects.withNumber(numberIn(identifier), false);
    const wanted = compact(identifier ?? '');
    const all = new Set([wanted, ...(this.objects.alternatives?.(wanted) ?? [])]);
    const isIdentified = (slot: number) =>
      hasNumber?.(slot) === true || this.objects.identifiers.some((textAt) => all.has(compact(textAt(slot) ?? '')));
    const whole = terms.map(({ text }) => fold(text)).join(' ');
    const first = terms[0] && (foldedWordsOf(terms[0].text)[0] ?? '');
    return (slot) => {
      if (wanted !== '' && isIdentified(slot)) return 3;
      if (first === undefined) return 0;
      const name = fold(this.objects.texts[0]?.(slot) ?? '');
      if (name === whole) return 2;
      return name.startsWith(first) ? 1 : 0;
    };
  }

  private candidateOf({ slot, key, quality, observedAt }: Match): SearchCandidate[] {
    const { layer } = this.objects;
    // After the event loop has continued, the slot may belong to another object.
    if (layer.keyAt(slot) !== key) return [];
    const id = idOf(layer.layer, key);
    const about = { ...this.objects.describe(slot), time: new Date(observedAt), isIdentified: quality === 3 };
    return [
      {
        id,
        ...about,
        href: `/api/v1/geospatial/${layer.layer}/${encodeURIComponent(id)}`,
        country: this.objects.countryOf(key),
        source: layer.providerAt(slot),
      },
    ];
  }
}

/** Returns a box around a circle, a little larger, because distances are computed on a sphere with rounded numbers. */
const boxOf = ({ lat, lon, radiusMeters }: Circle): Box => boxAround(lat, lon, radiusMeters * 1.001 + 1);

/** Returns boxes that contain an area: one around a circle, or its cells of a degree. */
function boxesOf({ circle, cells }: SearchArea): Box[] {
  if (circle !== undefined) return [boxOf(circle)];
  return Array.from(cells ?? [], (cell) => {
    const [south, west] = [Math.floor(cell / 360) - 90, (cell % 360) - 180];
    return { west, south, east: west + 1, north: south + 1 };
  });
}

/** Returns the circle that contains all matches, if the query has one. */
function centerOf(query: SearchQuery): Circle | undefined {
  if (query.kind === 'all') return query.of.map(centerOf).find((circle) => circle !== undefined);
  return query.kind === 'field' && query.field === 'near' ? query.circle : undefined;
}

/** Returns the letters and digits in lower case, so that `PHBXA` equals PH-BXA. */
const compact = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/** Returns a text in lower case without a prefix such as `imo` that is often written before a number. */
const numberIn = (text: string): string => text.toLowerCase().replace(/^(?:imo|mmsi|icao)(?=[0-9a-f])/, '');

const byQuality = (one: Match, other: Match): number =>
  other.quality - one.quality || one.meters - other.meters || other.observedAt - one.observedAt || one.key - other.key;
