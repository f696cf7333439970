import { count, day, joined, label, money, nothing, type Piece, percent, quantity, say, words } from './answer-text.js';
import {
  type Answered,
  citationOf,
  type Fields,
  fieldsOf,
  listOf,
  numberOf,
  plural,
  type Template,
  textOf,
} from './template.js';

const nameOf = ({ reading, arguments: args }: Answered): Piece =>
  label(reading.input.slots.get('portfolio')?.name ?? textOf(args.name));
const cited = ({ citations }: Answered) => citations[0] ?? null;
const share = (value: number, answered: Answered, decimals = 2): Piece =>
  percent(value * 100, cited(answered), decimals);
/** Formats a fraction of a whole, without a sign. */
const part = (value: number, answered: Answered): Piece => quantity(value * 100, '%', 2, cited(answered));

/** Adds warnings about simulated data and doubtful inputs. */
function warnings({ value, text }: Answered): void {
  const providers = Array.isArray(value.providers) ? value.providers : [];
  if (providers.includes('simulator')) text.add(words('Its prices are simulated.'));
  const warnings = listOf(value.warnings);
  if (warnings.length > 0)
    text.add(
      say`${count(warnings.length)} ${plural(warnings.length, 'input')} of the figures ${words(warnings.length === 1 ? 'is' : 'are')} missing or doubtful.`,
    );
}

const valuation: Template = (answered) => {
  const { value, text } = answered;
  const currency = textOf(value.currency);
  const amount = (field: string) => money(textOf(value[field]), currency, cited(answered));
  text.add(
    say`The portfolio ${nameOf(answered)} is worth ${amount('value')} at the end of ${day(textOf(value.asOf), cited(answered))}: ${amount('holdingsValue')} in holdings and ${amount('cashValue')} in cash.`,
  );
  if (textOf(value.unrealizedGain) !== '') text.add(say`The unrealized gain is ${amount('unrealizedGain')}.`);
  warnings(answered);
};

const METHODS: Readonly<Record<string, string>> = {
  twr: 'time-weighted',
  mwr: 'money-weighted',
  modified_dietz: 'modified Dietz',
  simple: 'simple',
};

const performance: Template = (answered) => {
  const { value, text } = answered;
  const result = numberOf(value.value);
  const why = textOf(fieldsOf(value.notComputable).detail);
  if (result === undefined)
    return void text.add(say`The return of ${nameOf(answered)} cannot be calculated. ${label(why)}`);
  const period = say` from ${day(textOf(value.firstDay), cited(answered))} to ${day(textOf(value.lastDay), cited(answered))}`;
  text.add(
    say`The ${words(METHODS[textOf(value.method)] ?? '')} return of ${nameOf(answered)}${period} is ${share(result, answered)}.`,
  );
  const gain = textOf(value.gain) || numberOf(value.gain);
  const currency = textOf(value.currency);
  if (gain !== undefined && gain !== '' && currency !== '')
    text.add(
      say`Its gain is ${money(gain, currency, cited(answered))}: the value at the end less the value at the start and the money paid in.`,
    );
  const annualized = numberOf(value.annualized);
  if (annualized !== undefined) text.add(say`Annualized, that is ${share(annualized, answered)}.`);
  const benchmark = fieldsOf(value.benchmark);
  const other = numberOf(benchmark.value);
  if (other !== undefined)
    text.add(
      say`${label(textOf(benchmark.name))} returned ${share(other, answered)}, so the portfolio was ${words(result > other ? 'ahead' : 'behind')} by ${quantity(Math.abs(result - other) * 100, 'percentage points', 2, cited(answered))}.`,
    );
  warnings(answered);
};

const allocation: Template = (answered) => {
  const { value, text } = answered;
  const items = listOf(value.items);
  const currency = textOf(value.currency);
  if (items.length === 0)
    return void text.add(
      say`The portfolio ${nameOf(answered)} holds nothing at the end of ${day(textOf(value.asOf), cited(answered))}.`,
    );
  text.add(
    say`The portfolio ${nameOf(answered)} at the end of ${day(textOf(value.asOf), cited(answered))}, worth ${money(textOf(value.value), currency, cited(answered))}:`,
  );
  text.list(
    items.map((item) => {
      const weight = numberOf(item.weight);
      return say`${label(textOf(item.name) || textOf(item.group))}: ${money(textOf(item.value), currency, cited(answered))}${weight === undefined ? nothing : say`, ${part(weight, answered)}`}`;
    }),
  );
  warnings(answered);
};

const holdings: Template = (answered) => {
  const { value, text, reading } = answered;
  const symbol = reading.input.slots.get('symbol');
  const all = listOf(value.items);
  const items = symbol === undefined ? all : all.filter((item) => item.symbol === symbol);
  const at = say`at the end of ${day(textOf(value.asOf), cited(answered))}`;
  if (items.length === 0)
    return void text.add(
      say`The portfolio ${nameOf(answered)} holds ${symbol === undefined ? words('nothing') : say`no ${label(symbol)}`} ${at}.`,
    );
  text.add(
    say`The portfolio ${nameOf(answered)} ${at} has ${count(items.length)} ${plural(items.length, 'holding')}, the largest first:`,
  );
  const worth = ({ value: own }: Fields) => Number(textOf(own) || 0);
  text.list(
    items
      .toSorted((one, other) => worth(other) - worth(one) || (textOf(one.symbol) < textOf(other.symbol) ? -1 : 1))
      .map((item) => {
        const units = textOf(item.quantity);
        const weight = numberOf(item.weight);
        const known =
          textOf(item.value) === ''
            ? words('value unknown')
            : money(textOf(item.value), textOf(value.currency), cited(answered));
        const held = quantity(Number(units), 'units', Math.min(8, units.split('.')[1]?.length ?? 0), cited(answered));
        return say`${label(textOf(item.symbol))}: ${held}, ${known}${weight === undefined ? nothing : say`, ${part(weight, answered)}`}`;
      }),
  );
  warnings(answered);
};

const risk: Template = (answered) => {
  const { value, text } = answered;
  const figures: Array<[string, Piece | undefined]> = [
    ['Annual volatility', optional(value.volatility, (known) => part(known, answered))],
    ['Sharpe ratio', optional(value.sharpe, (known) => quantity(known, null, 2, cited(answered)))],
    ['Sortino ratio', optional(value.sortino, (known) => quantity(known, null, 2, cited(answered)))],
    ['Largest drawdown', drawdown(answered)],
    [
      'Value at risk, one day, historical',
      optional(fieldsOf(fieldsOf(value.valueAtRisk).historical).valueAtRisk, (known) => share(known, answered)),
    ],
    [
      'Expected shortfall, historical',
      optional(fieldsOf(fieldsOf(value.valueAtRisk).historical).expectedShortfall, (known) => share(known, answered)),
    ],
    [
      'Beta to the benchmark',
      optional(fieldsOf(value.benchmark).beta, (known) => quantity(known, null, 2, cited(answered))),
    ],
  ];
  const known = figures.filter((figure): figure is [string, Piece] => figure[1] !== undefined);
  if (known.length === 0) return void text.add(say`The history of ${nameOf(answered)} is too short for risk figures.`);
  text.add(
    say`Risk of ${nameOf(answered)} from ${day(textOf(value.firstDay), cited(answered))} to ${day(textOf(value.lastDay), cited(answered))}, from ${count(numberOf(value.observationCount) ?? 0, cited(answered))} days:`,
  );
  text.list(known.map(([name, piece]) => say`${words(name)}: ${piece}`));
  warnings(answered);
};

function optional(value: unknown, piece: (known: number) => Piece): Piece | undefined {
  const known = numberOf(value);
  return known === undefined ? undefined : piece(known);
}

function drawdown(answered: Answered): Piece | undefined {
  const { depth, peakDay, troughDay } = fieldsOf(answered.value.maxDrawdown);
  return optional(
    depth,
    (known) =>
      say`${share(known, answered)} from ${day(textOf(peakDay), cited(answered))} to ${day(textOf(troughDay), cited(answered))}`,
  );
}

const scenario: Template = (answered) => {
  const { value, text } = answered;
  const currency = textOf(value.currency);
  const [before, after, change] = [
    numberOf(value.startValue) ?? 0,
    numberOf(value.endValue) ?? 0,
    numberOf(value.change),
  ];
  const relative = change === undefined ? nothing : say` (${share(change, answered)})`;
  text.add(
    say`With this shock the portfolio ${nameOf(answered)} goes from ${money(before, currency, cited(answered))} to ${money(after, currency, cited(answered))}${relative}, by its holdings of ${day(textOf(value.asOf), cited(answered))}.`,
  );
  const outcome = fieldsOf(value.outcome);
  if (Array.isArray(outcome.unmatchedShocks) && outcome.unmatchedShocks.length > 0)
    text.add(words('The shock reaches no holding and no cash.'));
  const changed = listOf(outcome.holdings).filter((one) => one.startValue !== one.endValue);
  text.list(
    changed.map(
      (one) =>
        say`${label(textOf(one.symbol))}: ${money(numberOf(one.startValue) ?? 0, currency, cited(answered))} to ${money(numberOf(one.endValue) ?? 0, currency, cited(answered))}`,
    ),
  );
  warnings(answered);
};

const geoExposure: Template = (answered) => {
  const { value, text, reading } = answered;
  const place = reading.input.slots.get('place')?.name;
  const items = listOf(value.items);
  const found =
    place === undefined ? items : items.filter((item) => isSamePlace(textOf(fieldsOf(item.place).name), place));
  const currency = textOf(value.currency);
  if (place !== undefined && found.length === 0)
    return void text.add(say`The portfolio ${nameOf(answered)} has no known dependence on ${label(place)}.`);
  if (found.length === 0)
    return void text.add(say`No dependence of the portfolio ${nameOf(answered)} on a place is known.`);
  text.add(
    say`The portfolio ${nameOf(answered)} depends on ${place === undefined ? words('these places') : label(place)} (holdings of ${day(textOf(value.asOf), cited(answered))}):`,
  );
  text.list(found.map((item) => exposureRow(item, currency, answered)));
};

function exposureRow(item: Fields, currency: string, answered: Answered): Piece {
  const by = listOf(item.contributions)
    .slice(0, 3)
    .map((one) => label(textOf(one.symbol) || textOf(one.currency)));
  const from = by.length === 0 ? nothing : say`, through ${joined(by)}`;
  return say`${label(textOf(fieldsOf(item.place).name))}: ${part(numberOf(item.exposedFraction) ?? 0, answered)}, ${money(textOf(item.exposedValue), currency, cited(answered))}${from}`;
}

/** Whether one name contains all words of the other: `Hormuz` and `Strait of Hormuz`. */
export function isSamePlace(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) =>
    name
      .toLowerCase()
      .replace(/\b(?:strait|port|of|the|canal|sea|gulf)\b/g, '')
      .split(/\W+/)
      .filter((word) => word !== ''),
  ) as [string[], string[]];
  return (
    first.length > 0 &&
    second.length > 0 &&
    (first.every((word) => second.includes(word)) || second.every((word) => first.includes(word)))
  );
}

const income: Template = (answered) => {
  const { value, text } = answered;
  const items = listOf(value.items);
  if (items.length === 0)
    return void text.add(say`The portfolio ${nameOf(answered)} received no income in this period.`);
  const totals = new Map<string, number>();
  for (const { currency, kind, amount } of items) {
    const key = `${textOf(kind)} ${textOf(currency)}`;
    totals.set(key, (totals.get(key) ?? 0) + Number(amount));
  }
  text.add(
    say`Income of the portfolio ${nameOf(answered)}, by kind and currency: ${joined([...totals].map(([key, total]) => say`${words(key.split(' ')[0] as string)} ${money(Math.round(total * 100) / 100, key.split(' ')[1] as string, cited(answered))}`))}.`,
  );
  text.list(
    items
      .slice(-10)
      .map(
        (item) =>
          say`${day(textOf(item.at), cited(answered))}: ${words(textOf(item.type))} ${textOf(item.symbol) === '' ? nothing : label(textOf(item.symbol))} ${money(textOf(item.amount), textOf(item.currency), cited(answered))}`,
      ),
  );
};

const clients: Template = (answered) => {
  const { value, text, reading } = answered;
  const items = listOf(value.items);
  const currency = textOf(value.currency);
  const total = numberOf(value.clientCount) ?? items.length;
  if (total === 0) return void text.add(words('You have no clients.'));
  text.add(
    say`You have ${count(total)} ${plural(total, 'client')} with ${count(numberOf(value.portfolioCount) ?? 0)} ${plural(numberOf(value.portfolioCount) ?? 0, 'portfolio')}, worth ${money(textOf(value.value), currency, null)} together; ${count(numberOf(value.clientsInBreachCount) ?? 0)} in breach of a mandate.`,
  );
  const isBreach = /breach|limit|outside|rebalanc/.test(reading.input.words);
  const shown = items.filter(({ breachCount }) => !isBreach || (numberOf(breachCount) ?? 0) > 0);
  text.list(shown.map((item) => clientRow(item, currency, answered)));
};

function clientRow(item: Fields, currency: string, answered: Answered): Piece {
  const citation = citationOf(answered, item.clientId);
  const drift = numberOf(item.drift);
  const away =
    drift === undefined ? nothing : say`, ${quantity(drift * 100, '%', 2, citation)} to trade to reach the target`;
  const breaches = numberOf(item.breachCount) ?? 0;
  return say`${label(textOf(item.name))}: ${money(textOf(item.value), currency, citation)}${away}${breaches === 0 ? nothing : say`, ${count(breaches, citation)} ${plural(breaches, 'breach', 'breaches')}`}`;
}

/**
 * Returns the total gain of several portfolios for each currency; undefined unless the gain of every portfolio is
 * known.
 */
export function totalGain(values: readonly Fields[]): Piece | undefined {
  const totals = new Map<string, number>();
  for (const { gain, currency } of values) {
    const amount = textOf(gain) === '' ? numberOf(gain) : Number(textOf(gain));
    if (amount === undefined || textOf(currency) === '') return undefined;
    totals.set(textOf(currency), (totals.get(textOf(currency)) ?? 0) + amount);
  }
  const sums = [...totals].map(([currency, sum]) => money(Math.round(sum * 100) / 100, currency, null));
  return say`Your ${count(values.length)} portfolios together gained ${joined(sums, ' and ')}.`;
}

export const portfolioAnswers: Readonly<Record<string, Template>> = {
  'portfolio-value': valuation,
  'portfolio-performance': performance,
  'portfolio-allocation': allocation,
  'portfolio-holdings': holdings,
  'portfolio-risk': risk,
  'portfolio-scenario': scenario,
  'portfolio-geo-exposure': geoExposure,
  'portfolio-income': income,
  'clients-summary': clients,
};
