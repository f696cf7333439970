import test from 'ava';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { colorOf, lightColor } from '../../../../src/charts/palette.js';
import type { ChartLine } from '../../../../src/charts/panels.js';
import { logarithmicAxis } from '../../../../src/charts/plot-axis.js';
import {
  type CandleChartSpec,
  type ChartCandle,
  candleChart,
} from '../../../../src/features/markets/charts/candle-chart.js';
import { closesAt } from '../../../../src/features/markets/charts/indexed.js';
import { indicatorLines } from '../../../../src/features/markets/charts/indicator-lines.js';
import { tide } from '../../../charts/tide.js';

const spec = (over: Partial<CandleChartSpec> = {}): CandleChartSpec => ({
  title: 'AAPL.US – Apple Inc',
  subtitle: '1d · USD',
  candles: tide(60),
  hasVolume: true,
  width: 960,
  height: 480,
  theme: 'light',
  ...over,
});

const shapes = (svg: string, role: Parameters<typeof lightColor>[0]) =>
  svg.split(`<path`).filter((shape) => shape.includes(`fill="${lightColor(role)}"`)).length;
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] as string);

test('every candle is drawn in the color of its direction', async (t) => {
  const candles = tide(60);
  const svg = await candleChart(spec({ candles, hasVolume: false }));
  const rising = candles.filter(({ open, close }) => close >= open).length;
  t.is(shapes(svg, 'up'), rising + 1); // The mark of the last price is another shape of this class.
  t.is(shapes(svg, 'down'), 60 - rising);
});

test('a chart has a text alternative', async (t) => {
  const svg = await candleChart(spec());
  t.regex(
    svg,
    /^<svg [^>]*role="img"[^>]*><title>AAPL\.US – Apple Inc<\/title><desc>60 candles, 5 Jan – 5 Mar 2026\. Last close [\d.]+\.<\/desc>/,
  );
});

test('a chart contains title, subtitle, range, last price and months', async (t) => {
  const candles = tide(60);
  const texts = textsOf(await candleChart(spec({ candles })));
  t.true(texts.includes('AAPL.US – Apple Inc'));
  t.true(texts.includes('1d · 5 Jan – 5 Mar 2026 · USD'));
  t.true(texts.includes((candles.at(-1) as { close: number }).close.toFixed(2)));
  t.true(texts.includes('Feb'));
});

test('no axis label overlaps the label of the last price', async (t) => {
  const flat = tide(30).map(({ time }) => ({ time, open: 100, high: 110, low: 90, close: 100, volume: 1 }));
  const labels = async (close: number) =>
    textsOf(
      await candleChart(
        spec({
          candles: [...flat.slice(0, -1), { ...(flat[0] as (typeof flat)[0]), time: new Date('2026-02-03'), close }],
        }),
      ),
    );
  t.true((await labels(97.5)).includes('100'));
  t.false((await labels(100)).includes('100'));
  t.true((await labels(100)).includes('100.00'));
});

test('a notice appears in the chart and in its text alternative', async (t) => {
  const svg = await candleChart(spec({ notice: 'Simulated data' }));
  t.true(textsOf(svg).includes('Simulated data'));
  t.regex(svg, /<desc>[^<]*Simulated data\.<\/desc>/);
});

test('a small chart contains the notice, too', async (t) => {
  const svg = await candleChart(spec({ notice: 'Simulated data', width: 320, height: 200 }));
  t.true(textsOf(svg).includes('Simulated data'));
});

test('markup in texts is escaped', async (t) => {
  const hostile = '</title><script>alert(1)</script><x y="&\'\u0000\u0008\ud800 onload=alert(1)';
  const svg = await candleChart(spec({ title: hostile, subtitle: `{a|${hostile}}`, notice: hostile, theme: 'auto' }));
  t.is(XMLValidator.validate(svg), true);
  const names = new Set([...svg.matchAll(/<([a-z]\w*)/gi)].map((match) => match[1]));
  t.deepEqual(
    [...names].filter(
      (name) =>
        !['svg', 'title', 'desc', 'style', 'rect', 'path', 'text', 'g', 'defs', 'clipPath'].includes(name as string),
    ),
    [],
  );
  t.notRegex(svg, /<[^>]*\son\w+=/);
  t.notRegex(svg, /[\u0000-\u001f]/);
  const read = new XMLParser({ processEntities: true }).parse(svg);
  t.is(read.svg.title, '</title><script>alert(1)</script><x y="&\' � onload=alert(1)');
});

test('the same data produce identical bytes, also after other charts', async (t) => {
  const first = await candleChart(spec({ theme: 'auto' }));
  await candleChart(spec({ candles: tide(10) }));
  t.is(await candleChart(spec({ theme: 'auto' })), first);
});

test('a chart has no scripts, no external references and no inline styles', async (t) => {
  const svg = await candleChart(spec({ theme: 'auto' }));
  t.notRegex(svg, /<script|<image|<foreignObject|\shref=|style="|url\((?!#)|@import|@font-face/i);
});

test('a light or dark chart has the colors of that theme only and no style sheet', async (t) => {
  const [light, dark] = [await candleChart(spec({ theme: 'light' })), await candleChart(spec({ theme: 'dark' }))];
  for (const svg of [light, dark]) t.false(svg.includes('<style'));
  t.true(light.includes(`fill="${colorOf('ground', 'light')}"`));
  t.true(dark.includes(`fill="${colorOf('ground', 'dark')}"`));
  for (const role of ['up', 'down', 'text', 'muted', 'grid', 'ground'] as const)
    t.false(dark.includes(lightColor(role)), role);
});

test('an auto chart uses light colors and defines a dark one for each', async (t) => {
  const svg = await candleChart(spec({ theme: 'auto' }));
  const rules = /<style>@media \(prefers-color-scheme:dark\)\{(.*)\}<\/style>/.exec(svg)?.[1] as string;
  const coloured = [...svg.matchAll(/<(?:path|rect|text)[^>]*\s(?:fill|stroke)="#[^>]*>/g)].map(([shape]) => shape);
  t.true(coloured.length > 60);
  for (const shape of coloured) {
    for (const name of /class="([^"]+)"/.exec(shape)?.[1]?.split(' ') ?? ['none'])
      t.true(rules.includes(`.${name}{`), shape);
  }
});

test('candles too many to distinguish are joined, and the chart has a note about it', async (t) => {
  const candles = tide(5_000, { stepMs: 900_000 });
  const svg = await candleChart(spec({ candles, hasVolume: false }));
  t.true(shapes(svg, 'up') + shapes(svg, 'down') < 320);
  t.true(textsOf(svg).some((text) => text.includes('18 candles drawn as one')));
});

test('gaps are shaded and explained', async (t) => {
  const candles = tide(30).filter((_, index) => index < 10 || index > 14);
  const gap = { from: new Date(Date.UTC(2026, 0, 15)), to: new Date(Date.UTC(2026, 0, 20)) };
  const svg = await candleChart(spec({ candles, gaps: [gap] }));
  t.is(shapes(svg, 'gap'), 1);
  t.true(textsOf(svg).some((text) => text.includes('shaded: no data')));
  t.is(shapes(await candleChart(spec({ candles })), 'gap'), 0);
});

test('without candles the chart has a text that says so', async (t) => {
  const svg = await candleChart(spec({ candles: [], gaps: [{ from: new Date(0), to: new Date(1) }] }));
  t.is(XMLValidator.validate(svg), true);
  t.true(textsOf(svg).includes('No data in this range.'));
});

for (const [what, candles] of Object.entries({
  'a single candle that did not move': [{ time: new Date(0), open: 5, high: 5, low: 5, close: 5, volume: 0 }],
  'prices of a hundred-thousandth': tide(20, { price: 0.0000123 }),
  'prices of a hundred thousand': tide(20, { price: 123_456 }),
  'minutes over midnight': tide(90, { start: Date.UTC(2026, 10, 19, 23, 20), stepMs: 60_000 }),
})) {
  test(`${what} can be drawn at every size`, async (t) => {
    for (const [width, height] of [
      [320, 200],
      [2000, 1200],
    ] as const) {
      const svg = await candleChart(spec({ candles, width, height }));
      t.is(XMLValidator.validate(svg), true);
      t.notRegex(svg, /NaN|Infinity|undefined/);
    }
  });
}

const line = (over: Partial<ChartLine> & { values: Float64Array }): ChartLine => ({
  color: 'line1',
  style: 'line',
  ...over,
});
const sma = (count: number) => ({ name: 'SMA 20', lines: [line({ values: new Float64Array(count).fill(100) })] });
const rsi = (count: number) => ({
  name: 'RSI 14',
  lines: [line({ values: new Float64Array(count).fill(55.5) })],
  bounds: [0, 100] as const,
  guides: [30, 70],
});

test('indicators over and below the prices are named, with their last value and levels', async (t) => {
  const svg = await candleChart(spec({ height: 600, overlays: [sma(60)], panels: [rsi(60)] }));
  const texts = textsOf(svg);
  for (const text of ['SMA 20', 'RSI 14', '55.50', '30', '70']) t.true(texts.includes(text), text);
  t.regex(svg, /<desc>[^<]*With SMA 20, RSI 14\.<\/desc>/);
});

test('an indicator has its value at the last of the candles that are drawn as one', async (t) => {
  const values = Float64Array.from({ length: 600 }, (_, index) => (index % 3 === 2 ? 100 : 1_000));
  const svg = await candleChart(
    spec({ candles: tide(600), width: 700, panels: [{ name: 'X', lines: [line({ values })] }] }),
  );
  t.true(textsOf(svg).some((text) => text.includes('3 candles drawn as one')));
  const path = svg.match(new RegExp(`<path d="([^"]*)"[^>]*stroke="${lightColor('line1')}"`))?.[1] ?? '';
  const heights = new Set([...path.matchAll(/[ML ]?[\d.]+ ([\d.]+)/g)].map((match) => match[1]));
  t.is(heights.size, 1, [...heights].join());
});

test('an image that is too low omits panels and has a note about it', async (t) => {
  const texts = textsOf(await candleChart(spec({ height: 200, panels: [rsi(60)] })));
  t.true(
    texts.some((text) => text.includes('no room for RSI 14')),
    texts.join(),
  );
  t.false(texts.includes('55.50'));
  // The note is in narrow images, too, in which parts of the subtitle have no space.
  const small = { width: 400, height: 200, notice: 'Simulated data', subtitle: '1d · USD · adjusted for splits' };
  const narrow = textsOf(await candleChart(spec({ ...small, panels: [rsi(60), { ...rsi(60), name: 'MACD' }] })));
  t.true(
    narrow.some((text) => text.includes('no room for 2 panels')),
    narrow.join(),
  );
});

test('the value of a panel is not zero where the values are small, such as the range of a currency pair', async (t) => {
  const values = Float64Array.from({ length: 60 }, (_, index) => 0.0005 + index / 30_000);
  const svg = await candleChart(spec({ height: 600, panels: [{ name: 'ATR 14', lines: [line({ values })] }] }));
  t.true(textsOf(svg).includes('0.00247'), textsOf(svg).join());
});

test('on a log scale equal ratios are equally far apart, and prices of zero are drawn on a linear one', async (t) => {
  const pane = { left: 0, right: 800, top: 0, bottom: 300 };
  const axis = logarithmicAxis({ low: 1, high: 1_000, pane, covered: 10 });
  t.is(axis.of(100) - axis.of(10), axis.of(1_000) - axis.of(100));
  const log = textsOf(await candleChart(spec({ isLogarithmic: true })));
  t.true(log.some((text) => text.includes('log scale')));
  const [first, ...rest] = tide(60);
  const zero = [{ ...(first as ChartCandle), low: 0 }, ...rest];
  const linear = textsOf(await candleChart(spec({ candles: zero, isLogarithmic: true })));
  t.false(linear.some((text) => text.includes('log scale')));
});

test('compared instruments and candles have 100 at the first close that all of them have', async (t) => {
  const candles = tide(60);
  const closes = Float64Array.from(candles, (_, index) => (index < 10 ? Number.NaN : 50 + index / 10));
  const compared = [{ symbol: 'SAP.XETRA', currency: 'EUR', closes }];
  const texts = textsOf(await candleChart(spec({ currency: 'USD', candles, compared })));
  t.true(texts.includes('Index'));
  t.true(texts.some((text) => text.includes('100 = close of 15 Jan 2026')));
  // 55.9 on the last day is 109.6 if 51 is 100.
  t.true(texts.includes('SAP.XETRA (EUR) 109.6'), texts.join());
  const [base, last] = [candles[10] as ChartCandle, candles.at(-1) as ChartCandle];
  t.true(texts.includes(((last.close / base.close) * 100).toFixed(2)));
  t.true(textsOf(await candleChart(spec({ currency: 'USD', candles }))).includes('USD'));
});

test('an instrument of another exchange is compared by its close of the same or an earlier time, and not after its last close', (t) => {
  const [first, second, third] = tide(3).map(({ time }) => time) as [Date, Date, Date];
  const items = [{ time: second, close: 7 }];
  t.deepEqual([...closesAt([first, second, third], items)], [Number.NaN, 7, Number.NaN]);
  t.deepEqual(
    [
      ...closesAt(
        [second, third],
        [
          { time: first, close: 5 },
          { time: third, close: 6 },
        ],
      ),
    ],
    [5, 6],
  );
  t.deepEqual([...closesAt([first], [])], [Number.NaN]);
});

test('marks are below the prices, in the legend and in the text alternative', async (t) => {
  const marks = [
    {
      time: new Date('2026-01-20'),
      letter: 'S',
      kind: ['split', 'splits'] as const,
      color: 'line4' as const,
      text: 'Split 4:1, 20 Jan 2026',
    },
  ];
  const svg = await candleChart(spec({ marks }));
  t.regex(svg, /<g><title>Split 4:1, 20 Jan 2026<\/title><circle /);
  t.true(textsOf(svg).includes('Split 4:1, 20 Jan 2026'));
  t.regex(svg, /<desc>[^<]*Marks: Split 4:1, 20 Jan 2026\.<\/desc>/);
});

test('lines over candles have other colors than rising and falling candles', async (t) => {
  const overlays = indicatorLines(
    ['sma:20', 'ema:50', 'sma:100'].map((indicator) => ({
      indicator,
      overlay: true,
      lines: [{ name: 'value', values: new Float64Array(60) }],
    })),
  ).overlays;
  const used = overlays.flatMap(({ lines }) => lines.map(({ color }) => color));
  t.is(new Set(used).size, 3);
  for (const role of ['line2', 'line3', 'line8'] as const) t.false(used.includes(role), role);
  t.deepEqual(
    overlays.map(({ name }) => name),
    ['SMA 20', 'EMA 50', 'SMA 100'],
  );
});

test('a moving average is above Bollinger bands, whose middle it equals', async (t) => {
  const line = (name: string) => ({ name, values: new Float64Array(60).fill(100) });
  const { overlays } = indicatorLines([
    { indicator: 'sma:20', overlay: true, lines: [line('value')] },
    { indicator: 'bbands:20:2', overlay: true, lines: ['upper', 'middle', 'lower'].map(line) },
  ]);
  const svg = await candleChart(spec({ overlays }));
  const [average, bands] = overlays.map(({ lines }) =>
    svg.lastIndexOf(`stroke="${lightColor(lines[0]?.color ?? 'up')}"`),
  );
  t.true((bands as number) > 0 && (average as number) > (bands as number));
  t.true(svg.indexOf('>SMA 20<') < svg.indexOf('>BBANDS 20, 2<'));
});
