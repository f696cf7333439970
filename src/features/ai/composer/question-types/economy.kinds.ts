import { fromTo, type QuestionInput, type QuestionType } from './question-type.js';
import { dayRange, recordQuestion } from './record-question.js';

const period = { weight: 0.5 };
const times = ({ slots }: QuestionInput) => fromTo(slots.get('period'));

/** Economic series by the words for them, with the words by which the series are searched. */
const SERIES: ReadonlyArray<readonly [phrases: string, search: string]> = [
  ['unemployment|unemployment rate|jobless rate|joblessness|jobless', 'unemployment'],
  ['inflation|inflation rate|cpi|consumer prices|consumer price index|cost of living', 'consumer prices'],
  ['gdp|gross domestic product|economic growth|output growth', 'gross domestic product'],
  ['interest rate|policy rate|fed funds|fed funds rate|key rate|base rate|central bank rate', 'federal funds'],
  ['payrolls|nonfarm payrolls|non farm payrolls|jobs report|employment', 'payrolls'],
  ['retail sales', 'retail sales'],
  ['industrial production|industrial output', 'industrial production'],
  ['trade balance|trade deficit|trade surplus', 'trade balance'],
  ['producer prices|ppi', 'producer prices'],
];

/** Returns the search for the series of a question, with the country's code as the titles have it. */
function seriesIn({ slots, words }: QuestionInput): string | undefined {
  const search = SERIES.find(([phrases]) =>
    phrases.split('|').some((phrase) => ` ${words} `.includes(` ${phrase} `)),
  )?.[1];
  if (search === undefined) return undefined;
  const area = /\beuro ?(?:area|zone)|\beurozone\b/.test(words)
    ? 'EU'
    : (slots.get('country') ?? countryOf(slots.get('exchange')));
  return area === undefined ? search : `${search} ${area}`;
}

/** `us` is read as the exchanges of the United States. */
const countryOf = (exchange: string | undefined): string | undefined => ({ US: 'US', LSE: 'GB' })[exchange ?? ''];

/** Questions about economies and exchanges, and the user's own instruments. */
export const economyRecords: readonly QuestionType[] = [
  recordQuestion(
    {
      id: 'economic-releases',
      can: 'list releases of economic data',
      examples: [
        'Which economic data come out next week?',
        'economic calendar for the US',
        'releases from Germany yesterday',
      ],
      subject:
        'economic data|economic calendar|economic releases|data releases|macro data|macro calendar|economic figures|economic news|economic numbers|macro releases|releases',
      also: 'economic|economy|data|macro|come|comes|out|published|release|released|due|week|statistics',
      slots: { country: { weight: 0.5, many: true }, period },
      tool: 'list_economic_releases',
      arguments: (input) => ({ country: input.slots.all('country'), ...times(input) }),
      rows: {
        things: 'releases',
        list: 'items',
        columns: [
          { field: 'title', format: 'text' },
          { field: 'country', format: 'text' },
          { field: 'period', format: 'text', before: 'for' },
          { field: 'day', format: 'day', before: 'on' },
          { field: 'actual', format: 'number', before: 'actual', after: '{unit}' },
          { field: 'estimate', format: 'number', before: 'estimated' },
          { field: 'previous', format: 'number', before: 'previous' },
        ],
      },
    },
    { future: 'times' },
  ),
  recordQuestion(
    {
      id: 'economic-series',
      can: 'show economic figures such as unemployment or inflation',
      examples: ['What is the US unemployment rate?', 'inflation in the euro area', 'GDP growth of the US'],
      subject: SERIES.map(([phrases]) => phrases).join('|'),
      also: 'uk|rate|rates|level|growth|year|yoy|annual|euro|area|eurozone|us|usa|american|states|high|higher|low|economy|economic|prices|price|index|number|monthly|month|percent|core',
      slots: {
        country: { weight: 0.5 },
        place: { weight: 0 },
        period,
        exchange: { weight: 0 },
        currency: { weight: 0 },
      },
      tool: 'get_economic_series',
      about: (input) => ({ subject: seriesIn(input) }),
      arguments: (input) => ({ order: 'desc', ...dayRange(input.slots.get('period')) }),
      rows: {
        things: 'values, the latest first',
        list: 'items',
        isSeries: true,
        head: [
          { field: 'title', format: 'text' },
          { field: 'country', format: 'text' },
          { field: 'unit', format: 'text', before: 'in' },
        ],
        columns: [
          { field: 'period', format: 'text' },
          { field: 'value', format: 'number' },
        ],
      },
    },
    {
      holds: ({ slots }) => !slots.named('symbol') || slots.has('country'),
      accepts: ({ words }) => !/\b(?:news|headlines|articles?|stories|hedge|if|alert|portfolio)\b/.test(words),
      each: (input) => ({
        tool: 'find_economic_series',
        arguments: { q: seriesIn(input) },
        field: 'id',
        argument: 'seriesId',
        name: 'title',
        max: 1,
      }),
    },
  ),
  recordQuestion({
    id: 'own-instruments',
    can: 'list the instruments that you entered yourself',
    examples: ['my own instruments', 'Which instruments did I enter myself?', 'list my private instruments'],
    subject:
      'own instruments|custom instruments|instruments i entered|instruments did i|my instruments|private instruments|own bonds|own funds',
    also: 'instruments|entered|enter|myself|created|added|create|add|manual|manually|private',
    tool: 'list_own_instruments',
    rows: {
      things: 'own instruments',
      list: 'items',
      columns: [
        { field: 'symbol', format: 'text' },
        { field: 'name', format: 'text' },
        { field: 'kind', format: 'text' },
        { field: 'currency', format: 'text' },
      ],
    },
  }),
  recordQuestion({
    id: 'screens',
    can: 'list your screens of instruments',
    examples: ['my screens', 'Which screens have I saved?', 'list all stock screens'],
    subject: 'screens|screeners|screener|stock screens|saved screens',
    also: 'stock|saved|instruments',
    tool: 'list_screens',
    rows: {
      things: 'screens',
      list: 'items',
      columns: [
        { field: 'name', format: 'text' },
        { field: 'updatedAt', format: 'time', before: 'changed' },
      ],
    },
  }),
  recordQuestion(
    {
      id: 'exchanges-open',
      can: 'list the exchanges and whether they are open',
      examples: ['Which exchanges are open now?', 'which markets are trading', 'list the exchanges'],
      subject:
        'exchanges|bourses|markets are open|markets are trading|stock exchanges|open markets|markets open|which markets|venues',
      also: 'markets|trading|closed|open|stock|which|moment',
      tool: 'list_exchanges',
      rows: {
        things: 'exchanges',
        list: 'items',
        columns: [
          { field: 'name', format: 'text' },
          { field: 'state', format: 'text' },
          { field: 'opens', format: 'text', before: 'opens' },
          { field: 'closes', format: 'text', before: 'closes' },
          { field: 'timeZone', format: 'text' },
        ],
      },
    },
    { accepts: ({ words }) => !/\b(?:movers?|moved|fell|rose|most|best|worst)\b/.test(words) },
  ),
];
