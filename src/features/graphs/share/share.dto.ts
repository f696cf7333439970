import { Dto, Field } from '../../../api/field.js';
import { choice, list, objects, text, timestamp } from '../../../api/rules.js';
import { SinglePageCursor } from '../../../http/single-page-cursor.js';
import { type Interval, intervals } from '../../markets/interval.js';
import { SharedChartSeriesDto, timesExample, timesMeaning, timesRule } from '../evaluate/chart-data.dto.js';
import { says } from '../saved/chart.dto.js';
import { MAX_SERIES } from '../saved/chart.js';
import type { Share } from './share.service.js';
import { shareTokenRule } from './share-token.js';

const token = 'k3Jx0bV1m2Qy8ZtW5nR7cLpA4dFgHhSsUuEe9oTtI6w';

@Dto('The public address of a chart. Everyone who knows it sees the chart.')
export class ChartShareDto {
  @Field('The secret part of the address. It is shown once, and only its hash is stored.', shareTokenRule(), {
    example: token,
  })
  token!: string;

  @Field('Where the values are, relative to this service.', text(1, 200), {
    example: `/api/v1/graphs/charts/shared/${token}`,
  })
  path!: string;

  @Field('Where the SVG image is, relative to this service; `.png` for a PNG.', text(1, 200), {
    example: `/api/v1/graphs/charts/shared/${token}/image.svg`,
  })
  imagePath!: string;

  @Field('When the address was created (UTC).', timestamp())
  sharedAt!: string;

  static from({ token, chart }: Share): ChartShareDto {
    const path = `/api/v1/graphs/charts/shared/${token}`;
    return Object.assign(new ChartShareDto(), {
      token,
      path,
      imagePath: `${path}/image.svg`,
      sharedAt: chart.sharedAt?.toISOString(),
    });
  }
}

@Dto('A shared chart: its name and its lines, without the expressions and without anything else of the account.')
export class SharedChartDto {
  @Field(says.name, text(1, 100), { example: 'Apple and Microsoft' })
  name!: string;

  @Field(says.interval, choice(intervals), { example: '1d' })
  interval!: Interval;

  @Field('The beginning of the range (UTC): values from it on are shown.', timestamp())
  from!: string;

  @Field('The end of the range (UTC), exclusive.', timestamp())
  to!: string;

  @Field('The providers of the prices; `simulator` is not real data.', list(text(1, 40), 100), { example: ['eodhd'] })
  providers!: string[];

  @Field(timesMeaning, timesRule(), timesExample)
  times!: string[];

  @Field('The lines, in their order.', objects(SharedChartSeriesDto, MAX_SERIES))
  items!: SharedChartSeriesDto[];

  @SinglePageCursor()
  nextCursor: string | null = null;
}
