/** The statements of a company. */
export const statementKinds = ['income', 'balance', 'cash_flow'] as const;
export type StatementKind = (typeof statementKinds)[number];

/** A line of a statement, with the concepts under which companies report it. */
export interface LineItem {
  key: string;
  statement: StatementKind;
  label: string;
  measure: 'money' | 'shares' | 'per_share';
  /**
   * `flow`: a sum over a period, so that parts of it can be subtracted. `average`: belongs to a period, but cannot be
   * added or subtracted. `instant`: belongs to a day.
   */
  kind: 'flow' | 'average' | 'instant';
  /** True: a negative value is possible. */
  mayBeNegative: boolean;
  /** Names of concepts, the preferred one first; `us-gaap` unless another taxonomy stands before a colon. */
  concepts: readonly string[];
}

type Rest = Partial<Pick<LineItem, 'measure' | 'kind' | 'mayBeNegative'>>;
const line =
  (statement: StatementKind, usual: Required<Rest>) =>
  (key: string, label: string, concepts: readonly string[], rest: Rest = {}): LineItem => ({
    key,
    statement,
    label,
    concepts,
    ...usual,
    ...rest,
  });

const income = line('income', { measure: 'money', kind: 'flow', mayBeNegative: true });
const balance = line('balance', { measure: 'money', kind: 'instant', mayBeNegative: false });
const cashFlow = line('cash_flow', { measure: 'money', kind: 'flow', mayBeNegative: true });
const positive = { mayBeNegative: false } as const;
const signed = { mayBeNegative: true } as const;

/**
 * The line items in the order of their statements. Concepts are those of the US GAAP and IFRS taxonomies
 * (https://xbrl.fasb.org, https://www.ifrs.org/issued-standards/ifrs-taxonomy), the total before its parts.
 */
export const lineItems: readonly LineItem[] = [
  income('revenue', 'Revenue', [
    'Revenues',
    'RevenueFromContractWithCustomerExcludingAssessedTax',
    'RevenueFromContractWithCustomerIncludingAssessedTax',
    'SalesRevenueNet',
    'SalesRevenueGoodsNet',
    'ifrs-full:Revenue',
  ]),
  income('costOfRevenue', 'Cost of revenue', [
    'CostOfRevenue',
    'CostOfGoodsAndServicesSold',
    'CostOfGoodsSold',
    'ifrs-full:CostOfSales',
  ]),
  income('grossProfit', 'Gross profit', ['GrossProfit', 'ifrs-full:GrossProfit']),
  income('researchAndDevelopment', 'Research and development', [
    'ResearchAndDevelopmentExpense',
    'ResearchAndDevelopmentExpenseExcludingAcquiredInProcessCost',
    'ifrs-full:ResearchAndDevelopmentExpense',
  ]),
  income('sellingGeneralAndAdministrative', 'Selling, general and administrative', [
    'SellingGeneralAndAdministrativeExpense',
    'ifrs-full:SellingGeneralAndAdministrativeExpense',
  ]),
  income('operatingExpenses', 'Operating expenses', ['OperatingExpenses']),
  income('operatingIncome', 'Operating income', ['OperatingIncomeLoss', 'ifrs-full:ProfitLossFromOperatingActivities']),
  income('interestExpense', 'Interest expense', [
    'InterestExpense',
    'InterestExpenseNonoperating',
    'ifrs-full:InterestExpense',
  ]),
  income('incomeBeforeTax', 'Income before tax', [
    'IncomeLossFromContinuingOperationsBeforeIncomeTaxesExtraordinaryItemsNoncontrollingInterest',
    'IncomeLossFromContinuingOperationsBeforeIncomeTaxesMinorityInterestAndIncomeLossFromEquityMethodInvestments',
    'ifrs-full:ProfitLossBeforeTax',
  ]),
  income('incomeTax', 'Income tax', ['IncomeTaxExpenseBenefit', 'ifrs-full:IncomeTaxExpenseContinuingOperations']),
  income('netIncome', 'Net income of the shareholders', [
    'NetIncomeLoss',
    'ProfitLoss',
    'ifrs-full:ProfitLossAttributableToOwnersOfParent',
    'ifrs-full:ProfitLoss',
  ]),
  income(
    'earningsPerShareBasic',
    'Earnings per share, basic',
    ['EarningsPerShareBasic', 'EarningsPerShareBasicAndDiluted', 'ifrs-full:BasicEarningsLossPerShare'],
    { measure: 'per_share', kind: 'average' },
  ),
  income(
    'earningsPerShareDiluted',
    'Earnings per share, diluted',
    ['EarningsPerShareDiluted', 'EarningsPerShareBasicAndDiluted', 'ifrs-full:DilutedEarningsLossPerShare'],
    { measure: 'per_share', kind: 'average' },
  ),
  income(
    'averageShares',
    'Average shares, basic',
    ['WeightedAverageNumberOfSharesOutstandingBasic', 'ifrs-full:WeightedAverageShares'],
    { measure: 'shares', kind: 'average', ...positive },
  ),
  income(
    'averageSharesDiluted',
    'Average shares, diluted',
    ['WeightedAverageNumberOfDilutedSharesOutstanding', 'ifrs-full:AdjustedWeightedAverageShares'],
    { measure: 'shares', kind: 'average', ...positive },
  ),
  balance('cash', 'Cash and cash equivalents', [
    'CashAndCashEquivalentsAtCarryingValue',
    'ifrs-full:CashAndCashEquivalents',
  ]),
  balance('shortTermInvestments', 'Short-term investments', [
    'ShortTermInvestments',
    'MarketableSecuritiesCurrent',
    'AvailableForSaleSecuritiesDebtSecuritiesCurrent',
  ]),
  balance('receivables', 'Accounts receivable', [
    'AccountsReceivableNetCurrent',
    'ReceivablesNetCurrent',
    'ifrs-full:TradeAndOtherCurrentReceivables',
  ]),
  balance('inventory', 'Inventory', ['InventoryNet', 'ifrs-full:Inventories']),
  balance('currentAssets', 'Current assets', ['AssetsCurrent', 'ifrs-full:CurrentAssets']),
  balance('propertyPlantAndEquipment', 'Property, plant and equipment', [
    'PropertyPlantAndEquipmentNet',
    'ifrs-full:PropertyPlantAndEquipment',
  ]),
  balance('goodwill', 'Goodwill', ['Goodwill', 'ifrs-full:Goodwill']),
  balance('totalAssets', 'Total assets', ['Assets', 'ifrs-full:Assets']),
  balance('accountsPayable', 'Accounts payable', ['AccountsPayableCurrent', 'ifrs-full:TradeAndOtherCurrentPayables']),
  balance('currentLiabilities', 'Current liabilities', ['LiabilitiesCurrent', 'ifrs-full:CurrentLiabilities']),
  balance('longTermDebt', 'Long-term debt, without its current part', [
    'LongTermDebtNoncurrent',
    'LongTermDebtAndCapitalLeaseObligations',
    'ifrs-full:LongtermBorrowings',
  ]),
  balance('totalLiabilities', 'Total liabilities', ['Liabilities', 'ifrs-full:Liabilities']),
  balance(
    'retainedEarnings',
    'Retained earnings',
    ['RetainedEarningsAccumulatedDeficit', 'ifrs-full:RetainedEarnings'],
    signed,
  ),
  balance(
    'shareholdersEquity',
    'Equity of the shareholders',
    [
      'StockholdersEquity',
      'StockholdersEquityIncludingPortionAttributableToNoncontrollingInterest',
      'ifrs-full:EquityAttributableToOwnersOfParent',
      'ifrs-full:Equity',
    ],
    signed,
  ),
  balance(
    'sharesOutstanding',
    'Shares outstanding',
    ['CommonStockSharesOutstanding', 'ifrs-full:NumberOfSharesOutstanding'],
    { measure: 'shares' },
  ),
  cashFlow('operatingCashFlow', 'Cash flow from operating activities', [
    'NetCashProvidedByUsedInOperatingActivities',
    'NetCashProvidedByUsedInOperatingActivitiesContinuingOperations',
    'ifrs-full:CashFlowsFromUsedInOperatingActivities',
  ]),
  cashFlow(
    'depreciationAndAmortization',
    'Depreciation and amortization',
    ['DepreciationDepletionAndAmortization', 'DepreciationAmortizationAndAccretionNet', 'DepreciationAndAmortization'],
    positive,
  ),
  cashFlow('shareBasedCompensation', 'Share-based compensation', ['ShareBasedCompensation']),
  cashFlow(
    'capitalExpenditure',
    'Payments for property, plant and equipment',
    [
      'PaymentsToAcquirePropertyPlantAndEquipment',
      'PaymentsToAcquireProductiveAssets',
      'ifrs-full:PurchaseOfPropertyPlantAndEquipmentClassifiedAsInvestingActivities',
    ],
    positive,
  ),
  cashFlow('investingCashFlow', 'Cash flow from investing activities', [
    'NetCashProvidedByUsedInInvestingActivities',
    'NetCashProvidedByUsedInInvestingActivitiesContinuingOperations',
    'ifrs-full:CashFlowsFromUsedInInvestingActivities',
  ]),
  cashFlow(
    'dividendsPaid',
    'Dividends paid',
    ['PaymentsOfDividends', 'PaymentsOfDividendsCommonStock', 'ifrs-full:DividendsPaidClassifiedAsFinancingActivities'],
    positive,
  ),
  cashFlow(
    'shareRepurchases',
    'Payments for own shares',
    ['PaymentsForRepurchaseOfCommonStock', 'ifrs-full:PaymentsToAcquireOrRedeemEntitysShares'],
    positive,
  ),
  cashFlow('financingCashFlow', 'Cash flow from financing activities', [
    'NetCashProvidedByUsedInFinancingActivities',
    'NetCashProvidedByUsedInFinancingActivitiesContinuingOperations',
    'ifrs-full:CashFlowsFromUsedInFinancingActivities',
  ]),
];

/** The number of shares on the cover of a report, which has its own date and belongs to no statement. */
export const coverShares: LineItem = {
  ...balance('coverShares', 'Shares outstanding on the cover of the report', [
    'dei:EntityCommonStockSharesOutstanding',
  ]),
  measure: 'shares',
};

export const itemByKey: ReadonlyMap<string, LineItem> = new Map(lineItems.map((item) => [item.key, item]));
