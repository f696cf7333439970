import { execFileSync } from 'node:child_process';
import { parseEnv } from 'node:util';
import test from 'ava';
import { readConfig } from '../../src/config/read-config.js';
import { readBlocks } from '../support/readme-blocks.js';

const blocks = readBlocks('README.md');

test('each settings block of the README is a valid .env', async (t) => {
  const settings = blocks.filter(({ language }) => language === 'ini');
  t.true(settings.length > 0);
  for (const { text } of settings) {
    const { variables } = await readConfig({ SVC_ENV: 'development', ...parseEnv(text) });
    const unknown = Object.keys(parseEnv(text)).filter((name) => !variables.some((variable) => variable.name === name));
    t.deepEqual(unknown, [], text);
  }
});

test('no shell block of the documentation has a comment, because zsh would run it as a command', (t) => {
  const all = [...blocks, ...readBlocks('docs/operating.md'), ...readBlocks('clients/typescript/README.md'), ...readBlocks('bench/README.md')];
  for (const { language, text } of all) if (language === 'sh') t.notRegex(text, /(^|\s)#/m, text);
});

test('every shell block is complete by itself', (t) => {
  for (const { language, text } of blocks) if (language === 'sh') t.notThrows(() => execFileSync('bash', ['-n'], { input: text, stdio: 'pipe' }), text);
});
