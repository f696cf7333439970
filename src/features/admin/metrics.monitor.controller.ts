import { Authorized, Get, JsonController } from 'routing-controllers';
import { Service } from 'typedi';
import { Endpoint } from '../../api/endpoint.js';
import { Reply } from '../../http/reply.js';
import { Metrics } from '../../metrics/metrics.js';

const example =
  '# HELP watchfloor_feed_up 1 when the feed is ok, otherwise 0.\n# TYPE watchfloor_feed_up ' +
  'gauge\nwatchfloor_feed_up{feed="ais"} 1\n';

@Service()
@Authorized('operator')
@JsonController('/admin/metrics')
export class MetricsController {
  constructor(private readonly metrics: Metrics) {}

  @Get('')
  @Endpoint({
    summary: 'Get the metrics',
    description:
      'Returns metrics of the process that responds, in the text format of Prometheus: requests, feeds, ' +
      'jobs, webhooks, rules, the event log, the event loop, database connections and live objects. ' +
      'Counters start at 0 with the process. Accepts a personal key (`wfk_…`) with the scope `admin:read` ' +
      'as bearer token, for scrapers, which cannot refresh access tokens.',
    alternatives: { 'text/plain': { description: 'The metrics.', example } },
    headers: { ETag: 'Version of the metrics.' },
    acceptsKeys: true,
  })
  async getMetrics(): Promise<Reply> {
    return new Reply(await this.metrics.text(), {
      type: this.metrics.contentType,
      headers: { 'Cache-Control': 'no-store' },
    });
  }
}
