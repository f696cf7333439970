import { Service } from 'typedi';
import { type FieldProblem, Problem } from '../../../api/problem.js';
import { MarketsEconomyApi } from '../../markets/markets.economy.api.js';
import { warmUpOf } from '../expression/evaluate-expression.js';
import { type Expression, keyOf, nameOf, type Source, sourcesOf } from '../expression/expression.js';
import { positionAt, type TextPosition } from '../expression/expression-error.js';
import { expressionPointer } from '../expression/parse-series.js';
import type { ChartDefinition } from '../saved/chart.js';
import type { ChartRange } from './chart-range.js';
import { economyPoints } from './economy-points.js';
import { figureOf, PortfolioPointsService } from './portfolio-points.service.js';
import type { ReadSources } from './read-sources.js';
import { fieldOf, type PointsRequest, SymbolPointsService } from './symbol-points.service.js';

/** Maximum number of sources that are read concurrently, because each is parsed on the event loop. */
const MAX_CONCURRENT_READS = 3;
const MAX_WARNINGS = 100;

/** The sources that are read together: the fields of one symbol, or the figures of one portfolio. */
interface Reading {
  name: string;
  sources: Source[];
  pointer: string;
  position: TextPosition;
}

/** Reads the prices and portfolios that the expressions of a chart name. */
@Service()
export class ChartSourcesService {
  constructor(
    private readonly symbols: SymbolPointsService,
    private readonly portfolios: PortfolioPointsService,
    private readonly economy: MarketsEconomyApi,
  ) {}

  /**
   * Reads all sources of a chart.
   * @param expressions one for each series
   * @throws Problem `unprocessable` that names unknown symbols and portfolios with their positions, or an invalid
   * range; `unavailable`
   */
  async read(
    accountId: string,
    definition: ChartDefinition,
    expressions: readonly Expression[],
    range: ChartRange,
    signal: AbortSignal,
  ): Promise<ReadSources> {
    const { interval, adjustment } = definition;
    const request: PointsRequest = { ...range, interval, adjustment, warmUp: Math.max(...expressions.map(warmUpOf)) };
    const errors: FieldProblem[] = [];
    const parts: ReadSources[] = [];
    const readings = readingsOf(definition, expressions);
    for (let at = 0; at < readings.length; at += MAX_CONCURRENT_READS) {
      const some = readings.slice(at, at + MAX_CONCURRENT_READS);
      const settled = await Promise.allSettled(
        some.map((reading) => this.readOne(accountId, reading, request, signal)),
      );
      for (const [index, outcome] of settled.entries()) {
        if (outcome.status === 'fulfilled') parts.push(outcome.value);
        else errors.push(...errorsOf(outcome.reason, some[index] as Reading));
      }
    }
    if (errors.length > 0)
      throw new Problem('unprocessable', {
        detail: 'The chart cannot be computed; see errors.',
        errors: errors.filter(isFirst),
      });
    return joined(parts);
  }

  private async readOne(
    accountId: string,
    { name, sources }: Reading,
    request: PointsRequest,
    signal: AbortSignal,
  ): Promise<ReadSources> {
    if (sources[0]?.type === 'symbol') {
      const { candles, source, warnings } = await this.symbols.read(name, request, signal);
      const series = new Map(
        sources.flatMap((one) => (one.type === 'symbol' ? [[keyOf(one), fieldOf(candles, one.field)] as const] : [])),
      );
      const { provider = '', warnings: own = [] } = source.provenance ?? {};
      return { series, sources: [source], providers: [provider], warnings: [...warnings, ...own] };
    }
    if (sources[0]?.type === 'economy') return this.readEconomy(name, sources, request);
    const found = await this.portfolios.find(accountId, name);
    if (typeof found === 'string') throw new UnknownSource(found);
    const read = await this.portfolios.read(accountId, found.id, request.to, signal);
    if (read === null)
      return {
        series: new Map(),
        sources: [],
        providers: [],
        warnings: [`The portfolio ${found.name} has no transactions.`],
      };
    const series = new Map(
      sources.flatMap((one) =>
        one.type === 'portfolio' ? [[keyOf(one), figureOf(read, one.figure, request.interval)] as const] : [],
      ),
    );
    const source = { name: found.name, type: 'portfolio', currency: read.currency, provenance: null } as const;
    return {
      series,
      sources: [source],
      providers: read.providers,
      warnings: read.warnings.map(({ detail }) => detail),
    };
  }

  private async readEconomy(id: string, sources: readonly Source[], request: PointsRequest): Promise<ReadSources> {
    const { description, observations, hasVintages, provenance } = await this.economy.series(id);
    if (!hasVintages && sources.some((one) => one.type === 'economy' && one.figure === 'known'))
      throw new UnknownSource('is of a source that does not state when values became known: use `economy`');
    const series = new Map(
      sources.flatMap((one) =>
        one.type === 'economy'
          ? [[keyOf(one), economyPoints(observations, one.figure, request.interval, request.to)] as const]
          : [],
      ),
    );
    const source = { name: id, type: 'economy', currency: description.unit ?? '', provenance } as const;
    return { series, sources: [source], providers: [provenance.provider], warnings: provenance.warnings };
  }
}

const joined = (parts: readonly ReadSources[]): ReadSources => ({
  series: new Map(parts.flatMap(({ series }) => [...series])),
  sources: parts.flatMap(({ sources }) => sources),
  providers: [...new Set(parts.flatMap(({ providers }) => providers))].sort(),
  warnings: [...new Set(parts.flatMap(({ warnings }) => warnings))].slice(0, MAX_WARNINGS),
});

/** Thrown for a source that does not exist. The message describes valid sources. */
class UnknownSource extends Error {}

function readingsOf({ series, compare }: ChartDefinition, expressions: readonly Expression[]): Reading[] {
  const readings = new Map<string, Reading>();
  for (const [index, expression] of expressions.entries()) {
    for (const [key, { source, offset }] of sourcesOf(expression)) {
      const name = nameOf(source);
      const known = readings.get(`${source.type} ${name}`);
      if (known !== undefined && !known.sources.some((one) => keyOf(one) === key)) known.sources.push(source);
      if (known !== undefined) continue;
      const position = positionAt(series[index]?.expression ?? '', offset);
      // Expressions after those of the series are the symbols to compare with, and indicators of the first series.
      const pointer =
        index < series.length ? expressionPointer(index) : `/compare/${Math.max(0, compare.indexOf(name))}`;
      readings.set(`${source.type} ${name}`, { name, sources: [source], pointer, position });
    }
  }
  return [...readings.values()];
}

/** Returns the problems of a source. @throws errors that do not concern a single source */
function errorsOf(reason: unknown, { name, pointer, position }: Reading): FieldProblem[] {
  const at = (problem: string): FieldProblem[] =>
    pointer.startsWith('/compare/')
      ? [{ pointer, detail: problem }]
      : [{ pointer, detail: `line ${position.line}, column ${position.column}: ${problem}`, position }];
  if (reason instanceof UnknownSource) return at(reason.message);
  if (!(reason instanceof Problem)) throw reason;
  if (reason.code === 'not_found') return at('is not known by any configured provider or source');
  // The errors of the markets name their own parameter (`query/from`) for an invalid or too long range.
  const ranged = reason.errors?.find((error) => error.pointer.startsWith('query/'));
  if (ranged !== undefined)
    return [{ pointer: ranged.pointer.replace('query', ''), detail: `${name}: ${reason.detail ?? ranged.detail}` }];
  if (reason.code === 'unprocessable') return at('no configured provider has candles of this symbol at this interval');
  throw reason;
}

/** True for the first error of each place, since an invalid range causes an error for every symbol. */
const isFirst = ({ pointer, position }: FieldProblem, index: number, all: readonly FieldProblem[]): boolean =>
  all.findIndex((other) => other.pointer === pointer && other.position?.offset === position?.offset) === index;
