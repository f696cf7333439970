import { instrumentOf } from '../spans/markets-in.js';
import type { QuestionInput, QuestionType } from './question-type.js';
import { dayRange, firstOf, recordQuestion } from './record-question.js';

const symbol = { required: true, implied: true, weight: 1.5 };
const period = { weight: 0.5 };
const symbolIn = ({ slots }: QuestionInput) => slots.get('symbol');

/** Forms of the SEC by the words of a question. */
const FORMS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b10-?k\b|\b10 k\b|annual report/, '10-K'],
  [/\b10-?q\b|\b10 q\b|quarterly report/, '10-Q'],
  [/\b8-?k\b|\b8 k\b/, '8-K'],
];

const isFund = (symbol: string | undefined): boolean =>
  symbol !== undefined && instrumentOf(symbol)?.assetClass === 'etf';

const PRICE_EARNINGS = 'pe ratio|pe|p/e|p e|price earnings|price to earnings|price/earnings';

/** Questions about records of companies and funds. */
export const companyRecords: readonly QuestionType[] = [
  recordQuestion(
    {
      id: 'company-facts',
      can: 'show the facts of a company',
      examples: ['What does Chevron do?', 'company profile of Nvidia', 'When does the fiscal year of Apple end?'],
      subject:
        'profile|company profile|fiscal year|industry|sector of|cik|lei|incorporated|what does|what business|company facts|former names|facts about|facts on|which sector|which industry|what sector|what industry',
      also: 'business|sector|year|end|ends|facts|website|former|called|incorporated|company|belong',
      slots: { symbol },
      tool: 'get_company',
      arguments: (input) => ({ symbol: symbolIn(input) }),
      rows: {
        things: 'facts of the company',
        columns: [
          { field: 'name', format: 'text' },
          { field: 'industry', format: 'text', before: 'industry:' },
          { field: 'fiscalYearEnd', format: 'text', before: 'fiscal year ends:' },
          { field: 'incorporatedIn', format: 'text', before: 'incorporated in' },
          { field: 'exchanges', format: 'list', before: 'listed on' },
          { field: 'cik', format: 'text', before: 'CIK' },
          { field: 'lei', format: 'text', before: 'LEI' },
          { field: 'website', format: 'text' },
        ],
      },
    },
    { accepts: ({ words }) => !/\bwhat does\b/.test(words) || /\bdo\b|business|industry|sector/.test(words) },
  ),
  recordQuestion(
    {
      id: 'company-filings',
      can: 'list the filings of a company',
      examples: ['latest 10-K of Apple', 'SEC filings of Exxon this month', 'What did Nvidia file recently?'],
      subject: 'filings|filing|10 k|10 q|8 k|annual report|quarterly report|sec|edgar|filed|file|prospectus',
      also: 'form|forms|second|sec|document|documents|filed|file|did',
      slots: { symbol, period },
      tool: 'list_company_filings',
      arguments: (input) => ({
        symbol: symbolIn(input),
        form: firstOf(input.words, FORMS),
        ...dayRange(input.slots.get('period')),
      }),
      rows: {
        things: 'filings',
        list: 'items',
        columns: [
          { field: 'form', format: 'text' },
          { field: 'filedOn', format: 'day', before: 'filed on' },
          { field: 'reportDate', format: 'day', before: 'for the period until' },
          { field: 'title', format: 'text' },
        ],
      },
    },
    { accepts: ({ words }) => !/\b(?:summar\w*|explain|translate|what is a)\b/.test(words) },
  ),
  recordQuestion(
    {
      id: 'company-holders',
      can: 'list the institutions that hold a company',
      examples: ['Who holds Exxon?', 'biggest shareholders of Apple', 'institutional owners of Nvidia'],
      subject:
        'shareholders|shareholder|holders|institutional|institutions|who holds|who owns|13 f|stakeholders|owners of|owner of|biggest owners|largest owners',
      also: 'biggest|largest|top|main|major|holders|owners|investors|institutional|funds|stake|stakes|holds|owns|most|hold|own',
      slots: { symbol },
      tool: 'list_company_holders',
      arguments: (input) => ({ symbol: symbolIn(input) }),
      rows: {
        things: 'institutions, as reported for the last quarter',
        list: 'items',
        columns: [
          { field: 'institution', format: 'text' },
          { field: 'shares', format: 'number', after: 'shares' },
          { field: 'valueUsd', format: 'number', before: 'worth USD' },
          { field: 'filedAt', format: 'day', before: 'filed on' },
        ],
      },
    },
    { holds: ({ slots }) => !slots.has('vessel') },
  ),
  recordQuestion(
    {
      id: 'company-owners',
      can: 'list the owners of a company by the register of legal entities',
      examples: ['Who is the parent company of Exxon?', 'ultimate owner of Shell', 'subsidiaries of Chevron'],
      subject:
        'parent|parents|parent company|parent companies|ultimate owner|ultimate owners|ultimate parent|ultimate parents|beneficial owner|beneficial owners|subsidiary|subsidiaries|' +
        'ownership|ownership chain|ownership structure|who is behind|whos behind|controls|controlled by|who owns|ultimately owns|owned by|register|gleif|belongs to|belong to',
      also: 'companies|beneficial|who|whos|ultimate|ultimately|direct|own|owns|owner|owners|behind|controls|group|holding|chain|structure|register|according|legal|entity|lei|which',
      slots: { symbol },
      tool: 'get_entity_owners',
      template: 'company-owners',
      rows: {
        things: 'owners of the company by the register of legal entities',
        list: 'owners',
        head: [
          { field: 'entity.name', format: 'text' },
          { field: 'entity.lei', format: 'text', before: 'LEI' },
          { field: 'ultimateOwner.name', format: 'text', before: 'ultimate owner:' },
          { field: 'exception', format: 'text', before: 'names no owner:' },
          { field: 'subsidiaryCount', format: 'number', before: 'direct subsidiaries:' },
        ],
        columns: [
          { field: 'name', format: 'text' },
          { field: 'country', format: 'text' },
          { field: 'lei', format: 'text', before: 'LEI' },
        ],
      },
    },
    {
      // `Who owns Exxon?` means its shareholders.
      accepts: ({ words }) => !/\bowns\b/.test(words) || /register|gleif|ultimate|parent|legal|lei\b/.test(words),
      holds: ({ slots }) => !slots.has('vessel'),
      each: (input) => ({
        tool: 'list_identifiers',
        arguments: { identifier: [symbolIn(input)] },
        field: 'entity.lei',
        argument: 'lei',
        name: 'entity.name',
        max: 1,
      }),
    },
  ),
  recordQuestion({
    id: 'company-insiders',
    can: 'list the transactions of insiders of a company',
    examples: ['insider sales at Nvidia', 'Did insiders of Apple sell?', 'insider trading at Tesla this year'],
    subject: 'insider|insiders|form 4|director dealings|directors dealings|officers|insider trading|insider trades',
    also: 'sale|sales|sell|selling|sold|buy|buys|buying|bought|purchases|transactions|trades|dealings|directors|executives',
    slots: { symbol, period },
    tool: 'list_company_insiders',
    arguments: (input) => ({
      symbol: symbolIn(input),
      code: /\b(?:sale|sales|sell|selling|sold)\b/.test(input.words)
        ? ['S']
        : /\b(?:buy|buys|buying|bought|purchases?)\b/.test(input.words)
          ? ['P']
          : undefined,
      ...dayRange(input.slots.get('period')),
    }),
    rows: {
      things: 'transactions of insiders',
      list: 'items',
      columns: [
        { field: 'owner', format: 'text' },
        { field: 'codeMeaning', format: 'text' },
        { field: 'direction', format: 'text' },
        { field: 'shares', format: 'number', after: 'shares' },
        { field: 'price', format: 'number', before: 'at', after: '{currency}' },
        { field: 'transactionDay', format: 'day', before: 'on' },
      ],
    },
  }),
  recordQuestion(
    {
      id: 'company-ratios',
      can: 'show the ratios of a company',
      examples: ['p/e ratio of Microsoft', 'gross margin of Apple', 'return on equity of Exxon'],
      subject: `${PRICE_EARNINGS}|ratios|ratio|margin|margins|return on equity|roe|debt to equity|price to book|price to sales|dividend yield|payout ratio|valuation multiples|multiples|market cap|market capitalisation|market capitalization|ev/ebitda|earnings yield`,
      also: 'trade|trades|gross|net|operating|profit|return|equity|debt|book|price|earnings|sales|p|e|pe|current|quick|valuation|expensive|trailing|yield|multiple',
      slots: { symbol },
      tool: 'list_company_ratios',
      arguments: (input) => ({ symbol: symbolIn(input) }),
      rows: {
        things: 'ratios',
        list: 'valuation',
        named: 'label',
        columns: [
          { field: 'label', format: 'text' },
          { field: 'value', format: 'number' },
        ],
      },
    },
    {
      holds: ({ slots }) => !slots.has('portfolio'),
      accepts: ({ words }) => !/\b(?:requirements?|calls?|loan|futures)\b/.test(words),
    },
  ),
  recordQuestion(
    {
      id: 'company-statements',
      can: 'show the revenue, profit and balance of a company',
      examples: ['Apple revenue last year', 'net income of Exxon', 'How much debt does Chevron have?'],
      subject:
        'revenue|revenues|sales|net income|profit|profits|net profit|balance sheet|cash flow|free cash flow|income statement|statements|financials|eps|debt|assets|liabilities|turnover|earnings per share|operating income|fundamentals',
      also: 'fiscal|year|quarter|annual|quarterly|financial|income|cash|flow|earn|earned|total|net|sheet|last|statement',
      slots: { symbol, period: { weight: 0 } },
      tool: 'list_company_statements',
      arguments: (input) => ({ symbol: symbolIn(input), ...(/quarter/.test(input.words) && { period: 'quarter' }) }),
      rows: {
        things: 'figures of the last statement',
        list: 'items.0.figures',
        named: 'label',
        head: [{ field: 'items.0.lastDay', format: 'day', before: 'period until' }],
        columns: [
          { field: 'label', format: 'text' },
          { field: 'value', format: 'number', after: '{unit}' },
        ],
      },
    },
    { holds: ({ slots }) => !slots.named('portfolio'), ignores: () => ['period'] },
  ),
  recordQuestion(
    {
      id: 'fund-holdings',
      can: 'list the holdings of a fund',
      examples: ['What does SPY hold?', 'holdings of the QQQ fund', 'top positions of VTI'],
      subject:
        'holdings|hold|holds|constituents|components|positions|made up of|contain|contains|composition|basket|invested in|etf|inside',
      also: 'top|biggest|largest|main|etf|fund|index|does|inside|weights|weight|members|invest',
      slots: { symbol, portfolio: {} },
      tool: 'list_fund_holdings',
      arguments: (input) => ({ symbol: symbolIn(input) }),
      rows: {
        things: 'holdings of the fund',
        list: 'items',
        head: [{ field: 'asOf', format: 'day', before: 'as of' }],
        columns: [
          { field: 'name', format: 'text' },
          { field: 'weight', format: 'fraction' },
          { field: 'sector', format: 'text' },
        ],
      },
    },
    {
      holds: ({ slots }) => !slots.has('portfolio'),
      accepts: ({ slots, words }) => isFund(slots.get('symbol')) || /\b(?:etf|fund)\b/.test(words),
    },
  ),
];
