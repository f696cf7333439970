import { type Components, schemaReference } from '../api/components.js';
import type { Alternative, EndpointDescription } from '../api/endpoint.js';
import { exampleOf } from '../api/examples.js';
import { itemNamesOf, partialJsonType } from '../api/list-items.js';
import type { MediaType } from '../api/open-api-document.js';
import { ordered } from '../api/ordering.js';
import { lineOf } from '../http/csv/csv-line.js';
import { tableOf } from '../http/csv/csv-reply.js';
import { csvSourceOf, csvType, mediaTypesOf } from '../http/format.js';
import { pngType, svgType } from '../http/svg-response.js';
import { alternativeContent } from './alternatives.js';

/**
 * Returns the content of a successful response by media type: JSON, declared media types, and media types derived from
 * them (CSV of a list, PNG of SVG).
 */
export function representationsOf(
  endpoint: EndpointDescription,
  isGet: boolean,
  components: Components,
): Record<string, MediaType> {
  const derived: Record<string, string | Alternative> = {
    [csvType]: csvAlternative(endpoint),
    [pngType]: 'The same image as PNG, `scale` pixels for each CSS pixel.',
  };
  const content = mediaTypesOf(endpoint, isGet).flatMap((type): Array<[string, MediaType]> => {
    if (endpoint.returns && type === 'application/json') {
      // The whole body has no example, which would repeat the examples of the fields. This call checks that every field
      // has an example.
      exampleOf(endpoint.returns);
      const whole: [string, MediaType] = [type, { schema: schemaReference(endpoint.returns) }];
      if (!isGet || itemNamesOf(endpoint.returns) === undefined) return [whole];
      return [whole, [partialJsonType, partialList(components)]];
    }
    if (type === csvType && csvSourceOf(endpoint) === 'items') return [[type, csvOfItems(endpoint, components)]];
    const said = endpoint.alternatives?.[type] ?? (derived[type] as string | Alternative);
    return [[type, alternativeContent(type, said, endpoint, components)]];
  });
  return Object.fromEntries(content);
}

/** Number of items of the longest list in the API. */
const MAX_LIST_ITEMS = 200_000;
const PARTIAL_ID = '019aa3c1-7e52-7c4b-9d0e-3f5a1b2c4d70';

/**
 * Returns the content of a list with selected fields. All lists share one schema, because the fields are the fields of
 * the complete list.
 */
function partialList(components: Components): MediaType {
  components.addShared(
    'PartialList',
    ordered({
      description:
        'A list whose items have only the members that `fields` names. Everything else is as in the whole list.',
      type: 'object',
      properties: {
        items: {
          description: 'The items; each member is as described for the whole list.',
          type: 'array',
          items: { type: 'object' },
          maxItems: MAX_LIST_ITEMS,
        },
        nextCursor: {
          description: 'The `cursor` of the next page; null on the last one.',
          type: ['string', 'null'],
          maxLength: 512,
        },
      },
      required: ['items', 'nextCursor'],
      additionalProperties: true,
    }),
  );
  return {
    schema: { $ref: '#/components/schemas/PartialList' },
    example: { items: [{ id: PARTIAL_ID }], nextCursor: null },
  };
}

/** Returns the CSV content of a list. All lists share one schema; the header row of each is its example. */
function csvOfItems(endpoint: EndpointDescription, components: Components): MediaType {
  const { example, ...said } = csvAlternative(endpoint);
  const { schema } = alternativeContent(csvType, said, endpoint, components);
  components.addShared('CsvItems', ordered(schema));
  return { schema: { $ref: '#/components/schemas/CsvItems' }, example };
}

function csvAlternative(endpoint: EndpointDescription): Alternative {
  const source = csvSourceOf(endpoint);
  const rows = typeof source === 'string' ? `one row for each object in \`${source}\`` : 'a table';
  return {
    description: `CSV (RFC 4180) with a header row: ${rows}.`,
    ...(source === undefined || endpoint.returns === undefined
      ? {}
      : { example: headerRow(endpoint, exampleOf(endpoint.returns)) }),
  };
}

/** Returns the first line of a table: its columns. The rows contain the fields of the items. */
function headerRow(endpoint: EndpointDescription, body: object): string {
  return lineOf(tableOf(endpoint, body).columns);
}

/** Returns true if a GET also returns files, whose responses have file names. */
export const hasFiles = (mediaTypes: readonly string[]): boolean =>
  mediaTypes.some((type) => type !== svgType && /csv|gpx|kml|calendar/.test(type));
