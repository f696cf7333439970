import { partialJsonType } from '../api/list-items.js';
import type { MediaType, Operation, Parameter } from '../api/open-api-document.js';
import type { Schema } from '../api/rules.js';
import { columns, wrap } from '../commands/command.js';
import type { DescribedOperation, Description } from './description.js';

/**
 * Returns the text of `watchfloor call --help OPERATION`, all of it from the API description.
 * @param width of the lines (characters)
 */
export function operationHelp(described: DescribedOperation, description: Description, width = 120): string {
  const { method, path, operation } = described;
  const parameters = description.parametersOf(described).filter(({ name }) => name !== 'If-None-Match');
  const body = Object.entries(operation.requestBody?.content ?? {});
  const json = body.find(([type]) => type === 'application/json')?.[1];
  const access = accessOf(operation);
  const sections = [
    [
      'Parameters',
      parameters
        .filter(({ in: place }) => place !== 'header')
        .map((parameter) => parameterLine(parameter, '==', description)),
    ],
    [
      'Headers',
      parameters
        .filter(({ in: place }) => place === 'header')
        .map((parameter) => parameterLine(parameter, ':', description)),
    ],
    ['Body', json === undefined ? body.map(([type]) => [`  @FILE`, type] as const) : bodyLines(json, description)],
  ] as const;
  const shortPath = path.replace(/^\/api\/v1/, '');
  return [
    `${operation.summary}\n\n  ${method} ${shortPath}\n  operation ${operation.operationId}\n  ${access}\n\n${wrap(operation.description, width).join('\n')}\n`,
    ...sections.flatMap(([title, lines]) => (lines.length > 0 ? [`${title}:\n${columns(lines, width)}`] : [])),
    `${wrap(`Answers: ${answersOf(described, description)}`, width).join('\n')}\n`,
    `Example:\n  npx watchfloor call ${exampleOf(described, parameters, json, description)}\n`,
  ].join('\n');
}

/** Returns the access to an operation, in words. */
function accessOf({ security, 'x-scope': scope }: Operation): string {
  if (security.some((scheme) => Object.keys(scheme).length === 0)) return 'without signing in';
  if (security.some((scheme) => 'RefreshCookie' in scheme)) return 'with the refresh cookie of a session';
  return `for accounts that are signed in${typeof scope === 'string' ? `, and keys with the scope ${scope}` : ''}`;
}

/** Longer types (characters) are shown after the text instead of before it. */
const MAX_TYPE = 24;

type Line = readonly [string, string];

function parameterLine(
  { name, required, schema, description: text }: Parameter,
  separator: string,
  description: Description,
): Line {
  const fallback = description.resolve<Schema>(schema).default;
  return lineOf(
    `${name}${separator}`,
    schema,
    required,
    `${text}${fallback === undefined ? '' : ` Default: ${fallback}.`}`,
    description,
  );
}

/** Returns the line of a parameter or member. @param name including its separator */
function lineOf(name: string, schema: Schema, isRequired: boolean, text: string, description: Description): Line {
  const type = description.typeOf(schema);
  const isLong = type.length > MAX_TYPE;
  return [
    `  ${name}${isLong ? 'VALUE' : type}`,
    `${isRequired ? 'Required. ' : ''}${text}${isLong ? ` VALUE: ${type.replace(/,…$/, '').replaceAll('|', ', ')}${type.endsWith('…') ? '; several with commas' : ''}.` : ''}`,
  ];
}

/** Returns the lines of a JSON body's members: `name=` for text, `name:=` for other values. */
function bodyLines({ schema }: MediaType, description: Description): Line[] {
  const { properties = {}, required = [] } = description.resolve<Schema>(schema) as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, member]) => {
    const text = String(member.description ?? description.resolve<Schema>(member).description ?? '');
    return lineOf(
      `${name}${isText(member, description) ? '=' : ':='}`,
      member,
      required.includes(name),
      text,
      description,
    );
  });
}

const isText = (schema: Schema, description: Description) =>
  [description.resolve<Schema>(schema).type].flat().includes('string');

function answersOf({ operation }: DescribedOperation, description: Description): string {
  const types = Object.entries(operation.responses).flatMap(([status, response]) =>
    status < '300'
      ? Object.keys(description.resolve<{ content?: object }>(response as { content?: object }).content ?? {})
      : [],
  );
  const named = types.filter((type) => type !== partialJsonType);
  return [...new Set(named)].join(', ') || 'no content';
}

/** Returns an example call with the required parameters and members, from the examples of the OpenAPI description. */
function exampleOf(
  { method, path }: DescribedOperation,
  parameters: readonly Parameter[],
  json: MediaType | undefined,
  description: Description,
): string {
  const required = parameters.filter(({ required, in: place }) => required && place !== 'header');
  const { required: names = [], properties = {} } = (json ? description.resolve<Schema>(json.schema) : {}) as {
    required?: string[];
    properties?: Record<string, Schema>;
  };
  const values = (json?.example ?? {}) as Record<string, unknown>;
  const members = names.map((name) => {
    const value = values[name];
    return isText(properties[name] ?? {}, description)
      ? `${name}=${quoted(String(value))}`
      : `${name}:=${quoted(JSON.stringify(value))}`;
  });
  const shown = (parameter: Parameter) =>
    String(parameter.example ?? [parameter.schema.examples].flat()[0] ?? parameter.schema.default ?? 'VALUE');
  const filled = path
    .replace(/^\/api\/v1/, '')
    .replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(shown(required.find((one) => one.name === name) as Parameter)),
    );
  const queries = required
    .filter(({ in: place }) => place === 'query')
    .map((parameter) => `${parameter.name}==${quoted(shown(parameter))}`);
  return [`${method} ${filled}`, ...queries, ...members].join(' ');
}

/** Returns a text quoted for a shell if necessary. */
function quoted(text: string): string {
  return /^[\w.,:@/+-]*$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
