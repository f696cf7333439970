import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { Problem } from '../../../api/problem.js';
import { type ContentOf, OwnedParts, OwnedRecords } from '../../../resources/owned-records.js';
import { drawnParts } from '../expression/drawn-parts.js';
import { parseSeries } from '../expression/parse-series.js';
import { GraphsConfig } from '../graphs.config.js';
import { ChartDto } from './chart.dto.js';
import { type Chart, type ChartContent, chartDefaults } from './chart.js';
import { ChartRepository } from './chart.repository.js';

/** A new chart; omitted fields get their defaults. */
export type ChartInput = Pick<ChartContent, 'name' | 'series'> & Partial<ChartContent>;

@Service()
export class ChartsService extends OwnedRecords<Chart, ChartInput, Partial<ChartContent>> {
  constructor(parts: OwnedParts, repository: ChartRepository, config: GraphsConfig) {
    super(parts, {
      table: repository,
      noun: 'chart',
      limitName: 'charts',
      limit: () => config.charts,
      exported: { section: 'charts', description: 'Its saved charts.', item: ChartDto },
      searched: { type: 'chart', title: 'Your charts', path: '/graphs/charts', texts: ['name'] },
      // A new expression could read other portfolios of the owner, so only the owner changes a chart.
      shared: { name: 'chart', path: '/graphs/charts', access: ['read'], includesPrivateRecords: true },
    });
  }

  /** Sets or removes the hash of the token of the public address. @throws Problem `not_found` */
  share(accountId: string, id: string, shareHash: string | null): Promise<Chart> {
    return this.rewrite(accountId, id, undefined, (current) => {
      if (current.shareHash === shareHash) return {};
      return { shareHash, sharedAt: shareHash === null ? null : this.now() };
    });
  }

  /** Creates the content of a new chart. @throws Problem `invalid_request` for an invalid expression or range */
  protected fresh(_accountId: string, input: ChartInput): ContentOf<Chart> {
    const content = contentOf({ ...chartDefaults, ...input });
    assertValid(content);
    return { ...content, shareHash: null, sharedAt: null };
  }

  /** Returns the changes of a chart. @throws Problem `invalid_request` for an invalid expression or range */
  protected revised(current: Chart, changes: Partial<ChartContent>): Partial<Chart> {
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const [before, after] = [contentOf(current), contentOf({ ...current, ...given })];
    if (!isDeepStrictEqual(before, after)) assertValid(after);
    return after;
  }
}

const contentOf = ({
  name,
  series,
  interval,
  from,
  to,
  lastDays,
  join,
  adjustment,
  ...rest
}: ChartContent): ChartContent => ({
  name,
  series: series.map(({ name, expression, axis, style }) => ({ name, expression, axis, style })),
  interval,
  from,
  to,
  lastDays,
  join,
  adjustment,
  scale: rest.scale,
  overlay: rest.overlay,
  panel: rest.panel,
  compare: rest.compare.map((symbol) => symbol.toUpperCase()),
  marks: rest.marks,
});

function assertValid(content: ChartContent): void {
  const { series, interval, from, to } = content;
  drawnParts(content, parseSeries(series, interval));
  if (from === null || to === null || Date.parse(from) < Date.parse(to)) return;
  throw new Problem('invalid_request', {
    detail: '`from` must be before `to`.',
    errors: [{ pointer: '/from', detail: 'must be before `to`' }],
  });
}
