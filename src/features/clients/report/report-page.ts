import { hash } from 'node:crypto';
import { escapedHtml } from '../../../text/plain-text.js';
import { blendLabel } from '../../portfolios/benchmark-blend.js';
import { dayOf } from '../../portfolios/day.js';
import type { Letterhead } from '../letterhead/letterhead.js';
import { allocationChart, type Share } from './allocation-chart.js';
import { assetAllocation } from './asset-allocation.js';
import type { ClientReport } from './client-report.js';
import { mandateSection } from './mandate-section.js';
import type { ReportCharts } from './report-charts.js';
import { letterheadOf } from './report-letterhead.js';
import { reportStyle } from './report-style.js';
import {
  amountText,
  dayText,
  facts,
  instrumentText,
  moneyText,
  NOT_AVAILABLE,
  percentText,
  priceText,
  rangeText,
  ratioText,
  safe,
  sumOf,
  table,
  unitsText,
} from './report-texts.js';

const MAX_ROWS = 100;
const CHART_WIDTH = 700;
const kindNames = { dividend: 'Dividends', interest: 'Interest', fee: 'Fees', tax: 'Taxes' } as const;

/**
 * Content-Security-Policy of the page: allows its own style sheet, with a logo also images that are part of the page,
 * and nothing else.
 */
export function reportPolicy({ logo }: Pick<Letterhead, 'logo'>): string {
  const images = logo === null ? '' : ' img-src data:;';
  return `default-src 'none';${images} style-src 'sha256-${hash('sha256', reportStyle, 'base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** Renders the report as an HTML page to print on A4, without scripts. Texts of users are escaped. */
export function reportPage(report: ClientReport, charts: ReportCharts | undefined, letterhead: Letterhead): string {
  const { client, currency, fromDay, toDay, providers } = report;
  const title = `Portfolio report for ${client.name}`;
  const notice = providers.includes('simulator')
    ? '<p class="notice">Simulated prices: the figures are not based on real market data.</p>'
    : '';
  const reference = client.reference === null ? '' : ` · Reference ${safe(client.reference)}`;
  const period = fromDay === null ? dayText(toDay) : `${dayText(fromDay)} – ${dayText(toDay)}`;
  const sections = [
    overview(report),
    allocation(report),
    performance(report, charts),
    holdings(report),
    income(report),
    realizedGains(report),
    risk(report, charts),
    mandateSection(report),
    disclosures(report),
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${safe(title)}</title>
<style>${reportStyle}</style>
</head>
<body>
${letterheadOf(letterhead)}<header><p class="kind">Portfolio report</p><h1>${safe(client.name)}</h1><p>${period} · Reporting currency ${currency}${reference}</p>${notice}</header>
<main>
${sections.filter((one) => one !== '').join('\n')}
</main>
</body>
</html>
`;
}

const section = (title: string, ...parts: readonly string[]): string =>
  `<section><h2>${escapedHtml(title)}</h2>${parts.join('')}</section>`;

/** Returns an amount with the currency before it. */
const withCurrency = (amount: string, currency: string): string =>
  amount === NOT_AVAILABLE ? amount : `<span class="currency">${currency}</span>&nbsp;${amount}`;

function overview({ figures, timeWeighted, moneyWeighted, benchmark, currency, portfolios }: ClientReport): string {
  const { startValue, netFlow, gain, endValue } = timeWeighted;
  const main = facts([
    ['Portfolio value', `<b>${withCurrency(moneyText(figures.value, currency), currency)}</b>`],
    ['Time-weighted return', percentText(timeWeighted.value)],
    ['Money-weighted return', percentText(moneyWeighted.value)],
    ...(benchmark === null
      ? []
      : [[`Benchmark (${blendLabel(benchmark.name)})`, percentText(benchmark.return)] as const]),
  ]);
  const change = table(
    [{ title: 'Change in value', isText: true }, { title: `Amount (${currency})` }],
    [
      ['Opening value', amountText(startValue, currency)],
      ['Net contributions', amountText(netFlow, currency)],
      ['Investment gain or loss', amountText(gain, currency)],
    ],
    [['Closing value', amountText(endValue, currency)]],
  );
  const own = portfolios.map(({ name, value, cashValue }) => [
    safe(name),
    moneyText(value.minus(cashValue), currency),
    moneyText(cashValue, currency),
    moneyText(value, currency),
  ]);
  const total = [
    'Total',
    moneyText(figures.value.minus(figures.cashValue), currency),
    moneyText(figures.cashValue, currency),
    moneyText(figures.value, currency),
  ];
  const columns = [
    { title: 'Portfolio', isText: true },
    { title: `Investments (${currency})` },
    { title: `Cash (${currency})` },
    { title: `Value (${currency})` },
  ];
  const list = own.length === 0 ? '<p>No portfolio is linked to this client.</p>' : table(columns, own, [total]);
  return section('Overview', main, change, list);
}

function allocation(report: ClientReport): string {
  const { holdings: held, figures, instruments, currency } = report;
  if (!figures.value.gt(0)) return '';
  const classes = assetAllocation(report).map(({ name, value, weight }) => [
    name,
    moneyText(value, currency),
    percentText(weight),
  ]);
  const cash: Share = { name: 'Cash', weight: figures.cashValue.div(figures.value).toNumber() };
  const shares = held.flatMap(({ symbol, weight }): Share[] =>
    weight === null ? [] : [{ name: instruments.get(symbol)?.name ?? symbol, weight }],
  );
  const all = [...shares, ...(cash.weight === 0 ? [] : [cash])].sort((a, b) => Math.abs(b.weight) - Math.abs(a.weight));
  return section(
    'Asset allocation',
    table([{ title: 'Asset class', isText: true }, { title: `Value (${currency})` }, { title: 'Weight' }], classes, [
      ['Total', moneyText(figures.value, currency), percentText(1)],
    ]),
    `<figure tabindex="0">${allocationChart(all, CHART_WIDTH)}</figure>`,
  );
}

function performance(
  { timeWeighted, moneyWeighted, periods, benchmark, currency }: ClientReport,
  charts: ReportCharts | undefined,
): string {
  const reasons = [timeWeighted, moneyWeighted].some(({ notComputable }) => notComputable);
  const returns = table(
    [
      { title: 'Return', isText: true },
      { title: 'Period' },
      { title: 'Annualized' },
      ...(reasons ? [{ title: '', isText: true }] : []),
    ],
    (
      [
        ['Time-weighted', timeWeighted],
        ['Money-weighted', moneyWeighted],
      ] as const
    ).map(([name, one]) => [
      name,
      percentText(one.value),
      percentText(one.annualized),
      ...(reasons ? [escapedHtml(one.notComputable?.detail ?? '')] : []),
    ]),
  );
  const withBenchmark = (value: number | null) => (benchmark === null ? [] : [percentText(value)]);
  const rows = periods.map((period) => [
    `<span class="day">${rangeText(period.fromDay, period.toDay)}</span>`,
    amountText(period.startValue, currency),
    amountText(period.netFlow, currency),
    amountText(period.endValue, currency),
    percentText(period.return),
    ...withBenchmark(period.benchmarkReturn),
  ]);
  const total = [
    'Total',
    ...[timeWeighted.startValue, timeWeighted.netFlow, timeWeighted.endValue].map((one) => amountText(one, currency)),
    percentText(timeWeighted.value),
    ...withBenchmark(benchmark?.return ?? null),
  ];
  const columns = [
    { title: 'Period', isText: true },
    { title: `Opening value (${currency})` },
    { title: `Net contributions (${currency})` },
    { title: `Closing value (${currency})` },
    { title: 'Return' },
    ...(benchmark === null ? [] : [{ title: 'Benchmark' }]),
  ];
  return section(
    'Performance',
    charts === undefined ? '' : `<figure tabindex="0">${charts.performance}</figure>`,
    returns,
    rows.length === 0 ? '' : table(columns, rows, [total]),
  );
}

function holdings({ holdings: held, figures, instruments, currency }: ClientReport): string {
  if (held.length === 0 && figures.cashValue.isZero()) return section('Holdings', '<p>No holdings.</p>');
  const rows = held
    .slice(0, MAX_ROWS)
    .map(({ symbol, quantity, price, priceCurrency, cost, value, unrealized, weight }) => [
      instrumentText(symbol, instruments),
      unitsText(quantity),
      priceText(price, priceCurrency),
      moneyText(cost, currency),
      moneyText(value, currency),
      moneyText(unrealized, currency),
      percentText(weight),
    ]);
  const cashWeight = figures.value.gt(0) ? figures.cashValue.div(figures.value).toNumber() : null;
  const cash = ['Cash', '', '', '', moneyText(figures.cashValue, currency), '', percentText(cashWeight)];
  const total = [
    'Total',
    '',
    '',
    moneyText(sumOf(held.map(({ cost }) => cost)), currency),
    moneyText(figures.value, currency),
    moneyText(sumOf(held.map(({ unrealized }) => unrealized)), currency),
    percentText(figures.value.gt(0) ? 1 : null),
  ];
  const more = held.length > MAX_ROWS ? `<p>${held.length - MAX_ROWS} smaller holdings are not listed.</p>` : '';
  return section(
    'Holdings',
    table(
      [
        { title: 'Security', isText: true },
        { title: 'Units' },
        { title: 'Price' },
        { title: `Cost (${currency})` },
        { title: `Value (${currency})` },
        { title: `Unrealized gain or loss (${currency})` },
        { title: 'Weight' },
      ],
      rows,
      [cash, total],
    ),
    more,
  );
}

function income({ income: earned, instruments, currency }: ClientReport): string {
  const title = 'Income, fees and taxes';
  if (earned.length === 0) return section(title, '<p>No income, fees or taxes in this period.</p>');
  const rows = earned
    .slice(0, MAX_ROWS)
    .map(({ kind, symbol, amount }) => [
      kindNames[kind],
      symbol === null ? '' : instrumentText(symbol, instruments),
      moneyText(amount, currency),
    ]);
  const columns = [
    { title: 'Type', isText: true },
    { title: 'Security', isText: true },
    { title: `Amount (${currency})` },
  ];
  return section(
    title,
    table(columns, rows, [['Net income', '', moneyText(sumOf(earned.map(({ amount }) => amount)), currency)]]),
  );
}

function realizedGains({ sales, instruments, currency }: ClientReport): string {
  const title = 'Realized gains and losses';
  if (sales.length === 0) return section(title, '<p>No sales in this period.</p>');
  const sold = sales
    .slice(0, MAX_ROWS)
    .map(({ symbol, quantity, proceeds, cost, gain }) => [
      instrumentText(symbol, instruments),
      unitsText(quantity),
      ...[proceeds, cost, gain].map((amount) => moneyText(amount, currency)),
    ]);
  const totals = (['proceeds', 'cost', 'gain'] as const).map((name) =>
    moneyText(sumOf(sales.map((sale) => sale[name])), currency),
  );
  const columns = [
    { title: 'Security', isText: true },
    { title: 'Units sold' },
    { title: `Proceeds (${currency})` },
    { title: `Cost (${currency})` },
    { title: `Realized gain or loss (${currency})` },
  ];
  return section(title, table(columns, sold, [['Total', '', ...totals]]));
}

function risk({ risk: own }: ClientReport, charts: ReportCharts | undefined): string {
  const { maxDrawdown, valueAtRisk, benchmark: against } = own;
  const recovered =
    maxDrawdown?.recoveredDay === null ? 'not recovered' : `recovered ${dayText(maxDrawdown?.recoveredDay ?? null)}`;
  const lost =
    maxDrawdown === null
      ? ''
      : ` <small>${dayText(maxDrawdown.fromDay)} – ${dayText(maxDrawdown.toDay)}, ${recovered}</small>`;
  const list = facts([
    ['Volatility (annualized)', percentText(own.volatility)],
    ['Sharpe ratio', ratioText(own.sharpe)],
    ['Sortino ratio', ratioText(own.sortino)],
    [
      'Maximum drawdown',
      maxDrawdown === null ? NOT_AVAILABLE : `${percentText(maxDrawdown.depth)}${maxDrawdown.depth === 0 ? '' : lost}`,
    ],
    ['Value at risk (1 day, 95%)', percentText(valueAtRisk.historical?.valueAtRisk ?? null)],
    ['Expected shortfall (1 day, 95%)', percentText(valueAtRisk.historical?.expectedShortfall ?? null)],
    ...(against === null
      ? []
      : ([
          ['Beta to the benchmark', ratioText(against.beta)],
          ['Tracking error to the benchmark', percentText(against.trackingError)],
        ] as const)),
  ]);
  return section('Risk', charts === undefined ? '' : `<figure tabindex="0">${charts.drawdown}</figure>`, list);
}

function disclosures({ warnings, providers, generatedAt, benchmark }: ClientReport): string {
  const shown = warnings.slice(0, MAX_ROWS).map(({ detail }) => `<li>${safe(detail)}</li>`);
  const more = warnings.length > MAX_ROWS ? `<p>${warnings.length - MAX_ROWS} more are not listed.</p>` : '';
  const inputs =
    warnings.length === 0
      ? '<p>All prices and exchange rates were available and current.</p>'
      : `<ul>${shown.join('')}</ul>${more}`;
  const method =
    'Past performance is not a guide to future returns. The time-weighted return links daily returns and excludes the ' +
    'effect of contributions and withdrawals. The money-weighted return is the internal rate of return (XIRR), which ' +
    'includes their timing. Holdings are valued at closing prices and converted at exchange rates of the same day. ' +
    'Annualized returns use years of 365 days and are not shown for periods of less than one year. Risk figures are ' +
    'based on daily returns of weekdays and 252 days per year. Transaction costs are included in cost and proceeds; ' +
    `returns are net of all fees and taxes that were booked.${benchmark === null ? '' : ' The benchmark is in the reporting currency and excludes costs.'}`;
  const source = `Source of prices: ${providers.length === 0 ? NOT_AVAILABLE : providers.map(safe).join(', ')}. Created on ${dayText(dayOf(generatedAt))} at ${generatedAt.toISOString().slice(11, 16)} UTC.`;
  return section('Disclosures', inputs, `<p class="small">${method}</p><p class="small">${source}</p>`);
}
