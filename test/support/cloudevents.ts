import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import formats from 'ajv-formats';

const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);
const validate = ajv.compile(JSON.parse(readFileSync('test/fixtures/events/cloudevents.json', 'utf8')));

/** Returns the errors of an event by the JSON Schema of CloudEvents 1.0; empty for a valid one. */
export const cloudEventErrors = (event: unknown): string[] =>
  validate(event) ? [] : (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
