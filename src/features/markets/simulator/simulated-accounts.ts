import { between, spread } from '../../../simulation/noise.js';
import { dueDays } from './periodic-action.js';
import { earnedPerShare, type ReportedQuarter } from './simulated-earnings.js';
import type { SimulatedAsset } from './simulated-universe.js';

/** Amounts of a quarter, or balances at its end, by the key of their line item. */
export interface QuarterAccounts {
  flows: Readonly<Record<string, number>>;
  balances: Readonly<Record<string, number>>;
  /** Shares at the end of the quarter. */
  shares: number;
}

const TAX = 0.21;
/** Interest of a quarter as a fraction of the debt. */
const INTEREST = 0.011;

/** Returns the number of shares on a day, which grows with each split. @param day in days since 1970-01-01 */
export function sharesOn({ key, base }: SimulatedAsset, day: number): number {
  const splits = (base.actions ?? []).filter(({ kind }) => kind === 'split');
  const times = splits.reduce((product, split) => product * split.value ** dueDays(split, FIRST_DAY, day).length, 1);
  return Math.round(between(key, 80, 8e7, 1.5e9) * times);
}

/** Splits before this day do not change the number of shares: 2010-01-01, in days since 1970-01-01. */
const FIRST_DAY = 14_610;

/**
 * Returns the accounts of consecutive quarters. The earnings per share are those of the calendar, and the books
 * balance: assets are liabilities and equity, and cash changes by the cash flows.
 */
export function accountsOf(asset: SimulatedAsset, quarters: readonly ReportedQuarter[]): QuarterAccounts[] {
  const { key } = asset;
  const [netMargin, overhead] = [between(key, 81, 0.06, 0.24), between(key, 82, 0.12, 0.35)];
  const [research, payout] = [between(key, 83, 0.1, 0.6), asset.base.actions?.some(isDividend) ? 0.3 : 0];
  const usual = (quarter: ReportedQuarter) => {
    const shares = sharesOn(asset, quarter.end);
    return (earnedPerShare(asset, quarter.quarter, quarter.end) * shares) / netMargin;
  };
  const first = quarters[0] === undefined ? 0 : usual(quarters[0]);
  const debt = thousands(first * between(key, 84, 0.4, 2));
  let [cash, property] = [thousands(first * 3), thousands(first * 2)];
  let working = {
    receivables: thousands(first * 0.5),
    inventory: thousands(first * 0.3),
    payables: thousands(first * 0.35),
  };
  return quarters.map((quarter) => {
    const shares = sharesOn(asset, quarter.end);
    const netIncome = thousands(earnedPerShare(asset, quarter.quarter, quarter.end) * shares);
    const revenue = thousands(usual(quarter) * (1 + 0.03 * spread(key, quarter.quarter + 30_000)));
    const incomeBeforeTax = thousands(netIncome / (1 - TAX));
    const interestExpense = thousands(debt * INTEREST);
    const operatingIncome = incomeBeforeTax + interestExpense;
    const operatingExpenses = thousands(revenue * overhead);
    const researchAndDevelopment = thousands(operatingExpenses * research);
    const grossProfit = operatingIncome + operatingExpenses;
    const depreciation = thousands(property * 0.025);
    const compensation = thousands(operatingExpenses * 0.05);
    const next = {
      receivables: thousands(revenue * (0.5 + 0.02 * spread(key, quarter.quarter + 31_000))),
      inventory: thousands(revenue * (0.3 + 0.02 * spread(key, quarter.quarter + 32_000))),
      payables: thousands(revenue * (0.35 + 0.02 * spread(key, quarter.quarter + 33_000))),
    };
    const tiedUp = (held: typeof next) => held.receivables + held.inventory - held.payables;
    const operatingCashFlow = netIncome + depreciation + compensation - (tiedUp(next) - tiedUp(working));
    const capitalExpenditure = thousands(depreciation * 1.15);
    const dividendsPaid = thousands(Math.max(0, netIncome * payout));
    const free = operatingCashFlow - capitalExpenditure - dividendsPaid;
    const shareRepurchases = cash > revenue * 2 ? thousands(Math.max(0, free * 0.7)) : 0;
    cash += free - shareRepurchases;
    property += capitalExpenditure - depreciation;
    working = next;
    const currentAssets = cash + next.receivables + next.inventory;
    const [totalAssets, totalLiabilities] = [currentAssets + property, next.payables + debt];
    const flows = {
      revenue,
      costOfRevenue: revenue - grossProfit,
      grossProfit,
      researchAndDevelopment,
      sellingGeneralAndAdministrative: operatingExpenses - researchAndDevelopment,
      operatingExpenses,
      operatingIncome,
      interestExpense,
      incomeBeforeTax,
      incomeTax: incomeBeforeTax - netIncome,
      netIncome,
      operatingCashFlow,
      depreciationAndAmortization: depreciation,
      shareBasedCompensation: compensation,
      capitalExpenditure,
      investingCashFlow: -capitalExpenditure,
      dividendsPaid,
      shareRepurchases,
      financingCashFlow: -dividendsPaid - shareRepurchases,
    };
    const balances = {
      cash,
      receivables: next.receivables,
      inventory: next.inventory,
      currentAssets,
      propertyPlantAndEquipment: property,
      totalAssets,
      accountsPayable: next.payables,
      currentLiabilities: next.payables,
      longTermDebt: debt,
      totalLiabilities,
      shareholdersEquity: totalAssets - totalLiabilities,
    };
    return { flows, balances, shares };
  });
}

const isDividend = ({ kind }: { kind: string }): boolean => kind === 'dividend';
const thousands = (amount: number): number => Math.round(amount / 1_000) * 1_000;
