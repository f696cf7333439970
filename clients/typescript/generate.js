// Writes the types of an API description, and the operations that take an idempotency key, to src/api.ts. Usage: node generate.js [openapi.json] [src/api.ts]
import { readFileSync, writeFileSync } from 'node:fs';
import openapiTS, { astToString } from 'openapi-typescript';

const here = (file) => new URL(file, import.meta.url);
const [from = here('../../openapi.json'), to = here('src/api.ts')] = process.argv.slice(2);
const description = JSON.parse(readFileSync(from, 'utf8'));

/** Removes `/api/v1` from the paths, because the client adds it. */
description.paths = Object.fromEntries(
  Object.entries(description.paths).map(([path, item]) => [path.replace('/api/v1', ''), item]),
);

/**
 * Returns the type of the events of a stream: a union distinguished by `event`. The client handles the events of
 * renewal and errors itself, so they are left out.
 */
const typeOf = (events) => ({
  oneOf: Object.entries(events)
    .filter(([event]) => !['reauth', 'error'].includes(event))
    .map(([event, data]) => ({
      type: 'object',
      required: ['event', 'data'],
      properties: {
        event: event === '*' ? { type: 'string' } : { type: 'string', const: event },
        id: { type: 'string' },
        data,
      },
    })),
});

for (const item of Object.values(description.paths)) {
  for (const operation of Object.values(item)) {
    const stream = operation.responses?.[200]?.content?.['text/event-stream'];
    if (stream?.['x-events']) stream.schema = typeOf(stream['x-events']);
  }
}

const resolved = (node) => (node.$ref ? description.components.parameters[node.$ref.split('/').at(-1)] : node);
const keyed = Object.entries(description.paths).flatMap(([path, item]) =>
  Object.entries(item)
    .filter(([, { parameters = [] }]) => parameters.some((one) => resolved(one).name === 'Idempotency-Key'))
    .map(([method]) => `${method.toUpperCase()} ${path}`),
);

// Without this option, request fields with a default would be required.
const types = astToString(await openapiTS(description, { defaultNonNullable: false }));
writeFileSync(
  to,
  `${types}
/** Operations that take an \`Idempotency-Key\`. */
export const withIdempotencyKey: ReadonlySet<string> = new Set(${JSON.stringify(keyed)});
`,
);
