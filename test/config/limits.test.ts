import test from 'ava';
import { readConfig } from '../../src/config/read-config.js';

const { variables } = await readConfig({});

/** Returns the message of the rule that a value violates; undefined if the value is accepted. */
async function broken(name: string, value: string): Promise<string | undefined> {
  try {
    await readConfig({ [name]: value });
    return undefined;
  } catch (error) {
    return (error as { problems: string[] }).problems.find((problem) => problem.startsWith(`${name} must be`));
  }
}

test('an integer is accepted from its lower to its upper limit and rejected beyond them', async (t) => {
  let found = 0;
  for (const { name } of variables) {
    const [, lowest, highest] = /a whole number from (-?\d+) to (\d+)/.exec((await broken(name, '?')) ?? '') ?? [];
    if (lowest === undefined || highest === undefined) continue;
    found += 1;
    const [min, max] = [Number(lowest), Number(highest)];
    t.deepEqual([await broken(name, `${min}`), await broken(name, `${max}`)], [undefined, undefined], name);
    for (const value of [`${min - 1}`, `${max + 1}`, '1.5', `${max}x`])
      t.regex((await broken(name, value)) ?? '', /whole number/, `${name}=${value}`);
  }
  t.true(found > 50, `${found}`);
});

test('a setting with fixed choices accepts each of them and nothing else', async (t) => {
  let found = 0;
  for (const { name } of variables) {
    const [, words] = /must be one of ([\w, -]+)$/.exec((await broken(name, '?')) ?? '') ?? [];
    if (words === undefined) continue;
    found += 1;
    for (const word of words.split(', ')) t.is(await broken(name, word), undefined, `${name}=${word}`);
    t.regex((await broken(name, words.split(', ')[0]?.slice(1) ?? '')) ?? '', /one of/, name);
  }
  t.true(found > 5, `${found}`);
});
