import { areaOfCountry } from '../../../../language/places-in.js';
import { areaArguments } from './area-arguments.js';
import { fromTo, type QuestionInput, type QuestionType } from './question-type.js';
import { recordQuestion } from './record-question.js';

const portfolio = { required: true, implied: true, weight: 2 };
const client = { required: true, weight: 2 };
const period = { weight: 0.5 };
const idOf = ({ slots }: QuestionInput) => slots.get('portfolio')?.id;
const days = ({ slots }: QuestionInput): { from?: string; to?: string } => {
  const one = slots.get('period');
  return {
    ...(one?.from !== undefined && one.firstDay !== undefined && { from: one.firstDay }),
    ...(one?.to !== undefined && one.endDay !== undefined && { to: one.endDay }),
  };
};
const name = { field: 'name', format: 'text' } as const;

/** Questions about records of portfolios and clients. */
export const portfolioRecords: readonly QuestionType[] = [
  recordQuestion({
    id: 'portfolio-realized',
    can: 'list the realized gains of a portfolio',
    examples: [
      'realised gains of Growth this year',
      'profit taken in Pension',
      'gains from sales in Growth last month',
    ],
    subject:
      'realized|realised|realized gains|realised gains|capital gains|gains from sales|closed positions|profit taken|sold positions|booked gains|profit was taken|taxable gains',
    also: 'gain|gains|loss|losses|profit|profits|sales|sold|tax|taxable|year|positions|fifo|lifo|hifo|average|method|capital',
    slots: { portfolio, period },
    tool: 'list_realized_gains',
    arguments: (input) => ({ id: idOf(input), ...days(input) }),
    rows: {
      things: 'sales of lots',
      list: 'items',
      columns: [
        { field: 'symbol', format: 'text' },
        { field: 'gain', format: 'number', before: 'gain', after: '{currency}' },
        { field: 'proceeds', format: 'number', before: 'proceeds', after: '{currency}' },
        { field: 'quantity', format: 'number', before: 'quantity' },
        { field: 'soldAt', format: 'time', before: 'sold' },
      ],
    },
  }),
  recordQuestion({
    id: 'portfolio-transactions',
    can: 'list the transactions of a portfolio',
    examples: [
      'transactions of Growth this month',
      'Which trades did we book in Pension in October?',
      'last bookings in Growth',
    ],
    subject:
      'transactions|transaction|trades|bookings|booked|purchases|sales|deposits|withdrawals|bought|trade history|ledger|sold|did we sell|did we buy|did i sell|did i buy',
    also: 'trade|fees|dividends|book|history',
    slots: { portfolio, period, symbol: { many: true } },
    tool: 'list_transactions',
    arguments: (input) => ({
      id: idOf(input),
      symbol: input.slots.all('symbol'),
      ...fromTo(input.slots.get('period')),
    }),
    rows: {
      things: 'transactions',
      list: 'items',
      columns: [
        { field: 'type', format: 'text' },
        { field: 'symbol', format: 'text' },
        { field: 'quantity', format: 'number', before: 'quantity' },
        { field: 'price', format: 'number', before: 'at', after: '{currency}' },
        { field: 'amount', format: 'number', before: 'amount', after: '{currency}' },
        { field: 'tradedAt', format: 'time', before: 'on' },
      ],
    },
  }),
  recordQuestion(
    {
      id: 'portfolio-cash',
      can: 'show the cash of a portfolio',
      examples: ['How much cash is in Growth?', 'cash balance of Pension', 'uninvested cash in Miller Family'],
      subject: 'cash|cash balance|cash balances|uninvested|liquidity|cash position|free cash',
      also: 'balance|balances|money|sits|sit|idle|left|dry|powder|currency|currencies|held|hold',
      slots: { portfolio, period: { weight: 0 } },
      tool: 'list_cash',
      arguments: (input) => ({ id: idOf(input), asOf: input.slots.get('period')?.day }),
      rows: {
        things: 'balances of cash',
        list: 'items',
        columns: [
          { field: 'amount', format: 'number', after: '{currency}' },
          { field: 'value', format: 'number', before: 'worth' },
        ],
      },
    },
    { accepts: ({ words }) => !/\b(?:add|added|put|deposit\w*|withdr\w*|paid|spent|spend|flow|should)\b/.test(words) },
  ),
  recordQuestion({
    id: 'portfolio-attribution',
    can: 'show which parts of a portfolio its return came from',
    examples: [
      'attribution of Growth in Q3',
      'What contributed most to Pension this year?',
      'Which holdings drove the return of Growth?',
    ],
    subject:
      'attribution|contributed|contribution|contributions|contributors|drove|hurt|detracted|detractors|come from|came from|selection effect|allocation effect',
    also: 'return|returns|performance|sector|sectors|currency|country|holdings|effect|benchmark|most|least|came|come|hurt|helped|biggest',
    slots: { portfolio, period, allocationBy: { weight: 0.5 } },
    tool: 'get_attribution',
    arguments: (input) => ({ id: idOf(input), by: input.slots.get('allocationBy'), ...days(input) }),
    rows: {
      things: 'parts of the portfolio',
      list: 'items',
      head: [
        { field: 'portfolioReturn', format: 'fraction', before: 'return' },
        { field: 'benchmarkReturn', format: 'fraction', before: 'benchmark' },
        { field: 'notComputable.detail', format: 'text' },
      ],
      columns: [
        { field: 'name', format: 'text' },
        { field: 'contribution', format: 'fraction', before: 'contribution' },
        { field: 'portfolioReturn', format: 'fraction', before: 'return' },
        { field: 'portfolioWeight', format: 'fraction', before: 'weight' },
      ],
    },
  }),
  recordQuestion({
    id: 'portfolio-lots',
    can: 'list the lots of a portfolio',
    examples: ['tax lots of Pension', 'open lots in Growth', 'cost basis of Growth'],
    subject: 'lots|tax lots|open lots|cost basis|purchase lots|acquisition cost',
    also: 'tax|cost|basis|fifo|lifo|hifo|method',
    slots: { portfolio },
    tool: 'list_lots',
    arguments: (input) => ({ id: idOf(input) }),
    rows: {
      things: 'lots',
      list: 'items',
      columns: [
        { field: 'symbol', format: 'text' },
        { field: 'quantity', format: 'number', before: 'quantity' },
        { field: 'cost', format: 'number', before: 'cost', after: '{currency}' },
        { field: 'acquiredAt', format: 'time', before: 'acquired' },
      ],
    },
  }),
  recordQuestion({
    id: 'portfolio-overlap',
    can: 'show what a portfolio holds both directly and in funds',
    examples: ['Which shares does Growth hold twice?', 'overlap in Pension', 'double exposure through funds in Growth'],
    subject: 'overlap|overlaps|overlapping|twice|double exposure|look through|look-through|duplicated|doubled',
    also: 'hold|holds|funds|fund|etf|etfs|holdings|positions|directly|same|between|shares',
    slots: { portfolio },
    tool: 'get_holding_overlap',
    arguments: (input) => ({ id: idOf(input) }),
    rows: {
      things: 'instruments held in several ways',
      list: 'items',
      columns: [
        { field: 'symbol', format: 'text' },
        { field: 'fraction', format: 'fraction', before: 'in all' },
      ],
    },
  }),
  recordQuestion({
    id: 'client-mandate',
    can: 'show the mandate of a client',
    examples: ['mandate of Miller', 'restrictions of the Nguyen Trust', 'investment guidelines for Miller'],
    subject:
      'mandate|mandates|investment guidelines|guidelines|restrictions|investment policy|target weights|excluded countries|limits of',
    also: 'limits|limit|rules|agreed|targets|weights|bands|excluded|meet|meets|still|its|their',
    slots: { client },
    tool: 'get_mandate',
    arguments: (input) => ({ id: input.slots.get('client')?.id }),
    rows: {
      things: 'mandate',
      columns: [
        { field: 'maxHoldingWeight', format: 'fraction', before: 'at most', after: 'in one holding' },
        { field: 'minCashWeight', format: 'fraction', before: 'at least', after: 'in cash' },
        { field: 'absoluteBand', format: 'fraction', before: 'band around the targets' },
        { field: 'excludedSymbols', format: 'list', before: 'without' },
        { field: 'excludedCountries', format: 'list', before: 'without the countries' },
        { field: 'excludedAssetClasses', format: 'list', before: 'without the classes' },
        { field: 'updatedAt', format: 'time', before: 'changed' },
      ],
    },
  }),
  recordQuestion({
    id: 'client-notes',
    can: 'list the notes about a client',
    examples: ['notes on Miller', 'What did I note on Nguyen Trust?', 'meeting notes for Miller'],
    subject: 'notes|note|noted|write down|wrote down|meeting notes|remarks|minutes',
    also: 'meeting|write|wrote|about|down|did',
    slots: { client },
    tool: 'list_client_notes',
    arguments: (input) => ({ id: input.slots.get('client')?.id }),
    rows: {
      things: 'notes',
      list: 'items',
      columns: [
        { field: 'title', format: 'text' },
        { field: 'text', format: 'text' },
        { field: 'updatedAt', format: 'time', before: 'changed' },
      ],
    },
  }),
  recordQuestion(
    {
      id: 'exposed-clients',
      can: 'list the clients whose portfolios depend on a place',
      examples: [
        'Which clients are exposed to Taiwan?',
        'clients depending on the Suez Canal',
        'exposed clients in Japan',
      ],
      subject:
        'clients exposed|clients are exposed|clients depend|clients depending|exposed clients|clients affected|clients with exposure|customers exposed|clients have exposure|clients rely|' +
        'clients would|clients be hit|clients be affected|clients would be hit|clients suffer|clients feel|clients at risk',
      also: 'would|closure|closing|closed|blockade|blocked|suffer|feel|risk|hurt|if|were|war|exposed|exposure|depend|depends|dependent|affected|clients|rely|hit|reliant',
      slots: { place: { weight: 1 }, country: { weight: 1 } },
      tool: 'list_exposed_clients',
      arguments: ({ slots }) => {
        const country = slots.get('country');
        const at = slots.get('place') ?? (country === undefined ? undefined : areaOfCountry(country));
        const { near, radiusMeters } = areaArguments(at, at?.bbox === undefined ? undefined : at.radiusMeters);
        return country === undefined ? { near, radiusMeters } : { place: country };
      },
      rows: {
        things: 'exposed clients',
        list: 'items',
        columns: [
          name,
          { field: 'exposedFraction', format: 'fraction', before: 'exposed' },
          { field: 'exposedValue', format: 'number', after: '{currency}' },
          { field: 'symbols', format: 'list', before: 'through' },
        ],
      },
    },
    { holds: ({ slots }) => slots.has('place') || slots.has('country') },
  ),
];
