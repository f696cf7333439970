import { readFileSync, writeFileSync } from 'node:fs';
import test from 'ava';
import { indicatorKinds } from '../../../../src/features/markets/indicators/indicator-catalog.js';
import type { IndicatorKind } from '../../../../src/features/markets/indicators/kinds/indicator-kind.js';

const FILE = 'docs/markets.md';
const [BEGIN, END] = [
  '<!-- indicators: written by documentation.test.js with RECORD=1 -->\n',
  '<!-- end of indicators -->',
];

const isPattern = ({ outputs }: IndicatorKind) => outputs[0]?.unit === 'signal';
const code = (text: string) => `\`${text}\``;

function row([name, { parameters, outputs, sentence, source, memory, reads, warmUp }]: [
  string,
  IndicatorKind,
]): string {
  const text = code([name, ...parameters.map(({ fallback }) => fallback)].join(':'));
  const names = parameters.length < 2 ? '' : ` (${parameters.map((parameter) => parameter.name).join(', ')})`;
  const shown = outputs.length === 1 && outputs[0]?.name === name ? [] : outputs.map((output) => code(output.name));
  const units = [...new Set(outputs.map(({ unit }) => unit.replace('_', ' ')))].join(', ');
  const before =
    memory === 'sum'
      ? 'from the start of the range'
      : reads === 'sessions'
        ? 'the session'
        : String(warmUp('1d', ...parameters.map(({ fallback }) => fallback)));
  return `| ${text}${names} | ${[shown.join(' '), units].filter(Boolean).join(': ')} | ${sentence} | ${before} | ${source} |`;
}

function tableOf(title: string, kinds: Array<[string, IndicatorKind]>): string {
  const head = '| Name with defaults | Lines: unit | Value | Earlier candles | Source |\n|---|---|---|--:|---|';
  return `**${title}**\n\n${head}\n${kinds.map(row).join('\n')}\n`;
}

const kinds = Object.entries(indicatorKinds);
const tables = `\n${[
  tableOf(
    'Over the prices (`overlay=`)',
    kinds.filter(([, { overlay }]) => overlay),
  ),
  tableOf(
    'In a panel (`panel=`)',
    kinds.filter(([, kind]) => !kind.overlay && !isPattern(kind)),
  ),
  tableOf(
    'Candle patterns (`panel=`)',
    kinds.filter(([, kind]) => isPattern(kind)),
  ),
].join('\n')}\n`;

test('the guide lists every indicator as it is declared', (t) => {
  const guide = readFileSync(FILE, 'utf8');
  const [start, end] = [guide.indexOf(BEGIN) + BEGIN.length, guide.indexOf(END)];
  t.true(start >= BEGIN.length && end > start);
  if (process.env.RECORD === '1') writeFileSync(FILE, `${guide.slice(0, start)}${tables}${guide.slice(end)}`);
  else t.is(guide.slice(start, end), tables);
});

test('a declaration states its title, a sentence, a source, named parameters with valid defaults, and outputs', (t) => {
  for (const [name, kind] of kinds) {
    t.regex(name, /^[a-z]{2,10}$/);
    t.regex(kind.title, /^[A-Z+]/, name);
    t.regex(kind.sentence, /[.\d)]$/, name);
    t.true(kind.source.length > 5, name);
    t.true(kind.parameters.length <= 3 && kind.outputs.length >= 1 && kind.outputs.length <= 3, name);
    for (const { name: parameter, fallback, min, max } of kind.parameters)
      t.true(parameter.length > 0 && fallback >= min && fallback <= max, name);
    const defaults = kind.parameters.map(({ fallback }) => fallback);
    t.is(kind.check?.(...defaults), undefined, name);
    t.true(kind.warmUp('1m', ...defaults) >= 0 && kind.warmUp('1m', ...defaults) <= 5_000, name);
    t.is(new Set(kind.outputs.map((output) => output.name)).size, kind.outputs.length, name);
    for (const output of kind.outputs) t.regex(output.name, /^[a-zA-Z]{1,20}$/, name);
  }
});
