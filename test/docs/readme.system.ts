import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import test from 'ava';
import { readConfig } from '../../src/config/read-config.js';
import { readBlocks } from '../support/readme-blocks.js';

const blocks = ['README.md', 'docs/tutorial.md', 'docs/recipes.md'].flatMap(readBlocks);

test('each settings block of the README and the tutorial is a valid .env', async (t) => {
  const settings = blocks.filter(({ language }) => language === 'ini');
  t.true(settings.length > 0);
  for (const { text } of settings) {
    const { variables } = await readConfig({ SVC_ENV: 'development', ...parseEnv(text) });
    const unknown = Object.keys(parseEnv(text)).filter((name) => !variables.some((variable) => variable.name === name));
    t.deepEqual(unknown, [], text);
  }
});

test('no shell block of the documentation has a comment, because zsh would run it as a command', (t) => {
  const all = [
    ...blocks,
    ...readBlocks('docs/operating.md'),
    ...readBlocks('clients/python/README.md'),
    ...readBlocks('clients/typescript/README.md'),
    ...readBlocks('bench/README.md'),
  ];
  for (const { language, text } of all) if (language === 'sh') t.notRegex(text, /(^|\s)#/m, text);
});

test('every shell block works on its own', (t) => {
  for (const { language, text } of blocks)
    if (language === 'sh') t.notThrows(() => execFileSync('bash', ['-n'], { input: text, stdio: 'pipe' }), text);
});

const root = join(import.meta.dirname, '..', '..', '..');
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'clients/python/README.md',
  'clients/typescript/README.md',
  ...readdirSync(join(root, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

test('each relative link of the documents is to a file, and each link to a section to its heading', (t) => {
  for (const document of documents) {
    for (const [, path = '', anchor] of readFileSync(join(root, document), 'utf8').matchAll(
      /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g,
    )) {
      const target = path === '' ? join(root, document) : join(root, dirname(document), path);
      t.true(existsSync(target), `${document}: ${path}`);
      if (anchor === undefined || !target.endsWith('.md')) continue;
      const headings = [...readFileSync(target, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
        anchorOf(heading),
      );
      t.true(headings.includes(anchor), `${document}: ${path}#${anchor}`);
    }
  }
});

test('the first and the last line of each block of the documents contain only the fence and the language', (t) => {
  for (const document of documents) {
    const fences = readFileSync(join(root, document), 'utf8').match(/^ *```.*$/gm) ?? [];
    for (const fence of fences) t.regex(fence, /^ *```(?:[a-z]+)?$/, document);
    t.is(fences.length % 2, 0, document);
  }
});

/** Returns the anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\w -]/g, '')
    .replaceAll(' ', '-');
}

test('each operation that a block of the documents calls exists in the description', (t) => {
  const { paths } = JSON.parse(readFileSync(join(root, 'openapi.json'), 'utf8')) as { paths: Record<string, object> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(
      (method) =>
        new RegExp(
          `^${method} ${path
            .replace('/api/v1', '')
            .replaceAll('.', '\\.')
            .replace(/\{\w+\}/g, '[^/]+')}$`,
          'i',
        ),
    ),
  );
  let count = 0;
  for (const document of documents) {
    for (const { text } of readBlocks(document).filter(({ language }) => language === 'sh' || language === 'console')) {
      for (const [, method, path = ''] of text.matchAll(/watchfloor call (?:(GET|POST|PUT|PATCH|DELETE) )?(\/\S+)/g)) {
        const call = `${method ?? 'GET'} ${path}`;
        count += 1;
        t.true(
          operations.some((operation) => operation.test(call)),
          `${document}: ${call}`,
        );
      }
    }
  }
  t.true(count > 40);
});
