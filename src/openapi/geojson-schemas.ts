import { type Components, componentName } from '../api/components.js';
import type { FeatureDescription, FeatureGeometry, GeoJsonDescription } from '../api/endpoint.js';
import { ordered } from '../api/ordering.js';
import type { DtoClass, Schema } from '../api/rules.js';
import { schemaOf } from '../api/schemas.js';

const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const listOf = (items: Schema, minItems: number, maxItems: number): Schema => ({
  type: 'array',
  items,
  minItems,
  maxItems,
});
const word = (value: string, description: string): Schema => ({ type: 'string', enum: [value], description });

const place: Schema = listOf({ type: 'number', format: 'double' }, 2, 3);
const line = listOf(place, 2, 1_000_000);
const polygon = listOf(listOf(place, 4, 100_000), 1, 10_000);
const example = [
  [4.1, 51.9],
  [4.2, 51.9],
  [4.2, 52],
  [4.1, 51.9],
];

/** Coordinates of each geometry of RFC 7946, longitude first, with an example. */
const coordinates: Record<FeatureGeometry, [schema: Schema, example: unknown]> = {
  Point: [place, example[0]],
  LineString: [line, example.slice(0, 2)],
  MultiLineString: [listOf(line, 0, 1_000_000), [example.slice(0, 2)]],
  Polygon: [polygon, [example]],
  MultiPolygon: [listOf(polygon, 1, 100_000), [[example]]],
};

/** Returns a reference to a geometry's component, such as `GeoJsonPoint`. */
function geometryReference(kind: FeatureGeometry, components: Components): Schema {
  const [schema, shown] = coordinates[kind];
  const properties = {
    type: word(kind, 'Type of the geometry.'),
    coordinates: ordered({
      ...schema,
      description: 'Longitude and latitude in degrees (WGS 84), in this order.',
      examples: [shown],
    }),
  };
  components.addShared(
    `GeoJson${kind}`,
    ordered({
      type: 'object',
      description: `A GeoJSON ${kind} (RFC 7946).`,
      properties,
      required: ['type', 'coordinates'],
    }),
  );
  return reference(`GeoJson${kind}`);
}

function geometryOf({ geometry, nullGeometry }: FeatureDescription, components: Components): Schema {
  const isNullable = nullGeometry !== undefined;
  const kinds = geometry.map((kind) => geometryReference(kind, components));
  const choices = isNullable ? [...kinds, { type: 'null' }] : kinds;
  if (choices.length === 1) return { ...choices[0] };
  const mapping = Object.fromEntries(geometry.map((kind, at) => [kind, kinds[at]?.$ref as string]));
  return kinds.length === 1 || isNullable
    ? { oneOf: choices }
    : { oneOf: choices, discriminator: { propertyName: 'type', mapping } };
}

const geometryText = ({ nullGeometry }: FeatureDescription): string =>
  nullGeometry === undefined ? 'Geometry of the feature.' : `Geometry of the feature; null ${nullGeometry}.`;

/** Returns the schema of a DTO without some fields and with other ones added. */
function changed(
  dto: DtoClass,
  without: readonly string[],
  also: Record<string, Schema>,
): Pick<Schema, 'properties' | 'required'> {
  const { properties, required = [] } = schemaOf(dto, componentName, false) as {
    properties: Record<string, Schema>;
    required?: string[];
  };
  const kept = Object.fromEntries(Object.entries(properties).filter(([name]) => !without.includes(name)));
  return {
    properties: { ...also, ...kept },
    required: [...Object.keys(also), ...required.filter((name) => !without.includes(name))],
  };
}

function featureReference(feature: FeatureDescription, components: Components): Schema {
  const { dto, without = [], also = {} } = feature;
  const name = componentName(dto);
  components.use(dto, 'response');
  const isWhole = without.length === 0 && Object.keys(also).length === 0;
  const own = isWhole ? {} : changed(dto, without, also);
  if (!isWhole && Object.keys(also).length === 0) components.addPart(dto, `${name}Properties`);
  if (!isWhole)
    components.addShared(
      `${name}Properties`,
      ordered({ type: 'object', description: `The properties of ${name}Feature.`, ...own }),
    );
  const properties = {
    type: word('Feature', 'Type of the GeoJSON object.'),
    id: ordered({ type: 'string', description: 'Identifier.', maxLength: 100, examples: [feature.id] }),
    geometry: { ...geometryOf(feature, components), description: geometryText(feature) },
    properties: { ...reference(isWhole ? name : `${name}Properties`), description: 'The fields of the JSON form.' },
  };
  const required = ['type', 'id', 'geometry', 'properties'];
  components.addShared(
    `${name}Feature`,
    ordered({ type: 'object', description: 'A GeoJSON Feature (RFC 7946).', properties, required }),
  );
  return reference(`${name}Feature`);
}

/**
 * Returns the schema of a GeoJSON response: a Feature, or a FeatureCollection that also has the members of the list
 * other than its items.
 */
export function geoJsonReference(
  { features, collection, without = [] }: GeoJsonDescription,
  components: Components,
): Schema {
  const items = features.map((feature) => featureReference(feature, components));
  const [first] = items;
  if (collection === undefined) return items.length === 1 ? (first as Schema) : { anyOf: items };
  const name = `${componentName(features.length === 1 ? (features[0] as FeatureDescription).dto : collection)}FeatureCollection`;
  const also = {
    type: word('FeatureCollection', 'Type of the GeoJSON object.'),
    features: {
      type: 'array',
      items: items.length === 1 ? first : { anyOf: items },
      maxItems: 100_000,
      description: 'The items of the page, one Feature each, in the order of the JSON form.',
    },
  };
  const own = changed(collection, ['items', ...without], also);
  components.addShared(
    name,
    ordered({ type: 'object', description: 'A GeoJSON FeatureCollection (RFC 7946).', ...own }),
  );
  return reference(name);
}
