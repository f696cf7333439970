import test from 'ava';
import { XMLValidator } from 'fast-xml-parser';
import { fitted, textWidth } from '../../src/charts/draw.js';
import { type LineChartSpec, lineChart } from '../../src/charts/line-chart.js';
import { movedApart } from '../../src/charts/moved-apart.js';
import { lightColor, lineRoles } from '../../src/charts/palette.js';
import { tide } from './tide.js';

const line = (name: string, price = 100) => ({
  name,
  points: tide(60, { price }).map(({ time, close }) => ({ time, value: close as number | null })),
});
const spec = (over: Partial<LineChartSpec> = {}): LineChartSpec => ({
  title: 'Compared',
  subtitle: 'rebased to 100',
  series: [line('AAPL.US'), line('MSFT.US', 110)],
  unit: '',
  width: 960,
  height: 480,
  theme: 'light',
  ...over,
});

const strokesOf = (svg: string, role: (typeof lineRoles)[number]) =>
  [...svg.matchAll(new RegExp(`<path d="([^"]*)"[^>]*stroke="${lightColor(role)}"`, 'g'))].map(
    (match) => match[1] as string,
  );
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] as string);

test('each series is a line of its own color, labeled at its end with its name and last value', async (t) => {
  const svg = await lineChart(spec({ unit: '%' }));
  t.deepEqual(
    lineRoles.map((role) => strokesOf(svg, role).length),
    [1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
  );
  t.true(textsOf(svg).some((text) => /^AAPL\.US \d+\.\d%$/.test(text)));
  t.true(textsOf(svg).some((text) => /^MSFT\.US \d+\.\d%$/.test(text)));
});

test('both axes name their units above their labels', async (t) => {
  const series = [line('A.US'), { ...line('B.PA', 50), axis: 'right' as const }];
  const svg = await lineChart(spec({ series, axisName: 'USD', rightAxisName: 'EUR' }));
  t.deepEqual(
    textsOf(svg).filter((text) => /^[A-Z]{3}$/.test(text)),
    ['USD', 'EUR'],
  );
});

test('a line is interrupted where it has no value', async (t) => {
  const whole = line('A.US');
  const broken = {
    name: 'A.US',
    points: whole.points.map(({ time, value }, index) => ({ time, value: index > 20 && index < 30 ? null : value })),
  };
  const moves = (svg: string) => strokesOf(svg, 'line1')[0]?.match(/M/g)?.length;
  t.is(moves(await lineChart(spec({ series: [whole] }))), 1);
  t.is(moves(await lineChart(spec({ series: [broken] }))), 2);
});

test('a connected line continues over times that only other lines have', async (t) => {
  const daily = line('BTC-USD.CC');
  const weekdays = { name: 'AAPL.US', points: line('', 120).points.filter((_, index) => index % 7 < 5) };
  const moves = (svg: string) => strokesOf(svg, 'line2')[0]?.match(/M/g)?.length ?? 0;
  t.true(moves(await lineChart(spec({ series: [daily, weekdays] }))) > 5);
  t.is(moves(await lineChart(spec({ series: [daily, { ...weekdays, isConnected: true }] }))), 1);
});

test('marks in a low chart do not cover the labels of the time axis', async (t) => {
  const points = line('A.US').points;
  const marks = [{ time: points[20]?.time as Date, letter: 'D', kind: ['dividend', 'dividends'] as const }].map(
    (mark) => ({ ...mark, text: 'Dividend', color: 'line1' as const }),
  );
  const svg = await lineChart(spec({ marks, width: 400, height: 240 }));
  const mark = Number(/<circle[^>]* cy="([\d.]+)"/.exec(svg)?.[1]);
  const labels = [...svg.matchAll(/<text[^>]*transform="translate\([\d.]+ ([\d.]+)\)"[^>]*>\d* ?[A-Z][a-z]{2}/g)];
  t.true(labels.length > 0);
  for (const [, y] of labels) t.true(Number(y) >= mark + 8, `${y} is below ${mark}`);
});

test('the labels of ten lines in the smallest chart do not overlap', async (t) => {
  const series = Array.from({ length: 10 }, (_, index) => line(`S${index}.US`, 100 + index / 100));
  const svg = await lineChart(spec({ series, width: 320, height: 200 }));
  const ends = [...svg.matchAll(/<text[^>]* y="([\d.]+)"[^>]*>S\d\.US/g)].map((match) => Number(match[1]));
  t.is(ends.length, 10);
  const distances = ends
    .sort((one, other) => one - other)
    .map((y, index) => y - (ends[index - 1] ?? Number.NEGATIVE_INFINITY));
  t.true(Math.min(...distances) > 8, String(distances));
});

test('labels that would take much of a narrow chart are in a legend above the lines', async (t) => {
  const series = ['A', 'B', 'C'].map((letter) => line(`A LONG NAME ${letter}`));
  const placesOf = (svg: string) =>
    [...svg.matchAll(/<text[^>]* x="([\d.]+)"[^>]*>A LONG NAME/g)].map((match) => Number(match[1]));
  const narrow = placesOf(await lineChart(spec({ series, width: 400 })));
  t.true(narrow.length === 3 && narrow[0] === 31, String(narrow));
  const wide = placesOf(await lineChart(spec({ series, width: 960 })));
  t.true(wide.length === 3 && Math.min(...wide) > 700, String(wide));
});

test('counts have an axis from zero with whole numbers', async (t) => {
  const counts = { ...line('ships'), style: 'bars' as const };
  const points = counts.points.map((point, index) => ({ ...point, value: index % 2 }));
  const texts = textsOf(await lineChart(spec({ series: [{ ...counts, points }], isCount: true })));
  t.deepEqual(texts.filter((text) => /^[\d.]+$/.test(text)).sort(), ['0', '1']);
  t.true(
    texts.some((text) => /^ships [01]$/.test(text)),
    String(texts),
  );
});

test('a line with a single value is a dot', async (t) => {
  const single = (svg: string) => [...svg.matchAll(new RegExp(`<path [^>]*fill="${lightColor('line1')}"`, 'g'))].length;
  const series = [{ name: 'A.US', points: line('A.US').points.slice(0, 1) }];
  t.is(single(await lineChart(spec({ series }))), 1);
  t.is(single(await lineChart(spec())), 0);
});

test('a long title is truncated before the notice', async (t) => {
  const title = Array.from({ length: 10 }, () => 'EURUSD.FOREX').join(', ');
  const svg = await lineChart(spec({ title, notice: 'Simulated data' }));
  const [shown] = textsOf(svg).filter((text) => text.startsWith('EURUSD.FOREX, '));
  t.regex(shown ?? '', /…$/);
  t.true(textWidth(shown ?? '', 15) < 960 - 40 - textWidth('Simulated data', 12) - 15, shown);
});

test('a title without space is replaced by a short one, and stays the title for screen readers', async (t) => {
  const [title, shortTitle] = ['AAPL.US, MSFT.US, SAP.XETRA, BTC-USD.CC', 'AAPL.US and 3 more'];
  const narrow = await lineChart(spec({ title, shortTitle, width: 400, notice: 'Simulated data' }));
  t.true(textsOf(narrow).includes(shortTitle) && narrow.includes(`<title>${title}</title>`));
  t.true(textsOf(await lineChart(spec({ title, shortTitle }))).includes(title));
});

test('a connected panel continues over times without a value', async (t) => {
  const values = Float64Array.from(line('').points, (_, index) => (index % 7 < 5 ? 50 + (index % 3) : Number.NaN));
  const panel = { name: 'RSI 14', lines: [{ values, color: 'line4' as const, style: 'line' as const }] };
  const moves = (svg: string) => strokesOf(svg, 'line4')[0]?.match(/M/g)?.length ?? 0;
  t.true(moves(await lineChart(spec({ height: 600, panels: [panel] }))) > 5);
  t.is(moves(await lineChart(spec({ height: 600, panels: [{ ...panel, isConnected: true }] }))), 1);
});

test('markup in names is escaped', async (t) => {
  const svg = await lineChart(
    spec({ series: [{ ...line('x'), name: '</text><script>alert(1)</script>{a|b}' }], title: '"<&>' }),
  );
  t.is(XMLValidator.validate(svg), true);
  t.notRegex(svg, /<script/);
});

test('a chart of five thousand days is drawn with identical bytes each time', async (t) => {
  const points = tide(5_000).map(({ time, close }) => ({ time, value: close }));
  const drawing = () => lineChart(spec({ series: [{ name: 'A.US', points }], baseline: 100, theme: 'auto' }));
  const svg = await drawing();
  t.true(svg.length < 100_000, String(svg.length));
  t.is(await drawing(), svg);
});

test('a chart without values has a text that says so', async (t) => {
  const svg = await lineChart(spec({ series: [{ name: 'A.US', points: [{ time: new Date(0), value: null }] }] }));
  t.true(textsOf(svg).includes('No data in this range.'));
});

test('labels are moved no further than needed and stay within the plot', (t) => {
  t.deepEqual(movedApart([10, 12, 50], 5, 0, 100), [10, 15, 50]);
  t.deepEqual(movedApart([97, 98, 99], 5, 0, 100), [90, 95, 100]);
  t.deepEqual(movedApart([-3, 2], 5, 0, 100), [0, 5]);
  t.deepEqual(movedApart([], 5, 0, 100), []);
});

test('a truncated text does not end in an open bracket', (t) => {
  t.is(fitted('Wildfire, central Greece (simulated)', 10, 10_000), 'Wildfire, central Greece (simulated)');
  const cuts = Array.from({ length: 300 }, (_, room) => fitted('Wildfire, central Greece (simulated)', 10, room));
  t.true(cuts.includes('Wildfire, central Greece…'));
  t.deepEqual(
    cuts.filter((cut) => /[\s(,]…$/.test(cut)),
    [],
  );
});

test('series on two axes have separate scales, and the labels name those on the right', async (t) => {
  const large = { ...line('Volume', 5_000_000), axis: 'right' as const };
  const texts = textsOf(await lineChart(spec({ series: [line('AAPL.US'), large] })));
  t.true(texts.some((text) => /^AAPL\.US \d+\.\d{1,2}$/.test(text)));
  t.true(texts.some((text) => /^Volume \(right\) \d,\d{3},\d{3}$/.test(text)));
  t.true(texts.filter((text) => /^\d{2,3}(?:\.\d+)?$/.test(text)).length > 2);
  t.true(texts.filter((text) => /^\d,\d{3},\d{3}$/.test(text)).length > 2);
  // A chart with only a right axis does not mark its series, because there is no other axis.
  t.false(textsOf(await lineChart(spec({ series: [large] }))).some((text) => text.includes('(right)')));
});

test('lines are dashed, areas are filled, and bars begin at zero', async (t) => {
  const styled = async (style: 'dashed' | 'area' | 'bars') => lineChart(spec({ series: [{ ...line('A.US'), style }] }));
  t.regex(await styled('dashed'), /stroke-dasharray="6,4"/);
  t.regex(await styled('area'), new RegExp(`fill="${lightColor('line1')}"[^>]*fill-opacity="0.16"`));
  const bars = await styled('bars');
  t.is(strokesOf(bars, 'line1').length, 0);
  t.true([...bars.matchAll(new RegExp(`fill="${lightColor('line1')}"`, 'g'))].length >= 60);
  t.true(textsOf(bars).includes('0'));
});

test('a line chart has panels, marks, a heading of its axis and a log scale', async (t) => {
  const values = Float64Array.from({ length: 60 }, (_, index) => index);
  const svg = await lineChart(
    spec({
      height: 600,
      axisName: 'USD',
      isLogarithmic: true,
      panels: [
        { name: 'RSI 14', lines: [{ values, color: 'line1', style: 'line' }], bounds: [0, 100], guides: [30, 70] },
      ],
      marks: [
        { time: new Date('2026-01-20'), letter: 'S', kind: ['split', 'splits'], text: 'Split 4:1', color: 'line4' },
      ],
    }),
  );
  const texts = textsOf(svg);
  for (const text of ['USD', 'RSI 14', '59.00', '30', '70', 'Split 4:1']) t.true(texts.includes(text), text);
  t.true(texts.some((text) => text.includes('log scale')));
  t.regex(svg, /<g><title>Split 4:1<\/title>/);
  const negative = { name: 'B.US', points: line('B.US').points.map(({ time }, at) => ({ time, value: at - 5 })) };
  t.false(textsOf(await lineChart(spec({ series: [negative], isLogarithmic: true }))).some((text) => /log/.test(text)));
});

test('beside a right axis the names of lines are in a legend above the plot, and each axis has the color of its line', async (t) => {
  const series = [line('AAPL.US'), { ...line('EUR/USD', 1.1), axis: 'right' as const }];
  for (const width of [400, 960, 1_600]) {
    const svg = await lineChart(spec({ series, width, height: 300 }));
    const top = Math.min(...[...svg.matchAll(/<path d="M[\d.]+ ([\d.]+)L[\d.]+ \1"/g)].map(([, y]) => Number(y)));
    const names = [...svg.matchAll(/<text[^>]* y="([\d.]+)"[^>]*>(AAPL\.US|EUR\/USD \(right\)) [\d.]+</g)];
    t.is(names.length, 2);
    for (const [, y] of names) t.true(Number(y) < top, `${y} is above ${top}`);
    for (const role of ['line1', 'line2'] as const)
      t.true(svg.split(/<text/).filter((text) => text.includes(`fill="${lightColor(role)}"`)).length > 2, role);
  }
});

test('in a narrow image parts of the subtitle are left out, not cut', async (t) => {
  const subtitle = '1d · USD · adjusted for splits and dividends · last known values · one and another provider';
  const texts = textsOf(await lineChart(spec({ subtitle, notice: 'Simulated data', width: 400 })));
  t.true(texts.includes('1d · 5 Jan – 5 Mar 2026 · USD'), texts.join('\n'));
  t.false(texts.some((text) => text.endsWith('…')));
  const wide = textsOf(await lineChart(spec({ subtitle: `${subtitle} · ${subtitle}`, notice: 'Simulated data' })));
  t.false(wide.some((text) => text.endsWith('…')));
});
