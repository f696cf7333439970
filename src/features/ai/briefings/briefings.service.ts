import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import type { Caller } from '../../../http/caller.js';
import { Clock } from '../../../time/clock.js';
import { DAY_MS } from '../../../time/durations.js';
import { unverifiedNumbers } from '../citations/verify-numbers.js';
import { Contexts } from '../context/context.service.js';
import { visibleText } from '../context/data-fence.js';
import { ToolCalls, ToolCatalogue, type ToolOutcome } from '../tools/tool.js';
import type { Citation } from '../tools/tool-records.js';
import type { Briefing, BriefingSubject } from './briefing.js';
import { type BriefingPlace, placeNamed } from './briefing-place.js';
import { briefingText, hiddenLines, itemsOf, percentText, plain, type Section, timeText } from './briefing-text.js';

/** A briefing as a caller requests it. */
export interface BriefingRequest extends BriefingSubject {
  /** Start of the period, as a date-time (RFC 3339) or a day. Default: one day before `to`. */
  from?: string;
  /** End of the period, as a date-time (RFC 3339) or a day. Default: now. */
  to?: string;
}

const MAX_PERIOD_MS = 31 * DAY_MS;
const MAX_CITATIONS = 100;

/** Writes briefings without a model, with the tools that answers use: the same data gives the same text. */
@Service()
export class Briefings {
  constructor(
    private readonly catalogue: ToolCatalogue,
    private readonly tools: ToolCalls,
    private readonly contexts: Contexts,
    private readonly clock: Clock,
  ) {}

  /**
   * Writes a briefing.
   * @throws Problem `invalid_request` for an invalid period, place or box, and for ids that the caller does not own
   */
  async write(caller: Caller, request: BriefingRequest, signal: AbortSignal, title = 'Briefing'): Promise<Briefing> {
    const to = request.to === undefined ? new Date(this.clock.now()) : new Date(request.to);
    const from = request.from === undefined ? new Date(to.getTime() - DAY_MS) : new Date(request.from);
    if (from >= to || to.getTime() - from.getTime() > MAX_PERIOD_MS)
      throw new Problem('invalid_request', {
        detail: '`from` must be before `to`, by at most 31 days.',
        errors: [{ pointer: '/from', detail: 'must be before `to`, by at most 31 days' }],
      });
    const place = await this.check(caller, request, signal);
    const bbox = place?.bbox ?? request.bbox ?? null;
    const times = { from: from.toISOString(), to: to.toISOString() };
    const sections = await this.sections(caller, { ...request, bbox }, times, signal);
    const period = `${timeText(times.from)} to ${timeText(times.to)}${place === undefined ? '' : `, ${plain(place.name)}`}`;
    const content = visibleText(briefingText(title, period, sections));
    const records = [times, ...sections.flatMap((section) => evidenceOf(section))];
    return {
      title,
      from,
      to,
      content,
      place: place?.name ?? null,
      bbox,
      citations: distinct(sections.flatMap(({ outcome }) => outcome?.citations ?? [])),
      unverifiedNumbers: unverifiedNumbers(content, { records, question: `${title} ${place?.name ?? ''}` }),
    };
  }

  /**
   * Checks the subject of a briefing.
   * @returns the place that it names; undefined without one
   * @throws Problem `invalid_request` for an invalid box, an unknown place, and for ids that the caller does not own
   */
  async check(
    caller: Caller,
    { watchlistId, portfolioId, bbox, place }: BriefingSubject,
    signal: AbortSignal,
  ): Promise<BriefingPlace | undefined> {
    const context = { ...(watchlistId && { watchlistId }), ...(portfolioId && { portfolioId }), ...(bbox && { bbox }) };
    await this.contexts.resolve(caller, context, signal, { onlyOwned: true, pointer: '' });
    return placeOf({ place, bbox }, signal);
  }

  private async sections(
    caller: Caller,
    { watchlistId, portfolioId, bbox }: BriefingSubject,
    period: { from: string; to: string },
    signal: AbortSignal,
  ): Promise<Section[]> {
    const call = async (tool: string, args: object): Promise<ToolOutcome | undefined> =>
      this.catalogue.find(tool) === undefined ? undefined : this.tools.call(caller, tool, args, signal);
    const place = bbox ? { bbox } : {};
    const none = Promise.resolve(undefined);
    const [valuation, performance, quotes, events, stories, alerts] = await Promise.all([
      portfolioId ? call('get_valuation', { id: portfolioId }) : none,
      portfolioId
        ? call('get_performance', { id: portfolioId, from: period.from.slice(0, 10), to: period.to.slice(0, 10) })
        : none,
      watchlistId ? call('list_watchlist_quotes', { id: watchlistId }) : none,
      call('list_timeline', { ...period, ...place, minSeverity: 2, limit: 20 }),
      // Stories cannot be selected by a box; for a place, its articles are listed instead.
      bbox
        ? call('list_articles', { ...period, bbox, limit: 10 })
        : call('list_news_clusters', { ...period, limit: 10 }),
      call('list_alerts', { state: ['firing'], limit: 20 }),
    ]);
    return [
      {
        heading: 'Portfolio',
        outcome: valuation,
        empty: 'No value.',
        linesOf: ({ value, currency, asOf }) => [`Value: ${plain(currency)} ${plain(value)} (${plain(asOf)})`],
      },
      { heading: 'Performance', outcome: performance, empty: 'Not computable.', linesOf: performanceLines },
      { heading: 'Watchlist', outcome: quotes, empty: 'The watchlist is empty.', linesOf: quoteLines },
      {
        heading: 'Events',
        outcome: events,
        empty: 'No notable events in this period.',
        linesOf: (value) => itemsOf(value).map(({ time, title }) => `${timeText(time)}: ${plain(title)}`),
      },
      {
        heading: 'News',
        outcome: stories,
        empty: bbox ? 'No articles about this area in this period.' : 'No stories in this period.',
        linesOf: bbox ? articleLines : storyLines,
      },
      {
        heading: 'Firing alerts',
        outcome: alerts,
        empty: 'No alert is firing.',
        linesOf: (value) =>
          itemsOf(value).map(({ title, startedAt }) => `${plain(title)} (since ${timeText(startedAt)})`),
      },
    ];
  }
}

/** Returns the place that a briefing names; undefined without one. */
async function placeOf({ place, bbox }: BriefingSubject, signal: AbortSignal): Promise<BriefingPlace | undefined> {
  if (!place) return undefined;
  if (!bbox) return placeNamed(place, signal);
  throw new Problem('invalid_request', {
    detail: 'Send `place` or `bbox`, not both.',
    errors: [{ pointer: '/place', detail: 'must not be sent together with `bbox`' }],
  });
}

/**
 * Returns the data against which the numbers of a section are checked: the result of its tool, and the number of lines
 * left out.
 */
function evidenceOf({ outcome, linesOf }: Section): unknown[] {
  if (!outcome?.ok) return [{ detail: outcome?.problem?.detail ?? '' }];
  return [outcome.value, { hidden: hiddenLines(linesOf((outcome.value ?? {}) as Record<string, unknown>)) }];
}

function storyLines(value: Record<string, unknown>): string[] {
  return itemsOf(value).map(
    ({ title, lastSeenAt, independentOwnerCount }) =>
      `${plain(title)} (${timeText(lastSeenAt)}, publishers: ${plain(independentOwnerCount)})`,
  );
}

function articleLines(value: Record<string, unknown>): string[] {
  return itemsOf(value).map(({ title, publishedAt }) => `${plain(title)} (${timeText(publishedAt)})`);
}

function performanceLines({ value }: Record<string, unknown>): string[] {
  return typeof value === 'number' ? [`Return of the days of the period: ${percentText(value * 100)}`] : [];
}

function quoteLines(value: Record<string, unknown>): string[] {
  return itemsOf(value).map(
    ({ symbol, price, currency, changePercent, tradedAt }) =>
      `${plain(symbol)}: ${plain(currency)} ${plain(price)}, ${percentText(changePercent)} (${timeText(tradedAt)})`,
  );
}

function distinct(citations: readonly Citation[]): Citation[] {
  return [...new Map(citations.map((citation) => [citation.href + citation.recordId, citation])).values()].slice(
    0,
    MAX_CITATIONS,
  );
}
