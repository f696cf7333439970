import { Service } from 'typedi';
import type { Requester } from '../../../http/requester.js';
import { HeavyWork } from '../../../threads/heavy-work.js';
import { ClientReports, type ReportRequest } from './client-report.service.js';
import { reportChartsInThread } from './report-charts.js';
import { reportPage } from './report-page.js';

/** Renders reports on clients as pages. */
@Service()
export class ReportPages {
  constructor(
    private readonly reports: ClientReports,
    private readonly heavy: HeavyWork,
  ) {}

  /** Renders a report. @returns an HTML document @throws Problem as `ClientReports.read`, and `overloaded` */
  render(requester: Requester, clientId: string, request: ReportRequest): Promise<string> {
    return this.heavy.run(requester, async (inThread) => {
      const report = await this.reports.read(requester.accountId, clientId, request, requester.signal);
      const { series: points, benchmark, providers } = report;
      const notice = providers.includes('simulator') ? 'simulator – not real data' : undefined;
      const charts =
        points.length < 2
          ? undefined
          : await inThread(reportChartsInThread, { points, benchmark: benchmark?.name ?? null, notice });
      return reportPage(report, charts);
    });
  }
}
