import type { ChartLook } from '../../../charts/chart-frame.js';
import { lineChart } from '../../../charts/line-chart.js';
import { threadFunction } from '../../../threads/thread-call.js';
import type { SentimentSeries } from './sentiment.js';

export interface SentimentDrawing {
  series: SentimentSeries;
  look: ChartLook;
}

/** Runs in a thread. @returns an SVG document */
export function drawSentiment({ series: { symbol, bucket, items }, look }: SentimentDrawing): Promise<string> {
  const articles = items.reduce((sum, item) => sum + item.articles, 0);
  const hasProvider = items.some(({ providerSentiment }) => providerSentiment !== null);
  const tone = { name: 'Tone', points: items.map(({ time, tone: value }) => ({ time, value })) };
  const provider = { name: 'Provider', points: items.map(({ time, providerSentiment: value }) => ({ time, value })) };
  return lineChart({
    ...look,
    title: `Sentiment of news about ${symbol}`,
    subtitle: `${articles === 1 ? '1 article' : `${articles.toLocaleString('en-US')} articles`}, mean per ${bucket}, from -1 (negative) to 1`,
    unit: '',
    baseline: 0,
    series: hasProvider ? [tone, provider] : [tone],
  });
}

export const sentimentChartInThread = threadFunction<typeof drawSentiment>(new URL(import.meta.url), 'drawSentiment');
