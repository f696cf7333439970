import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { line, list, nullable, optional } from '../../../api/rules.js';
import { pageOf } from '../../../http/page.js';
import { Resource, ResourceDto } from '../../../resources/resource-dto.js';
import { queryText, typeName } from '../search.dto.js';
import type { SavedSearch } from './saved-search.js';

const name = () => line(1, 100);
const types = () => list(typeName(), 50);
const nameMeaning = 'The name of the saved search.';
const queryMeaning = 'The query, in the grammar of `GET /search`.';

@Dto('A search to save.')
export class NewSavedSearchDto {
  @Field(nameMeaning, name(), { example: 'Tankers in the Red Sea' })
  name!: string;

  @Field(queryMeaning, queryText(), { example: 'tanker "red sea"' })
  q!: string;

  @Field('Only results of these types; empty for all.', optional(types()), { default: [], example: ['geo_event'] })
  type: string[] = [];
}

@Dto('Changes to a saved search (RFC 7396). Omitted fields are unchanged.')
export class SavedSearchChangesDto {
  @Field(nameMeaning, optional(name()), { example: 'Tankers in the Red Sea' })
  name?: string;

  @Field(queryMeaning, optional(queryText()), { example: 'tanker "red sea"' })
  q?: string;

  @Field('Only results of these types; null or empty for all.', optional(nullable(types())), { example: ['geo_event'] })
  type?: string[] | null;
}

@Resource('A search that you have saved.', { grantable: true })
export class SavedSearchDto extends ResourceDto {
  @Field(nameMeaning, name(), { example: 'Tankers in the Red Sea' })
  name!: string;

  @Field(queryMeaning, queryText(), { example: 'tanker "red sea"' })
  q!: string;

  @Field('Types of its results; empty for all.', types(), { example: ['geo_event'] })
  type!: string[];

  static from({ types, ...search }: SavedSearch): SavedSearchDto {
    return answerOf(SavedSearchDto, { ...search, type: types });
  }
}

export const SavedSearchPageDto = pageOf(
  SavedSearchDto,
  'SavedSearchPageDto',
  'A page of saved searches, oldest first.',
);
