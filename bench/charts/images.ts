// The cost of rendering a chart image: CPU time and size by the content of the image. The first image includes loading
// the drawing library.

import { lineChart } from '../../src/charts/line-chart.js';
import { candleChart } from '../../src/features/markets/charts/candle-chart.js';
import type { ChartCandle } from '../../src/features/markets/charts/join-candles.js';
import { median } from '../support/median.js';
import { sizesOf } from '../support/sizes.js';
import { printTable } from '../support/table.js';

const { rounds: ROUNDS } = sizesOf({ usual: { rounds: 15 }, smoke: { rounds: 1 } });
const frame = { title: 'AAPL.US', subtitle: '1d · USD', width: 960, height: 480, theme: 'auto' } as const;

const tide = (count: number, phase = 0): ChartCandle[] =>
  Array.from({ length: count }, (_, index) => {
    const [open, close] = [100 + 10 * Math.sin(index / 9 + phase), 100 + 10 * Math.sin((index + 1) / 9 + phase)];
    const [high, low] = [Math.max(open, close) + 1, Math.min(open, close) - 1];
    return { time: new Date(Date.UTC(2010, 0, 1 + index)), open, high, low, close, volume: 1_000 + (index % 7) * 100 };
  });
const lines = (count: number, days: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `S${index}.US`,
    points: tide(days, index).map(({ time, close }) => ({ time, value: close })),
  }));

const drawings: Record<string, () => Promise<string>> = {
  '250 candles, the first': () => candleChart({ ...frame, candles: tide(250), hasVolume: true }),
  '250 candles': () => candleChart({ ...frame, candles: tide(250), hasVolume: true }),
  '5,000 candles': () => candleChart({ ...frame, candles: tide(5_000), hasVolume: true }),
  '5,000 candles, 2000 × 1200': () =>
    candleChart({ ...frame, width: 2000, height: 1200, candles: tide(5_000), hasVolume: true }),
  '3 lines of 250': () => lineChart({ ...frame, series: lines(3, 250), unit: '', baseline: 100 }),
  '10 lines of 5,000': () => lineChart({ ...frame, series: lines(10, 5_000), unit: '', baseline: 100 }),
};

const rows: Array<Array<string | number>> = [];
for (const [name, draw] of Object.entries(drawings)) {
  const [cpu, wall]: [number[], number[]] = [[], []];
  let size = 0;
  for (let round = 0; round < (name.endsWith('first') ? 1 : ROUNDS); round += 1) {
    const [before, began] = [process.cpuUsage(), performance.now()];
    size = (await draw()).length;
    const { user, system } = process.cpuUsage(before);
    cpu.push((user + system) / 1e3);
    wall.push(performance.now() - began);
  }
  rows.push([name, median(cpu).toFixed(0), median(wall).toFixed(0), (size / 1e3).toFixed(0)]);
}
printTable(['', 'CPU ms', 'ms', 'kB'], rows);
