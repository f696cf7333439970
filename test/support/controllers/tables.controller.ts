import { Authorized, Get, JsonController, Param, QueryParams } from 'routing-controllers';
import { Service } from 'typedi';
import { type CsvTable, Endpoint } from '../../../src/api/endpoint.js';
import { Dto, Field } from '../../../src/api/field.js';
import { integer, json, list, nullable, number, object, optional, text } from '../../../src/api/rules.js';
import { type Page, PageQuery, pageOf } from '../../../src/http/page.js';
import { RawJson } from '../../../src/http/raw-json.js';

@Dto('A place.')
class PlaceDto {
  @Field('Latitude.', number(), { example: 52 })
  lat!: number;

  @Field('Longitude.', number(), { example: 4 })
  lon!: number;
}

@Dto('A row.')
export class RowDto {
  @Field('A name.', text(0, 100), { example: 'Ada' })
  name!: string;

  @Field('A number.', nullable(number()), { example: -1.5 })
  value!: number | null;

  @Field('A place.', nullable(object(() => PlaceDto)))
  position!: PlaceDto | null;

  @Field('Words.', list(text(0, 20), 5), { example: ['a', 'b'] })
  words!: string[];

  @Field(
    'Places.',
    list(
      object(() => PlaceDto),
      5,
    ),
    { example: [] },
  )
  places!: PlaceDto[];

  @Field('Anything.', optional(json()), { example: {} })
  data?: object;
}

export const RowPageDto = pageOf(RowDto, 'RowPageDto', 'A page of rows.');

@Dto('A series.')
export class SeriesDto {
  @Field('Numbers.', list(integer(0, 100), 5), { example: [1, 2] })
  values!: number[];

  static table({ values }: SeriesDto): CsvTable {
    return { columns: ['index', 'value'], rows: values.map((value, index) => [index, value]) };
  }
}

const row = (over: Partial<RowDto>): RowDto =>
  Object.assign(new RowDto(), { name: 'Ada', value: null, position: null, words: [], places: [], ...over });

export const rows: RowDto[] = [
  row({ name: 'Ada', value: 1e-7, position: { lat: 52, lon: -4.5 }, words: ['a', 'b'] }),
  row({ name: 'say "hi", now', value: -1.5, places: [{ lat: 1, lon: 2 }], data: { a: [1] } }),
  row({ name: '=1+1' }),
  row({ name: '-1.5' }),
  row({ name: '@cmd', words: ['+x'] }),
  row({ name: 'two\r\nlines ✓' }),
];

const part = { part: { description: 'Which list.', rule: text(1, 100), example: 'a' } };

/** Lists of DTOs and of preformatted text, and a series. */
@Service()
@Authorized()
@JsonController('/tables')
export class TablesController {
  @Get('/rows')
  @Endpoint({ summary: 'List rows', description: 'All of them.', returns: RowPageDto })
  listRows(@QueryParams() { limit, cursor }: PageQuery): Page<object> {
    const start = cursor === undefined ? 0 : Number(cursor);
    const end = start + limit;
    return { items: rows.slice(start, end), nextCursor: end < rows.length ? String(end) : null };
  }

  @Get('/written/:part')
  @Endpoint({ summary: 'List written rows', description: 'The same as text.', returns: RowPageDto, params: part })
  listWrittenRows(@Param('part') _part: string): RawJson {
    return new RawJson(Buffer.from(JSON.stringify({ items: rows, nextCursor: null })));
  }

  @Get('/series')
  @Endpoint({ summary: 'Read a series', description: 'Numbers.', returns: SeriesDto, csv: SeriesDto.table })
  readSeries(): SeriesDto {
    return Object.assign(new SeriesDto(), { values: [7, 8] });
  }
}
