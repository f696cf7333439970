import { Service } from 'typedi';
import type { Requester } from '../../../http/requester.js';
import { simulatedNotice } from '../../../simulation/simulated-notice.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { Letterheads } from '../letterhead/letterheads.service.js';
import { ClientReports, type ReportRequest } from './client-report.service.js';
import { reportChartsInThread } from './report-charts.js';
import { reportPage, reportPolicy } from './report-page.js';

/** Renders reports on clients as pages. */
@Service()
export class ReportPages {
  constructor(
    private readonly reports: ClientReports,
    private readonly letterheads: Letterheads,
    private readonly heavy: HeavyWork,
  ) {}

  /**
   * Renders a report as an HTML document, with its Content-Security-Policy.
   * @throws Problem as `ClientReports.read`, and `overloaded`
   */
  render(requester: Requester, clientId: string, request: ReportRequest): Promise<{ html: string; policy: string }> {
    return this.heavy.run(requester, async (inThread) => {
      const report = await this.reports.read(requester.accountId, clientId, request, requester.signal);
      const letterhead = await this.letterheads.get(requester.accountId);
      const { series, fromDay, benchmark, providers } = report;
      const points = series.filter(({ day }) => fromDay !== null && day >= fromDay);
      const notice = simulatedNotice(providers);
      const charts =
        points.length < 2
          ? undefined
          : await inThread(reportChartsInThread, {
              points,
              benchmark: benchmark && (benchmark.name.includes(',') ? 'Benchmark' : benchmark.name),
              notice,
            });
      return { html: reportPage(report, charts, letterhead), policy: reportPolicy(letterhead) };
    });
  }
}
