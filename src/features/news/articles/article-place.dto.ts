import { answerOf } from '../../../api/answer.js';
import { Dto, Field } from '../../../api/field.js';
import { nullable, number, text } from '../../../api/rules.js';
import type { ArticlePlace } from '../news.schema.js';

@Dto('A place that an article names.')
export class ArticlePlaceDto {
  @Field('The name of the place, in English where there is an English name.', text(1, 200), {
    example: 'Strait of Hormuz',
  })
  name!: string;

  @Field('The country (ISO 3166-1 alpha-2); null for seas, straits and disputed places.', nullable(text(2, 2)), {
    example: null,
  })
  country!: string | null;

  @Field('Latitude in degrees, north positive; of a region or a sea that of a point within it.', number(-90, 90), {
    example: 26.6,
  })
  lat!: number;

  @Field('Longitude in degrees, east positive.', number(-180, 180), { example: 56.5 })
  lon!: number;

  @Field('Certainty that the article means this place, 0 to 1.', number(0, 1), { example: 0.92 })
  confidence!: number;

  static from(articlePlace: ArticlePlace): ArticlePlaceDto {
    return answerOf(ArticlePlaceDto, articlePlace);
  }
}
