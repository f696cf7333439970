import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import type { ChartLook } from '../../../charts/chart-frame.js';
import { simulatedNotice } from '../../../simulation/simulated-notice.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import type { LongRequest } from '../../../threads/long-request.js';
import { Clock } from '../../../time/clock.js';
import { type DrawnParts, drawnParts } from '../expression/drawn-parts.js';
import { type Expression, visitParts } from '../expression/expression.js';
import { parseSeries } from '../expression/parse-series.js';
import { unitOfExpression } from '../expression/unit-of-expression.js';
import type { ChartDefinition } from '../saved/chart.js';
import {
  buffersOf,
  type ChartTexts,
  type DrawnChart,
  drawChartInThread,
  MAX_TIMES,
  type ThreadChart,
  writeChartInThread,
} from './chart-in-thread.js';
import { type ChartRange, rangeOf } from './chart-range.js';
import { ChartSourcesService } from './chart-sources.service.js';
import type { ReadSources } from './read-sources.js';
import { SymbolMarksService } from './symbol-marks.service.js';

/**
 * Maximum number of values of one chart: parts of its expressions multiplied by points. They take up to 80 MB, because
 * each part has a column of values and a column of times, with 8 bytes for each number.
 */
const MAX_WORK = 5_000_000;

/**
 * The parts of a response besides the values. Owners get all parts, other viewers only the parts that the owner shares.
 */
export interface ChartForm {
  head(read: ReadSources, range: ChartRange): object;
  /** Items of the response: one object for each series. */
  items: readonly object[];
}

/** Computes charts in threads; waiting accounts take turns. */
@Service()
export class ChartValuesService {
  constructor(
    private readonly sources: ChartSourcesService,
    private readonly marks: SymbolMarksService,
    private readonly heavy: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Computes a chart.
   * @param owner the account whose portfolios the chart reads
   * @returns JSON in UTF-8: the head, `times`, and the items with their `values`
   * @throws Problem `invalid_request` for an invalid expression, before any source is read; `unprocessable`,
   * `unavailable`, `overloaded`
   */
  async write(owner: LongRequest, definition: ChartDefinition, form: ChartForm): Promise<Buffer> {
    const expressions = parseSeries(definition.series, definition.interval);
    return this.heavy.run(owner, async (inThread) => {
      const { chart, read, range } = await this.prepared(owner, definition, expressions);
      const text = await inThread(
        writeChartInThread,
        { ...chart, head: form.head(read, range), items: form.items },
        buffersOf(chart),
      );
      return text === undefined ? rejectTooMany() : Buffer.from(text.buffer, text.byteOffset, text.byteLength);
    });
  }

  /**
   * Draws a chart.
   * @param isPublic true for a viewer other than the owner: without events, which may be the owner's own
   * @returns an SVG document
   * @throws Problem as `write`
   */
  async draw(
    owner: LongRequest,
    definition: ChartDefinition,
    title: string,
    { theme, width, height }: ChartLook,
    isPublic = false,
  ): Promise<string> {
    const parts = drawnParts(definition, parseSeries(definition.series, definition.interval));
    const lines = parts.indicators.flatMap((indicator) => indicator.lines);
    const expressions = [...parts.series, ...[...parts.compared, ...lines].map(({ expression }) => expression)];
    return this.heavy.run(owner, async (inThread) => {
      const { chart, read, range } = await this.prepared(owner, definition, expressions);
      const marks = await this.marks.of(owner.accountId, definition, read, range, isPublic);
      const sent: DrawnChart = {
        ...chart,
        parts,
        marks,
        isLogarithmic: definition.scale === 'log',
        texts: textsOf(title, definition, read, parts),
        look: { theme, width, height },
      };
      return (await inThread(drawChartInThread, sent, buffersOf(chart))) ?? rejectTooMany();
    });
  }

  private async prepared(
    { accountId, signal }: LongRequest,
    definition: ChartDefinition,
    expressions: readonly Expression[],
  ) {
    const range = rangeOf(definition, this.clock.now());
    const read = await this.sources.read(accountId, definition, expressions, range, signal);
    const sources = [...read.series].map(([key, { times, values }]) => ({ key, times, values }));
    const lengths = sources.map(({ times }) => times.length);
    const points =
      definition.join === 'common' ? Math.max(0, ...lengths) : lengths.reduce((sum, length) => sum + length, 0);
    if (points * partsOf(expressions) > MAX_WORK)
      throw tooMuch(
        `needs more than ${MAX_WORK / 1e6} million values: show a shorter range, or write shorter expressions`,
      );
    const chart: ThreadChart = { series: definition.series, sources, join: definition.join, from: range.from };
    return { chart, read, range };
  }
}

function partsOf(expressions: readonly Expression[]): number {
  let count = 0;
  for (const expression of expressions) visitParts(expression, () => (count += 1));
  return count;
}

function tooMuch(detail: string): Problem {
  const errors: FieldProblem[] = [{ pointer: '/series', detail }];
  return new Problem('unprocessable', { detail: 'The chart is too large; see errors.', errors });
}

function rejectTooMany(): never {
  throw tooMuch(`has more than ${MAX_TIMES} times: show a shorter range, or use a longer interval`);
}

function textsOf(
  title: string,
  definition: ChartDefinition,
  { providers, sources, warnings }: ReadSources,
  drawn: DrawnParts,
): ChartTexts {
  const { interval, join } = definition;
  const isRebased = drawn.compared.length > 0;
  const currencies = [...new Set(sources.flatMap(({ type, currency }) => (type === 'economy' ? [] : currency)))];
  const isStale = sources.some(({ provenance }) => provenance?.stale);
  const parts = [
    interval,
    ...(isRebased ? ['100 = first point'] : []),
    ...(currencies.length > 0 && currencies.length <= 3
      ? [isRebased && currencies.length > 1 ? `in own currencies (${currencies.join(', ')})` : currencies.join(', ')]
      : []),
    ...(join === 'last_known' ? ['last known values'] : []),
    ...(providers.length > 0 ? [providers.join(', ')] : []),
    ...(isStale ? ['not up to date'] : []),
  ];
  const unitOf = (side: 'left' | 'right') => {
    const own = drawn.series.filter((_, index) => (definition.series[index]?.axis ?? 'left') === side);
    const units = own.map((expression) =>
      unitOfExpression(expression, currencies.length === 1 ? currencies[0] : undefined),
    );
    return units.every((unit) => unit === units[0]) ? units[0] : undefined;
  };
  const axes = { axisName: isRebased ? 'Index' : unitOf('left'), rightAxisName: unitOf('right') };
  return { title, subtitle: parts.join(' · '), notice: simulatedNotice(providers, warnings), ...axes };
}
