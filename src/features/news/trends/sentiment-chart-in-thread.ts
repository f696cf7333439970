import { barChart } from '../../../charts/bar-chart.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { formatNumber } from '../../../charts/scale.js';
import { threadFunction } from '../../../threads/thread-call.js';
import type { SentimentBucketLength, SentimentSeries } from './sentiment.js';

export interface SentimentDrawing {
  series: SentimentSeries;
  look: ChartLook;
}

const barNames: Readonly<Record<SentimentBucketLength, string>> = {
  '1h': 'hourly bars',
  '6h': '6-hour bars',
  '1d': 'daily bars',
  '1w': 'weekly bars',
};

/**
 * Draws the numbers of articles by tone in each bucket, as bars: a line would be interrupted by buckets without
 * articles. Runs in a thread.
 * @returns an SVG document
 */
export function drawSentiment({ series: { symbol, bucket, items }, look }: SentimentDrawing): Promise<string> {
  const articles = items.reduce((sum, item) => sum + item.articles, 0);
  const isSimulated = items.some(({ simulated }) => simulated > 0);
  return barChart({
    ...look,
    title: `${symbol} – news sentiment`,
    subtitle: `${articles === 1 ? '1 article' : `${articles.toLocaleString('en-US')} articles`}${meanOf(items)} · ${barNames[bucket]}`,
    notice: isSimulated ? 'Simulated data' : undefined,
    axisName: 'articles',
    times: items.map(({ time }) => time),
    series: [
      { name: 'positive', color: 'up', values: items.map(({ positive }) => positive) },
      {
        name: 'neutral or without tone',
        color: 'severity1',
        values: items.map((item) => item.articles - item.positive - item.negative),
      },
      { name: 'negative', color: 'down', values: items.map(({ negative }) => negative) },
    ],
  });
}

/** Returns the mean tone of all articles that have one, as text. */
function meanOf(items: SentimentSeries['items']): string {
  const toned = items.flatMap(({ tone, toned: count }) => (tone === null ? [] : [{ tone, count }]));
  const count = toned.reduce((sum, item) => sum + item.count, 0);
  return count === 0
    ? ''
    : `, mean tone ${signed(toned.reduce((sum, item) => sum + item.tone * item.count, 0) / count)}`;
}

/** Formats a tone as `+0.10`. */
const signed = (tone: number): string => (tone >= 0.005 ? '+' : '') + formatNumber(tone, 2);

export const sentimentChartInThread = threadFunction<typeof drawSentiment>(new URL(import.meta.url), 'drawSentiment');
