import { Dto, Field } from '../../../api/field.js';
import { choice, objects, text } from '../../../api/rules.js';
import { NewsFeedDto } from './feed.dto.js';
import { type OpmlImport, skipReasons } from './opml-import.js';

/** Maximum number of feeds in a document. */
const MAX = 1_000;

@Dto('A list of feeds to import.')
export class NewsFeedImportRequestDto {
  @Field('An OPML document, as other feed readers export it.', text(1, 500_000), {
    example:
      '<opml version="2.0"><body><outline type="rss" text="Harbor News" ' +
      'xmlUrl="https://news.example.org/rss.xml"/></body></opml>',
  })
  document!: string;
}

@Dto('A feed of an imported list that was not added.')
export class SkippedFeedDto {
  @Field('The URL in the document.', text(0, 2_000), { example: 'ftp://news.example.org/rss.xml' })
  url!: string;

  @Field(
    '`invalid_url`: it is not a URL that feeds are fetched from; `already_added`: you have it; `quota`: you ' +
      'have as many feeds as you may.',
    choice(skipReasons),
    {
      example: 'invalid_url',
    },
  )
  reason!: string;
}

@Dto('The result of an import of feeds.')
export class NewsFeedImportDto {
  @Field('Feeds that were added, in the order of the document.', objects(NewsFeedDto, MAX))
  added!: NewsFeedDto[];

  @Field('Feeds that were not added.', objects(SkippedFeedDto, MAX))
  skipped!: SkippedFeedDto[];

  static from({ added, skipped }: OpmlImport): NewsFeedImportDto {
    const shown = skipped.map(({ url, reason }) => Object.assign(new SkippedFeedDto(), { url, reason }));
    return Object.assign(new NewsFeedImportDto(), { added: added.map(NewsFeedDto.from), skipped: shown });
  }
}
