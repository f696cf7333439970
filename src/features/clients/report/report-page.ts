import { hash } from 'node:crypto';
import { escapedHtml } from '../../../text/plain-text.js';
import { allocationChart, type Share } from './allocation-chart.js';
import type { ClientReport } from './client-report.js';
import { mandateSection } from './mandate-section.js';
import type { ReportCharts } from './report-charts.js';
import { reportStyle } from './report-style.js';
import {
  dayText,
  facts,
  moneyText,
  NOT_AVAILABLE,
  numberText,
  percentText,
  ratioText,
  safe,
  table,
  unitsText,
} from './report-texts.js';

const MAX_ROWS = 100;
const CHART_WIDTH = 700;
const kindNames = { dividend: 'Dividends', interest: 'Interest', fee: 'Fees', tax: 'Taxes' } as const;

/** Content-Security-Policy of the page: allows its own style sheet and nothing else. */
export const reportPolicy = `default-src 'none'; style-src 'sha256-${hash('sha256', reportStyle, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Renders the report as an HTML page to print on A4, without scripts. Texts of users are escaped. */
export function reportPage(report: ClientReport, charts: ReportCharts | undefined): string {
  const { client, currency, fromDay, toDay, providers } = report;
  const title = `Report for ${client.name}`;
  const notice = providers.includes('simulator')
    ? '<p class="notice">Prices are of the simulator: they are not real data.</p>'
    : '';
  const reference = client.reference === null ? '' : ` · ${safe(client.reference)}`;
  const period = fromDay === null ? dayText(toDay) : `${dayText(fromDay)} to ${dayText(toDay)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${safe(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
<header><h1>${safe(client.name)}</h1><p>${period} · ${currency}${reference}</p>${notice}</header>
<main>
${[overview(report), allocation(report), performance(report, charts), holdings(report), incomeAndSales(report), risk(report, charts), mandateSection(report), notes(report)].join('\n')}
</main>
</body>
</html>
`;
}

const section = (title: string, ...parts: readonly string[]): string =>
  `<section><h2>${escapedHtml(title)}</h2>${parts.join('')}</section>`;

function overview({ figures, timeWeighted, moneyWeighted, benchmark, currency, portfolios }: ClientReport): string {
  const { startValue, netFlow, gain, endValue } = timeWeighted;
  const main = facts([
    ['Value', `<b>${moneyText(figures.value, currency)}</b> ${currency}`],
    ['Of which cash', moneyText(figures.cashValue, currency)],
    ['Time-weighted return', percentText(timeWeighted.value)],
    ['Money-weighted return', percentText(moneyWeighted.value)],
    ...(benchmark === null ? [] : [[`Benchmark ${safe(benchmark.name)}`, percentText(benchmark.return)] as const]),
  ]);
  const change = table(
    [
      { title: 'Value at the start' },
      { title: 'Paid in less taken out' },
      { title: 'Gain' },
      { title: 'Value at the end' },
    ],
    [[startValue, netFlow, gain, endValue].map(numberText)],
  );
  const own = portfolios.map(({ name, value, cashValue }) => [
    safe(name),
    moneyText(cashValue, currency),
    moneyText(value, currency),
  ]);
  const list =
    own.length === 0
      ? '<p>No portfolio is linked to this client.</p>'
      : table([{ title: 'Portfolio', isText: true }, { title: 'Cash' }, { title: 'Value' }], own);
  return section('Overview', main, change, list);
}

function allocation({ holdings: held, figures }: ClientReport): string {
  if (!figures.value.gt(0)) return '';
  const cash: Share = { name: 'Cash', weight: figures.cashValue.div(figures.value).toNumber() };
  const shares = held.flatMap(({ symbol, weight }): Share[] => (weight === null ? [] : [{ name: symbol, weight }]));
  const all = [...shares, ...(cash.weight === 0 ? [] : [cash])].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  return section('Allocation', `<figure>${allocationChart(all, CHART_WIDTH)}</figure>`);
}

function performance(
  { timeWeighted, moneyWeighted, periods, benchmark }: ClientReport,
  charts: ReportCharts | undefined,
): string {
  const returns = table(
    [{ title: 'Return', isText: true }, { title: 'Period' }, { title: 'Per year' }, { title: '', isText: true }],
    [
      [
        'Time-weighted',
        percentText(timeWeighted.value),
        percentText(timeWeighted.annualized),
        escapedHtml(timeWeighted.notComputable?.detail ?? ''),
      ],
      [
        'Money-weighted',
        percentText(moneyWeighted.value),
        percentText(moneyWeighted.annualized),
        escapedHtml(moneyWeighted.notComputable?.detail ?? ''),
      ],
    ],
  );
  const named = benchmark === null ? [] : [{ title: benchmark.name }];
  const rows = periods.map(({ fromDay, toDay, startValue, netFlow, endValue, return: value, benchmarkReturn }) => [
    ...[
      `${dayText(fromDay)} – ${dayText(toDay)}`,
      numberText(startValue),
      numberText(netFlow),
      numberText(endValue),
      percentText(value),
    ],
    ...(benchmark === null ? [] : [percentText(benchmarkReturn)]),
  ]);
  const columns = [
    { title: 'Period', isText: true },
    { title: 'Start' },
    { title: 'Net flow' },
    { title: 'End' },
    { title: 'Return' },
    ...named,
  ];
  return section(
    'Performance',
    charts === undefined ? '' : `<figure>${charts.performance}</figure>`,
    returns,
    rows.length === 0 ? '' : table(columns, rows),
  );
}

function holdings({ holdings: held, currency }: ClientReport): string {
  if (held.length === 0) return section('Holdings', '<p>No holdings.</p>');
  const rows = held
    .slice(0, MAX_ROWS)
    .map(({ symbol, quantity, value, unrealized, weight }) => [
      ...[
        safe(symbol),
        unitsText(quantity),
        moneyText(value, currency),
        moneyText(unrealized, currency),
        percentText(weight, 1),
      ],
    ]);
  const more = held.length > MAX_ROWS ? `<p>${held.length - MAX_ROWS} smaller holdings are not listed.</p>` : '';
  return section(
    'Holdings',
    table(
      [
        { title: 'Symbol', isText: true },
        { title: 'Units' },
        { title: 'Value' },
        { title: 'Unrealized gain' },
        { title: 'Weight' },
      ],
      rows,
    ),
    more,
  );
}

function incomeAndSales({ income, sales, currency }: ClientReport): string {
  const earned = income.map(({ kind, symbol, amount }) => [
    kindNames[kind],
    symbol === null ? '' : safe(symbol),
    moneyText(amount, currency),
  ]);
  const columns = [{ title: 'Kind', isText: true }, { title: 'Symbol', isText: true }, { title: 'Amount' }];
  const sold = sales.map(({ symbol, quantity, proceeds, cost, gain }) => [
    ...[
      safe(symbol),
      unitsText(quantity),
      moneyText(proceeds, currency),
      moneyText(cost, currency),
      moneyText(gain, currency),
    ],
  ]);
  const sold5 = [
    { title: 'Symbol', isText: true },
    { title: 'Units sold' },
    { title: 'Proceeds' },
    { title: 'Cost' },
    { title: 'Realized gain' },
  ];
  return [
    section(
      'Income, fees and taxes',
      earned.length === 0 ? '<p>No income and no costs in this period.</p>' : table(columns, earned.slice(0, MAX_ROWS)),
    ),
    section(
      'Realized gains',
      sold.length === 0 ? '<p>No sales in this period.</p>' : table(sold5, sold.slice(0, MAX_ROWS)),
    ),
  ].join('\n');
}

function risk({ risk: own, benchmark }: ClientReport, charts: ReportCharts | undefined): string {
  const { maxDrawdown, valueAtRisk, benchmark: against } = own;
  const recovered =
    maxDrawdown?.recoveredDay === null ? 'not recovered' : `recovered ${dayText(maxDrawdown?.recoveredDay ?? null)}`;
  const lost =
    maxDrawdown === null
      ? ''
      : ` <small>${dayText(maxDrawdown.fromDay)} to ${dayText(maxDrawdown.toDay)}, ${recovered}</small>`;
  const list = facts([
    ['Volatility per year', percentText(own.volatility)],
    ['Sharpe ratio', ratioText(own.sharpe)],
    ['Sortino ratio', ratioText(own.sortino)],
    [
      'Largest drawdown',
      maxDrawdown === null ? NOT_AVAILABLE : `${percentText(maxDrawdown.depth)}${maxDrawdown.depth === 0 ? '' : lost}`,
    ],
    ['Value at risk, 1 day, 95 %', percentText(valueAtRisk.historical?.valueAtRisk ?? null)],
    ['Expected shortfall, 1 day, 95 %', percentText(valueAtRisk.historical?.expectedShortfall ?? null)],
    ...(against === null || benchmark === null
      ? []
      : [[`Beta to ${benchmark.name}`, ratioText(against.beta)] as const]),
    ...(against === null || benchmark === null
      ? []
      : [[`Tracking error to ${benchmark.name}`, percentText(against.trackingError)] as const]),
  ]);
  return section('Risk', charts === undefined ? '' : `<figure>${charts.drawdown}</figure>`, list);
}

function notes({ warnings, providers, generatedAt, benchmark }: ClientReport): string {
  const shown = warnings.slice(0, MAX_ROWS).map(({ detail }) => `<li>${safe(detail)}</li>`);
  const more = warnings.length > MAX_ROWS ? `<p>${warnings.length - MAX_ROWS} more are not listed.</p>` : '';
  const inputs =
    warnings.length === 0 ? '<p>All prices and rates are known and current.</p>' : `<ul>${shown.join('')}</ul>${more}`;
  const method =
    'The time-weighted return links the daily returns, so it does not depend on when money came in. The ' +
    'money-weighted return is what the internal rate of return (XIRR) makes of the period. ' +
    'Days are valued at closing prices. Returns per year use years of 365 days and are not given below one ' +
    'year. Risk figures are of daily returns on weekdays, with 252 days per year. ' +
    `Fees of trades are part of cost and proceeds; all fees and taxes are deducted from returns.${benchmark === null ? '' : ' The benchmark is in the currency of the report, without costs.'}`;
  const source = `Prices: ${providers.length === 0 ? NOT_AVAILABLE : providers.map(safe).join(', ')}. Created ${generatedAt.toISOString().slice(0, 16).replace('T', ' ')} UTC.`;
  return section(
    'Disclosures',
    inputs,
    `<p class="small">${method} Past returns do not say what future ones will be.</p><p class="small">${source}</p>`,
  );
}
