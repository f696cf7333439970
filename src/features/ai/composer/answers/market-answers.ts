import { exchanges } from '../../../markets/calendar/exchanges.js';
import type { Citation } from '../../tools/tool-records.js';
import type { QuestionInput } from '../question-types/question-type.js';
import { isoDay } from '../spans/calendar.js';
import { instrumentName } from '../spans/markets-in.js';
import {
  count,
  day,
  joined,
  label,
  money,
  type Piece,
  percent,
  priceDecimals,
  quantity,
  say,
  time,
  words,
} from './answer-text.js';
import {
  type Answered,
  citationOf,
  during,
  type Fields,
  fieldsOf,
  listOf,
  numberOf,
  plural,
  provenance,
  type Template,
  textOf,
} from './template.js';

/** Returns the name of an instrument with its symbol: `Apple Inc. (AAPL.US)`. */
export const named = (symbol: string): Piece => {
  const name = instrumentName(symbol);
  return name === symbol ? label(symbol) : say`${label(name)} (${label(symbol)})`;
};

/** Returns the row of a quote: `Apple Inc. (AAPL.US): USD 201.10, +1.20 % (as of …)`. */
function quoteRow(answered: Answered, item: Fields): Piece {
  const symbol = textOf(item.symbol);
  const citation = citationOf(answered, symbol);
  const change = numberOf(item.changePercent);
  const price = money(numberOf(item.price) ?? 0, textOf(item.currency), citation);
  const moved = change === undefined ? words('no change known') : percent(change, citation);
  return say`${named(symbol)}: ${price}, ${moved}${provenance(item.provenance, item.tradedAt, citation)}`;
}

const FALLING = /\b(?:down|lower|fell|fallen|fall|falls|dropped|drop|lost|lose|losing|red|below its)\b/;
const RISING = /\b(?:up|higher|rose|risen|rise|gained|gain|gaining|green|climbed|jumped)\b/;
const AT_MOST = /\b(?:less than|under|below|at most|up to|no more than|not more than|within)\b/;

/**
 * Returns whether a price changed as a yes/no question supposes, such as `is brent up more than 2 %`; undefined for
 * other questions.
 */
export function moveAsked({ words, slots }: QuestionInput, change: number | undefined): boolean | undefined {
  const limit = slots.get('percent');
  if (limit === undefined || change === undefined) return undefined;
  const side = FALLING.test(words) ? -1 : RISING.test(words) ? 1 : Math.sign(change);
  const moved = change * side;
  return AT_MOST.test(words) ? moved <= Math.abs(limit) && moved >= 0 : moved > Math.abs(limit);
}

/** Returns the answer to a yes/no question about a move, which begins a sentence; empty for other questions. */
const yesOrNo = ({ reading }: Answered, change: number | undefined): Piece => {
  const isSo = moveAsked(reading.input, change);
  if (isSo !== undefined) return words(isSo ? 'Yes: ' : 'No: ');
  const isEither = /\b(?:green or red|red or green|up or down|down or up)\b/.test(reading.input.words);
  return words(!isEither || change === undefined ? '' : change > 0 ? 'Up: ' : change < 0 ? 'Down: ' : 'Unchanged: ');
};

const quote: Template = (answered) => {
  const { value, text } = answered;
  const symbol = textOf(value.symbol);
  const citation = citationOf(answered, symbol);
  const change = numberOf(value.changePercent);
  const since = change === undefined ? words('') : say`, ${percent(change, citation)} since the previous close`;
  const price = money(numberOf(value.price) ?? 0, textOf(value.currency), citation);
  text.add(
    say`${yesOrNo(answered, change)}${named(symbol)} is at ${price}${since}${provenance(value.provenance, value.tradedAt, citation)}.`,
  );
};

const byChange = (items: readonly Fields[]): Fields[] =>
  [...items].sort(
    (one, other) =>
      Math.abs(numberOf(other.changePercent) ?? 0) - Math.abs(numberOf(one.changePercent) ?? 0) ||
      (textOf(one.symbol) < textOf(other.symbol) ? -1 : 1),
  );

const watchlistMoves: Template = (answered) => {
  const { value, text, reading } = answered;
  const name = label(reading.input.slots.get('watchlist')?.name ?? 'watchlist');
  const asked = directionIn(reading.input.words);
  const items = byChange(listOf(value.items)).filter(
    ({ changePercent }) => asked === undefined || Math.sign(numberOf(changePercent) ?? 0) === asked,
  );
  if (items.length === 0)
    return void text.add(
      say`Nothing in the watchlist ${name} ${words(asked === undefined ? 'has a quote' : asked < 0 ? 'is down' : 'is up')}.`,
    );
  text.add(say`The watchlist ${name}, the largest changes since the previous close first:`);
  text.list(items.map((item) => quoteRow(answered, item)));
  const errors = listOf(value.errors);
  if (errors.length > 0) text.add(say`Without a quote: ${joined(errors.map(({ symbol }) => label(textOf(symbol))))}.`);
};

const directionIn = (question: string): 1 | -1 | undefined =>
  /\b(?:down|fell|fallen|lost|losing|red|dropped)\b/.test(question)
    ? -1
    : /\b(?:up|rose|gained|gaining|green|risen)\b/.test(question)
      ? 1
      : undefined;

const RANKINGS: Readonly<Record<string, string>> = {
  gainers: 'Largest gains',
  losers: 'Largest losses',
  most_active: 'Most traded',
};

const topMovers: Template = (answered) => {
  const { value, text } = answered;
  const items = listOf(value.items);
  const [first] = items;
  if (first === undefined) return void text.add(words('No market of this class has moved, or none has a quote.'));
  text.add(
    say`Of ${words(textOf(value.assetClass))} instruments${provenance(fieldsOf(first.provenance), value.asOf, null)}:`,
  );
  for (const ranking of new Set(items.map((item) => textOf(item.ranking))))
    text.list(
      items
        .filter((item) => item.ranking === ranking)
        .slice(0, 5)
        .map((item) => say`${words(RANKINGS[ranking] ?? 'Moved')}: ${quoteRow(answered, item)}`),
    );
};

const priceHistory: Template = (answered) => {
  const { value, text, reading } = answered;
  const items = listOf(value.items);
  const symbol = textOf(value.symbol);
  const citation = citationOf(answered, symbol);
  const [first, last] = [items[0], items.at(-1)];
  if (first === undefined || last === undefined)
    return void text.add(say`There are no prices of ${named(symbol)}${during(reading.input.slots.get('period'))}.`);
  const currency = textOf(value.currency);
  const price = (amount: unknown) => money(numberOf(amount) ?? 0, currency, citation);
  const highest = Math.max(...items.map(({ high }) => numberOf(high) ?? Number.NEGATIVE_INFINITY));
  const lowest = Math.min(...items.map(({ low }) => numberOf(low) ?? Number.POSITIVE_INFINITY));
  const [open, close] = [numberOf(first.open) ?? 0, numberOf(last.close) ?? 0];
  const change = open === 0 ? 0 : (close / open - 1) * 100;
  text.add(
    say`${yesOrNo(answered, change)}${named(symbol)} opened at ${price(open)} on ${time(textOf(first.time), citation)} and closed at ${price(close)} on ${time(textOf(last.time), citation)}, a change of ${percent(change, citation)}${provenance(value.provenance, undefined, citation)}.`,
  );
  text.add(
    say`The highest price was ${price(highest)}, the lowest ${price(lowest)}; ${count(items.length)} ${plural(items.length, 'candle')}, the latest:`,
  );
  text.list(
    items
      .slice(-5)
      .map(
        (item) =>
          say`${time(textOf(item.time), citation)}: open ${price(item.open)}, high ${price(item.high)}, low ${price(item.low)}, close ${price(item.close)}`,
      ),
  );
};

const indicator: Template = (answered) => {
  const { value, text } = answered;
  const symbol = textOf(value.symbol);
  const citation = citationOf(answered, symbol);
  const times = Array.isArray(value.times) ? value.times : [];
  for (const item of listOf(value.items)) {
    const lines = listOf(item.lines).flatMap((line) => {
      const values = Array.isArray(line.values) ? line.values : [];
      const at = values.findLastIndex((one) => typeof one === 'number');
      const known = numberOf(values[at]);
      return known === undefined
        ? []
        : [
            {
              piece: say`${label(textOf(line.name))} ${quantity(known, null, priceDecimals(known), citation)}`,
              at: textOf(times[at - values.length + times.length]),
            },
          ];
    });
    const name = indicatorName(textOf(item.indicator));
    if (lines.length === 0) text.add(say`There are too few prices for ${name} of ${named(symbol)}.`);
    else
      text.add(
        say`${name} of ${named(symbol)}, by ${words(CANDLES[textOf(value.interval)] ?? 'its')} candles: ${joined(lines.map(({ piece }) => piece))}${provenance(value.provenance, lines[0]?.at, citation)}.`,
      );
  }
};

const CANDLES: Readonly<Record<string, string>> = {
  '1m': 'one-minute',
  '5m': 'five-minute',
  '15m': 'quarter-hour',
  '1h': 'hourly',
  '1d': 'daily',
  '1w': 'weekly',
  '1M': 'monthly',
};

/** Returns the name of an indicator: `RSI (14)` for `rsi:14`. */
function indicatorName(text: string): Piece {
  const [name = '', ...settings] = text.split(':');
  return settings.length === 0
    ? words(name.toUpperCase())
    : say`${words(name.toUpperCase())} (${joined(settings.map((setting) => quantity(Number(setting), null, 0, null)))})`;
}

const compare: Template = (answered) => {
  const { value, text } = answered;
  const times = Array.isArray(value.times) ? value.times : [];
  const items = listOf(value.items).sort(
    (one, other) => (numberOf(other.changePercent) ?? 0) - (numberOf(one.changePercent) ?? 0),
  );
  const [best] = items;
  if (best === undefined) return void text.add(words('There are no common prices in this period.'));
  const symbol = textOf(best.symbol);
  text.add(
    say`From ${time(textOf(times[0]), null)} to ${time(textOf(times.at(-1)), null)}, ${named(symbol)} changed most favorably, by ${percent(numberOf(best.changePercent) ?? 0, citationOf(answered, symbol))}.`,
  );
  text.list(
    items.map(
      (item) =>
        say`${named(textOf(item.symbol))}: ${percent(numberOf(item.changePercent) ?? 0, citationOf(answered, item.symbol))}${provenance(item.provenance, undefined, citationOf(answered, item.symbol))}`,
    ),
  );
};

const convert: Template = (answered) => {
  const { value, text } = answered;
  const citation = answered.citations[0] ?? null;
  const rate = numberOf(value.rate) ?? 0;
  const result = money(textOf(value.result), textOf(value.quote), citation);
  text.add(
    say`${money(textOf(value.amount), textOf(value.base), null)} is ${result} at a rate of ${quantity(rate, null, priceDecimals(rate), citation)} of ${day(textOf(value.date), citation)}${provenance(value.provenance, undefined, citation)}.`,
  );
};

const hours: Template = (answered) => {
  const { value, text } = answered;
  const citation = answered.citations[0] ?? null;
  const code = exchangeName(textOf(value.code));
  const date = day(textOf(value.date), citation);
  const regular = listOf(value.sessions).filter(({ kind }) => kind === 'regular');
  if (value.isTradingDay !== true || regular.length === 0) {
    const reason = textOf(value.holiday);
    text.add(say`${code} is closed on ${date}${reason === '' ? words('') : say` (${label(reason)})`}.`);
  } else {
    const sessions = joined(
      regular.map(({ open, close }) => say`from ${time(textOf(open), citation)} to ${time(textOf(close), citation)}`),
    );
    text.add(say`${code} trades on ${date} ${sessions}${words(value.early === true ? ', an early close' : '')}.`);
  }
  const isNow = textOf(value.date) === isoDay(answered.reading.input.calendar.today) && textOf(value.state) !== '';
  if (isNow) text.add(say`It is ${words(STATES[textOf(value.state)] ?? 'closed')} now.`);
  const next = textOf(value.nextOpen);
  if (next !== '') text.add(say`It opens next at ${time(next, citation)}.`);
};

const STATES: Readonly<Record<string, string>> = {
  pre: 'in pre-market trading',
  regular: 'open',
  post: 'in post-market trading',
};

/** Returns the name of an exchange with its code: `Tokyo Stock Exchange (XTKS)`. */
function exchangeName(code: string): Piece {
  const name = exchanges.find((exchange) => exchange.code === code)?.name;
  return name === undefined ? say`The exchange ${label(code)}` : say`${label(name)} (${label(code)})`;
}

const owners: Template = (answered) => {
  const { value, text } = answered;
  const entity = (one: Fields) =>
    say`${label(textOf(one.name))}${textOf(one.country) === '' ? words('') : say`, ${label(textOf(one.country))}`} (LEI ${label(textOf(one.lei))})`;
  const company = entity(fieldsOf(value.entity));
  const chain = listOf(value.owners);
  const exception = textOf(value.exception).replaceAll('_', ' ').toLowerCase();
  if (chain.length > 0)
    text.add(
      say`${company} is owned by ${joined(chain.map(entity), words(', which is owned by ').text)}, by the register of legal entities.`,
    );
  else
    text.add(
      say`${company} names no owner in the register of legal entities${exception === '' ? words('') : say` (reason: ${label(exception)})`}; the register contains no natural persons.`,
    );
  const top = fieldsOf(value.ultimateOwner);
  if (textOf(top.name) !== '') text.add(say`It reports as its ultimate owner ${entity(top)}.`);
  const owned = listOf(value.subsidiaries);
  const total = numberOf(value.subsidiaryCount) ?? owned.length;
  text.add(
    total === 0
      ? words('It owns no other company directly.')
      : say`It owns ${count(total, answered.citations[0] ?? null)} ${plural(total, 'company', 'companies')} directly.`,
  );
  text.list(owned.map(entity));
};

/** Returns the range of times of a result: ` from A to B`; empty without times. */
const between = ({ from, to }: Fields, citation: Citation | null): Piece =>
  textOf(from) === '' || textOf(to) === ''
    ? words('')
    : say` from ${time(textOf(from), citation)} to ${time(textOf(to), citation)}`;

const eventStudy: Template = (answered) => {
  const { value, text, reading } = answered;
  const citation = answered.citations[0] ?? null;
  const events = numberOf(value.eventCount) ?? 0;
  const place = reading.input.slots.get('place')?.name ?? '';
  const where = place === '' ? words('') : say` in the area of ${label(place)}`;
  const results = listOf(value.items);
  const range = between(value, citation);
  text.add(
    say`${count(events, citation)} ${plural(events, 'event')}${where}${range} ${words(events === 1 ? 'was' : 'were')} studied.`,
  );
  const [first] = results;
  if (first !== undefined && results.every(({ returns }) => fieldsOf(returns).meanReturn === undefined))
    text.add(say`There are no figures. ${label(textOf(fieldsOf(first.notComputable).detail))}`);
  text.list(
    results
      .filter(({ returns }) => fieldsOf(returns).meanReturn !== undefined)
      .map((item) => {
        const days = numberOf(item.windowTradingDays) ?? 0;
        const cases = numberOf(item.caseCount) ?? 0;
        const mean = percent((numberOf(fieldsOf(item.returns).meanReturn) ?? 0) * 100, citation);
        const base = numberOf(fieldsOf(item.baseReturns).meanReturn);
        const usual = base === undefined ? words('') : say`, at random moments ${percent(base * 100, citation)}`;
        const p = numberOf(item.pValue);
        const chance = p === undefined ? words('') : say`, p-value ${quantity(p, null, 3, citation)}`;
        return say`${named(textOf(item.target))}: ${mean} on average ${quantity(days, null, 0, citation)} trading ${plural(days, 'day')} after ${count(cases, citation)} ${plural(cases, 'event')}${usual}${chance}`;
      }),
  );
};

const robustness: Template = (answered) => {
  const { value, text } = answered;
  const citation = answered.citations[0] ?? null;
  const items = listOf(value.items);
  if (items.length === 0) return void text.add(words('You have no alert rules.'));
  const feedsOf = (item: Fields) =>
    listOf(item.alerts).flatMap(({ singlePointsOfFailure: feeds }) =>
      Array.isArray(feeds) ? (feeds as string[]) : [],
    );
  const dependent = items.filter((item) => feedsOf(item).length > 0).length;
  text.add(
    say`${count(dependent)} of ${count(items.length)} rules had alerts${between(value, citation)} that depended on a single feed.`,
  );
  text.list(
    items.map((item) => {
      const alerts = numberOf(item.alertCount) ?? 0;
      const feeds = [...new Set(feedsOf(item))];
      const lost =
        feeds.length === 0
          ? words(alerts === 0 ? '' : ', none of which depended on a single feed')
          : say`; without ${joined(feeds.map(label), ' or ')} there would be fewer`;
      return say`${label(textOf(item.name))}: ${count(alerts, citation)} ${plural(alerts, 'alert')}${lost}`;
    }),
  );
};

export const marketAnswers: Readonly<Record<string, Template>> = {
  quote,
  'watchlist-moves': watchlistMoves,
  'top-movers': topMovers,
  'price-history': priceHistory,
  indicator,
  compare,
  'fx-convert': convert,
  'market-hours': hours,
  'company-owners': owners,
  'event-study': eventStudy,
  'rule-robustness': robustness,
};
