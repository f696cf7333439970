import { readFileSync } from 'node:fs';
import test from 'ava';
import type { OpenApiDocument } from '../../src/api/open-api-document.js';
import { llmsText } from '../../src/openapi/llms-text.js';
import { operationsOf } from '../support/scorecard.js';

const service = JSON.parse(readFileSync('openapi.json', 'utf8')) as OpenApiDocument;
const text = llmsText(service);

test('the text begins with the name and one line that describes the service', (t) => {
  t.true(text.startsWith(`# ${service.info.title}\n\n> ${service.info.summary}\n\n`));
});

test('the text lists each operation once, below its group, with a link to the reference', (t) => {
  const all = operationsOf(service);
  const listed = [...text.matchAll(/^- \[.+\]\(\/redoc#tag\/([^/]+)\/operation\/(\w+)\): `([A-Z]+) ([^`]+)`$/gm)];
  t.is(listed.length, all.length);
  t.deepEqual(listed.map(([, , id]) => id as string).sort(), all.map(({ operation }) => operation.operationId).sort());
  t.true(
    text.includes(
      '\n- [List vessels](/redoc#tag/Geospatial/operation/listVessels): `GET /api/v1/geospatial/vessels`\n',
    ),
  );
});

test('links are absolute if the address of the service is known', (t) => {
  const links = [...llmsText(service, 'https://watch.example.org').matchAll(/^- \[[^\]]+\]\(([^)]+)\)/gm)].map(
    ([, link]) => link as string,
  );
  t.true(links.length > 300);
  t.true(links.every((link) => link.startsWith('https://watch.example.org/')));
});
