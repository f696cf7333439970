import test from 'ava';
import { type CategoryBarsSpec, categoryBars } from '../../src/charts/category-bars.js';
import { lightColor } from '../../src/charts/palette.js';

const spec = (over: Partial<CategoryBarsSpec> = {}): CategoryBarsSpec => ({
  title: 'Returns',
  subtitle: 'by holding',
  width: 640,
  height: 320,
  theme: 'light',
  unit: '%',
  decimals: 2,
  series: [{ name: 'Contribution', color: 'line1' }],
  bars: Array.from({ length: 40 }, (_, index) => ({ name: `Holding ${index}`, values: [40 - index] })),
  ...over,
});
const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1] as string);

test('totals are above the bars and are not combined, the smallest bars are', async (t) => {
  const totals = [
    { name: 'Portfolio', values: [0.5] },
    { name: 'Benchmark', values: [-0.25] },
  ];
  const texts = textsOf(await categoryBars(spec({ totals })));
  const at = (text: string) => texts.indexOf(text);
  t.true(at('Portfolio') >= 0 && at('Portfolio') < at('Benchmark') && at('Benchmark') < at('Holding 0'));
  t.true(texts.includes('0.50%') && texts.includes('−0.25%'));
  t.true(texts.some((text) => /^\d+ others$/.test(text)));
});

test('the lowest image keeps all totals and two bars', async (t) => {
  const totals = ['Portfolio', 'Benchmark', 'Difference'].map((name) => ({ name, values: [1] }));
  const texts = textsOf(await categoryBars(spec({ totals, width: 320, height: 200, notice: 'Simulated data' })));
  t.true(['Portfolio', 'Benchmark', 'Difference', 'Holding 0', '39 others'].every((name) => texts.includes(name)));
});

test('the axis of a narrow image has a label beside zero', async (t) => {
  const bars = [
    { name: 'Equities', values: [49.2] },
    { name: 'Exchange-traded funds', values: [36], note: '53,575' },
  ];
  const texts = textsOf(await categoryBars(spec({ bars, decimals: 1, width: 400, height: 480 })));
  t.true(texts.includes('0%') && texts.includes('25%'), texts.join(', '));
});

test('a bar has a color of its own and a note after its sum', async (t) => {
  const svg = await categoryBars(spec({ bars: [{ name: 'Cash', values: [12.5], color: 'down', note: '21.2K' }] }));
  t.true(svg.includes(`fill="${lightColor('down')}"`) && !svg.includes(`fill="${lightColor('line1')}"`));
  t.true(textsOf(svg).includes('12.50% · 21.2K'));
});

test('the longest bars reach the ends of the plot, and the labels of its axis are round', async (t) => {
  const bars = [
    { name: 'Portfolio', values: [20.41] },
    { name: 'Cash', values: [-3.66] },
  ];
  const svg = await categoryBars(spec({ bars, width: 400, height: 300 }));
  const lengths = [...svg.matchAll(/<path d="M[\d.]+ [\d.]+l(-?[\d.]+) 0l[^"]*" fill="#0068a8"/g)];
  const longest = Math.max(...lengths.map(([, length]) => Math.abs(Number(length))));
  t.true(longest > 400 * 0.4, String(longest));
  t.deepEqual(
    textsOf(svg).filter((text) => /^−?\d+%$/.test(text)),
    ['0%', '10%', '20%'],
  );
});
