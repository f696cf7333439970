import test from 'ava';
import { XMLValidator } from 'fast-xml-parser';
import { type BarChartSpec, barChart } from '../../src/charts/bar-chart.js';
import { lightColor } from '../../src/charts/palette.js';

const times = Array.from({ length: 6 }, (_, hour) => new Date(Date.UTC(2026, 10, 10, hour)));
const spec = (over: Partial<BarChartSpec> = {}): BarChartSpec => ({
  title: 'Events',
  subtitle: 'by severity',
  width: 640,
  height: 320,
  theme: 'light',
  times,
  axisName: 'events',
  series: [
    { name: 'minor', color: 'severity1', values: [1, 0, 2, 0, 0, 7] },
    { name: 'high', color: 'severity4', values: [0, 0, 3, 0, 0, 0] },
    { name: 'critical', color: 'severity5', values: [0, 0, 0, 0, 0, 0] },
  ],
  ...over,
});
const filled = (svg: string, role: 'severity1' | 'severity4' | 'severity5') =>
  svg.split(`fill="${lightColor(role)}"`).length - 1;

test('each value is a bar in the color of its series, and the legend names only series with values', async (t) => {
  const svg = await barChart(spec());
  // The count includes the color swatch in the legend.
  t.deepEqual(
    [filled(svg, 'severity1') >= 4, filled(svg, 'severity4') >= 2, filled(svg, 'severity5')],
    [true, true, 0],
  );
  t.regex(svg, />minor</);
  t.notRegex(svg, />critical</);
  t.true(XMLValidator.validate(svg) === true);
});

test('the axis of counts has whole steps, also for a single event', async (t) => {
  const svg = await barChart(spec({ series: [{ name: 'minor', color: 'severity1', values: [1, 0, 0, 0, 0, 0] }] }));
  t.notRegex(svg, />0\.\d+</);
  t.regex(svg, />1</);
});

test('the value axis has a heading, and the first time of day has the day', async (t) => {
  const day = Array.from({ length: 24 }, (_, hour) => new Date(Date.UTC(2026, 10, 10, hour)));
  const series = [{ name: 'minor', color: 'severity1' as const, values: day.map(() => 1) }];
  const svg = await barChart(spec({ times: day, series, width: 960 }));
  t.regex(svg, />events</);
  t.regex(svg, />10 Nov 2026 0\d:00</);
});

test('names of series are escaped', async (t) => {
  const svg = await barChart(spec({ series: [{ name: '<b>&', color: 'line1', values: [1] }] }));
  t.true(XMLValidator.validate(svg) === true);
  t.notRegex(svg, /<b>/);
});

test('the text alternative names the notice', async (t) =>
  t.regex(
    await barChart(spec({ notice: 'Simulated data' })),
    /<desc>[^<]*minor 10, high 3\. Simulated data\.<\/desc>/,
  ));
