import { answerOf } from '../../api/answer.js';
import { Dto, Field } from '../../api/field.js';
import {
  choice,
  flag,
  integer,
  list,
  nullable,
  number,
  object,
  objects,
  optional,
  text,
  timestamp,
} from '../../api/rules.js';
import { PageQuery } from '../../http/page.js';
import { SinglePageCursor } from '../../http/single-page-cursor.js';
import { highlightsIn, snippetOf } from '../../search/highlights.js';
import { type FieldName, MAX_QUERY_LENGTH, searchFieldNames, type TextClause } from '../../search/search-query.js';
import type { FusedResult } from './rank-fusion.js';
import type { ReadFilter, Reading } from './reading/words.js';
import type { FacetValue, SearchResults } from './search-results.js';

/** Maximum lengths of titles and snippets in results, in characters. */
const MAX_TITLE = 300;
const MAX_SNIPPET = 300;
const MAX_HIGHLIGHTS = 100;

export const queryText = () => text(1, MAX_QUERY_LENGTH);
export const typeName = () => text(1, 50, /^[a-z][a-z_]*$/, 'a type of result such as vessel');
export const typeNames = () => list(typeName(), 50, 1);

const grammar =
  'Words that all have to match, the last one as the beginning of a word; `"phrases"`, `-excluded`, `OR`, ' +
  'parentheses and the fields `type:`, `kind:tanker`, `symbol:`, `entity:`, `imo:`, `mmsi:`, `dest:rotterdam`, ' +
  '`flag:`, `country:`, `source:`, `severity:>=3`, `magnitude:>=5`, `speed:10..20`, `after:2026-11-01`, `before:`, ' +
  '`in:japan`, `near:51.95,4.05,20km`. Days begin at midnight in your time zone. Words such as ' +
  '`tankers near hormuz`, `ships to rotterdam` and `IMO 9158836` are read as filters, as `reading` shows; ' +
  'in quotation marks they are searched as text.';

@Dto('The text to search for, and filters.')
export class SearchQueryDto extends PageQuery {
  @Field(grammar, queryText(), { example: 'type:vessel flag:NL ever' })
  q!: string;

  @Field('Only results of these types; the facet `type` counts all.', optional(typeNames()), {
    example: ['vessel'],
    omitFromExample: true,
  })
  type?: string[];
}

@Dto('The text typed so far.')
export class SuggestionQueryDto {
  @Field('The query so far. Quotation marks and parentheses may still be open.', queryText(), { example: 'rotter' })
  q!: string;

  @Field('Only results of these types.', optional(typeNames()), { example: ['vessel'], omitFromExample: true })
  type?: string[];

  @Field('Maximum number of suggestions.', optional(integer(1, 20)), { default: 8, example: 8 })
  limit: number = 8;
}

@Dto('A part of a text that matches the query.')
export class HighlightDto {
  @Field('The text it is in.', choice(['title', 'snippet']), { example: 'title' })
  field!: 'title' | 'snippet';

  @Field('Its first character, counted from 0 in UTF-16 code units.', integer(0, MAX_TITLE * 2), { example: 0 })
  start!: number;

  @Field('The character after its last one.', integer(0, MAX_TITLE * 2), { example: 4 })
  end!: number;
}

@Dto('A suggestion.')
export class SuggestionDto {
  @Field('Type of the result.', typeName(), { example: 'vessel' })
  type!: string;

  @Field('Identifier within its type: a UUID, an MMSI, a 24-bit address or a symbol.', text(1, 200), {
    example: '219024336',
  })
  id!: string;

  @Field('Name or headline, plain text.', text(1, MAX_TITLE), { example: 'EVER GIVEN' })
  title!: string;

  @Field('Path of the resource.', text(1, 300), { example: '/api/v1/geospatial/vessels/219024336' })
  href!: string;

  @Field('Matching ranges of the title, in order.', objects(HighlightDto, MAX_HIGHLIGHTS), {
    example: [{ field: 'title', start: 0, end: 4 }],
  })
  highlights!: HighlightDto[];

  static from(result: FusedResult, terms: readonly TextClause[]): SuggestionDto {
    const { type, id, href } = result;
    const title = titleOf(result);
    return Object.assign(new SuggestionDto(), { type, id, title, href, highlights: marksIn('title', title, terms) });
  }
}

@Dto('A result of a search.')
export class SearchResultDto extends SuggestionDto {
  @Field(
    'The part of its text around the first match, plain text; null without further text.',
    nullable(text(0, MAX_SNIPPET)),
    { example: null },
  )
  snippet!: string | null;

  @Field('Greater for better results. Comparable within one search only.', number(0, 1_000_000), { example: 1.8295 })
  score!: number;

  @Field('Time of the result (UTC); null for types without a time.', nullable(timestamp()), {
    example: '2026-11-20T23:15:00.000Z',
  })
  time!: string | null;

  @Field('Severity from 1 (minor) to 5 (critical); null where that has no meaning.', nullable(integer(1, 5)), {
    example: null,
  })
  severity!: number | null;

  static override from(result: FusedResult, terms: readonly TextClause[]): SearchResultDto {
    const snippet = result.text == null || result.text === '' ? null : snippetOf(result.text, terms);
    const { type, id, title, href, highlights } = SuggestionDto.from(result, terms);
    const marks = snippet === null ? highlights : [...highlights, ...marksIn('snippet', snippet, terms)];
    const score = Math.round(result.score * 10_000) / 10_000;
    const { severity = null } = result;
    return Object.assign(new SearchResultDto(), {
      type,
      id,
      title,
      href,
      highlights: marks,
      snippet,
      score,
      time: result.time?.toISOString() ?? null,
      severity,
    });
  }
}

@Dto('Number of matches with a value.')
export class FacetValueDto {
  @Field('The value, such as a type of result.', text(1, 300), { example: 'vessel' })
  value!: string;

  @Field('Number of matches.', integer(0, 1_000_000_000), { example: 12 })
  count!: number;

  @Field('True if there are more matches than were counted.', flag(), { example: false })
  truncated!: boolean;

  static from({ value, count, isAtLeast }: FacetValue): FacetValueDto {
    return Object.assign(new FacetValueDto(), { value, count, truncated: isAtLeast });
  }
}

const values = () => objects(FacetValueDto, 50);

@Dto(
  'Distribution of the matches, most frequent values first. They are counted before `limit` and before ' +
    'the parameter `type`.',
)
export class SearchFacetsDto {
  @Field('Matches by type.', values())
  type!: FacetValueDto[];

  @Field('Matches by severity, of types that have one.', values())
  severity!: FacetValueDto[];

  @Field('Matches by country (ISO 3166-1 alpha-2), of types that have one; of vessels the flag.', values())
  country!: FacetValueDto[];

  @Field('Matches by provider or publication, of types that have one.', values())
  source!: FacetValueDto[];
}

@Dto('A filter that was read from words of the query.')
export class SearchFilterDto {
  @Field('The field of the query.', choice(searchFieldNames), { example: 'kind' })
  field!: FieldName;

  @Field('Its value, as it can be written in a query.', text(1, 300), { example: 'tanker' })
  value!: string;

  @Field('The words of the query from which the filter was read.', text(1, MAX_QUERY_LENGTH), { example: 'tankers' })
  words!: string;

  static from(readFilter: ReadFilter): SearchFilterDto {
    return answerOf(SearchFilterDto, readFilter);
  }
}

@Dto('The reading of the words of a query. Text in quotation marks is not read.')
export class SearchReadingDto {
  @Field('The words that are searched as text; empty if all were read as filters.', text(0, MAX_QUERY_LENGTH), {
    example: '',
  })
  text!: string;

  @Field('The filters that were read from the other words.', objects(SearchFilterDto, 20))
  filters!: SearchFilterDto[];

  @Field(
    'Words that the search omits because nothing matches them together with the rest; absent without such words.',
    optional(text(1, MAX_QUERY_LENGTH)),
    { example: 'zzyzx', omitFromExample: true },
  )
  ignored?: string;

  static from({ text, filters, ignored }: Reading): SearchReadingDto {
    return Object.assign(new SearchReadingDto(), {
      text,
      filters: filters.map(SearchFilterDto.from),
      ...(ignored !== undefined && { ignored }),
    });
  }
}

const warnings = () => list(text(1, 300), 100);
const warningsMeaning = 'Sentences that name the sources that could not be searched; empty if all were searched.';

@Dto('The results of a search, best first.')
export class SearchPageDto {
  @Field('The results of this page.', objects(SearchResultDto, 200))
  items!: SearchResultDto[];

  @Field(
    'Counts over all matches.',
    object(() => SearchFacetsDto),
  )
  facets!: SearchFacetsDto;

  @Field(warningsMeaning, warnings(), { example: [] })
  warnings!: string[];

  @Field(
    'Present if words of the query were read as filters: what matches these comes first, what only has the words ' +
      'follows. Without items it shows the filters that nothing matches.',
    optional(object(() => SearchReadingDto)),
    { omitFromExample: true },
  )
  reading?: SearchReadingDto;

  @Field(
    'Pass it as `cursor` for the next page; null on the last one. At most 300 results can be read.',
    nullable(text(1, 512)),
    { example: null },
  )
  nextCursor!: string | null;

  static from({ items, terms, facets, warnings, reading }: SearchResults, nextCursor: string | null): SearchPageDto {
    const counted = Object.fromEntries(
      Object.entries(facets).map(([name, found]) => [name, found.map(FacetValueDto.from)]),
    );
    return Object.assign(new SearchPageDto(), {
      items: items.map((item) => SearchResultDto.from(item, terms)),
      facets: Object.assign(new SearchFacetsDto(), counted),
      warnings,
      ...(reading !== undefined && { reading: SearchReadingDto.from(reading) }),
      nextCursor,
    });
  }
}

@Dto('Suggestions for a query, best first.')
export class SuggestionListDto {
  @Field('The suggestions.', objects(SuggestionDto, 20))
  items!: SuggestionDto[];

  @Field(warningsMeaning, warnings(), { example: [] })
  warnings!: string[];

  @SinglePageCursor()
  nextCursor: string | null = null;

  static from({ items, terms, warnings }: SearchResults): SuggestionListDto {
    return Object.assign(new SuggestionListDto(), {
      items: items.map((item) => SuggestionDto.from(item, terms)),
      warnings,
    });
  }
}

const titleOf = ({ title, id }: FusedResult): string =>
  title.trim() === '' ? id : [...title].slice(0, MAX_TITLE).join('');

const marksIn = (field: HighlightDto['field'], text: string, terms: readonly TextClause[]): HighlightDto[] =>
  highlightsIn(text, terms).map(({ start, end }) => Object.assign(new HighlightDto(), { field, start, end }));
