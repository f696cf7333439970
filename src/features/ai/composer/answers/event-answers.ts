import { countryName } from '../../../../language/places-in.js';
import { instrumentName } from '../spans/markets-in.js';
import type { Period } from '../spans/span.js';
import { count, joined, label, nothing, type Piece, percent, quantity, say, time, words } from './answer-text.js';
import {
  type Answered,
  amount,
  citationOf,
  during,
  type Fields,
  fieldsOf,
  listOf,
  numberOf,
  ofSeverity,
  plural,
  provenance,
  type Template,
  textOf,
} from './template.js';

const digits = (value: number): number => (Number.isInteger(value) ? 0 : 2);

const openAlerts: Template = (answered) => {
  const [all, { slots }] = [listOf(answered.value.items), answered.reading.input];
  const period = answered.arguments.state === undefined ? slots.get('period') : undefined;
  if (period !== undefined) return alertsOf(period, all, answered);
  const items = all;
  const states = (answered.arguments.state as string[] | undefined) ?? [];
  const state = words(states.join(' or '));
  const severity = words(
    ((answered.arguments.severity as string[] | undefined) ?? []).map((one) => ` of severity ${one}`).join(' or'),
  );
  if (items.length === 0) return void answered.text.add(say`No alert${severity} is ${state}.`);
  answered.text.add(
    say`${amount(answered, items)} ${plural(items.length, 'alert')}${severity} ${words(items.length === 1 ? 'is' : 'are')} ${state}:`,
  );
  answered.text.list(
    items.map(
      (item) =>
        say`${label(textOf(item.title))} (${words(textOf(item.severity))}), since ${time(textOf(item.startedAt), citationOf(answered, item.id))}`,
    ),
  );
};

/** Writes the alerts that started in a period. */
function alertsOf(period: Period, all: readonly Fields[], answered: Answered): void {
  const items = all.filter((item) => {
    const at = Date.parse(textOf(item.startedAt));
    return at >= (period.from?.getTime() ?? 0) && at < (period.to?.getTime() ?? Number.POSITIVE_INFINITY);
  });
  const severity = words(
    ((answered.arguments.severity as string[] | undefined) ?? []).map((one) => ` of severity ${one}`).join(' or'),
  );
  if (items.length === 0) return void answered.text.add(say`No alert${severity} fired${during(period)}.`);
  answered.text.add(say`${count(items.length)} ${plural(items.length, 'alert')}${severity} fired${during(period)}:`);
  answered.text.list(
    items.map(
      (item) =>
        say`${label(textOf(item.title))} (${words(textOf(item.severity))}, ${words(textOf(item.state))}), at ${time(textOf(item.startedAt), citationOf(answered, item.id))}`,
    ),
  );
}

/** Writes the comparison of a condition: `value 92.10 above 90`. */
function leafRow(leaf: Fields, answered: Answered): Piece {
  const citation = answered.citations[0] ?? null;
  const [value, threshold, distance] = [numberOf(leaf.value), numberOf(leaf.threshold), numberOf(leaf.distance)];
  const known =
    value === undefined ? words('no value yet') : say`value ${quantity(value, null, digits(value), citation)}`;
  const limit =
    threshold === undefined
      ? nothing
      : say`, must be ${words(textOf(leaf.operator) || 'at')} ${quantity(threshold, null, digits(threshold), citation)}`;
  const away =
    distance === undefined ? nothing : say`, distance ${quantity(distance, null, digits(distance), citation)}`;
  const at = textOf(leaf.observedAt);
  return say`${words(textOf(leaf.type).replaceAll('_', ' '))}: ${known}${limit}${away}${at === '' ? nothing : say` at ${time(at, citation)}`}`;
}

const alertWhy: Template = (answered) => {
  const { value, text } = answered;
  const citation = answered.citations[0] ?? null;
  text.add(
    say`The alert ${label(textOf(value.title))} of the rule ${label(textOf(value.ruleName))} is ${words(textOf(value.state))} since ${time(textOf(value.startedAt), citation)}.`,
  );
  const leaves = listOf(value.explanation);
  if (leaves.length === 0) return void text.add(words('No observed values are stored with it.'));
  text.add(words('It fired because of these values:'));
  text.list(leaves.map((leaf) => leafRow(leaf, answered)));
};

const ruleDistance: Template = (answered) => {
  const { value, text, reading } = answered;
  const rule = label(reading.input.slots.get('rule')?.name ?? '');
  const instances = listOf(value.instances);
  const state = value.met === true ? 'is true' : value.met === false ? 'is not true' : 'has no values yet';
  text.add(
    say`The condition of the rule ${rule} ${words(state)} (evaluated at ${time(textOf(value.evaluatedAt), answered.citations[0] ?? null)}).`,
  );
  text.list(instances.slice(0, 3).flatMap(({ results }) => listOf(results).map((leaf) => leafRow(leaf, answered))));
};

const timeline: Template = (answered) => {
  const items = listOf(answered.value.items);
  const { slots } = answered.reading.input;
  const symbol = slots.get('symbol');
  const subject = slots.get('vessel')?.name ?? (symbol === undefined ? undefined : instrumentName(symbol));
  const about = subject === undefined ? nothing : say` about ${label(subject)}`;
  const place = slots.get('place')?.name;
  const where = place === undefined ? nothing : say` in the area of ${label(place)}`;
  const period = during(slots.get('period'));
  const severities = ofSeverity(slots.get('severities'));
  if (items.length === 0)
    return void answered.text.add(
      say`No event${severities}${about}${where} was logged${slots.has('period') ? period : words(', at any time that is stored')}.`,
    );
  answered.text.add(
    say`${amount(answered, items)} ${plural(items.length, 'event')}${severities}${about}${where}${period}${words(items.length > 1 ? ', the latest first' : '')}:`,
  );
  answered.text.list(
    items.map(
      (item) =>
        say`${time(textOf(item.time), citationOf(answered, item.id))}: ${label(textOf(item.title))} (severity ${count(numberOf(item.severity) ?? 0, citationOf(answered, item.id))})`,
    ),
  );
};

const searchResults: Template = (answered) => {
  const items = listOf(answered.value.items);
  const query = label(textOf(answered.arguments.q));
  if (items.length === 0) return void answered.text.add(say`Nothing that you may see matches “${query}”.`);
  answered.text.add(say`The best ${count(items.length)} ${plural(items.length, 'result')} for “${query}”:`);
  answered.text.list(
    items.map((item) => say`${label(textOf(item.title))} (${words(textOf(item.type).replaceAll('_', ' '))})`),
  );
};

const feeds: Template = (answered) => {
  const items = listOf(answered.value.items);
  const by = (status: string) => items.filter((item) => item.status === status);
  const states = ['ok', 'stale', 'down', 'disabled', 'not_configured']
    .map((status) => ({ status, found: by(status) }))
    .filter(({ found }) => found.length > 0);
  answered.text.add(
    say`Of ${count(items.length)} feeds: ${joined(states.map(({ status, found }) => say`${count(found.length)} ${words(status.replaceAll('_', ' '))}`))}.`,
  );
  const shown = [...by('down'), ...by('stale'), ...by('ok')];
  answered.text.list(
    shown.map((item) => {
      const age = numberOf(item.ageSeconds);
      const updated =
        age === undefined
          ? words('no data yet')
          : say`last data ${quantity(Math.round(age), 's', 0, citationOf(answered, item.feed))} ago`;
      return say`${label(textOf(item.feed))}: ${words(textOf(item.status).replaceAll('_', ' '))}, ${updated}`;
    }),
  );
};

const news: Template = (answered) => {
  const items = listOf(answered.value.items);
  const period = during(answered.reading.input.slots.get('period'));
  const { symbol, q, country } = answered.arguments;
  const texts = (one: unknown) => [one].flat().filter((each) => typeof each === 'string') as string[];
  const subject = [...texts(symbol).map(instrumentName), ...texts(q), ...texts(country).map(countryName)];
  const about = subject.length === 0 ? nothing : say` about ${joined(subject.map(label))}`;
  if (items.length === 0) return void answered.text.add(say`No article${about} was published${period}.`);
  answered.text.add(
    say`The latest ${items.length === 1 ? nothing : say`${count(items.length)} `}${plural(items.length, 'article')}${about}${period}:`,
  );
  answered.text.list(
    items.map(
      (item) =>
        say`${label(textOf(item.title))}, ${label(textOf(item.sourceName))}${provenance(item.provenance, item.publishedAt, citationOf(answered, item.id))}`,
    ),
  );
};

const trends: Template = (answered) => {
  const { value, text } = answered;
  const items = listOf(value.items);
  if (items.length === 0) return void text.add(words('Nothing is reported more often than usual in this period.'));
  text.add(
    say`Reported more often than usual from ${time(textOf(value.from), null)} to ${time(textOf(value.to), null)}:`,
  );
  text.list(
    items.map(
      (item) =>
        say`${label(textOf(item.value))} (${words(textOf(item.type))}): ${count(numberOf(item.articleCount) ?? 0, citationOf(answered, item.value))} articles of ${count(numberOf(item.ownerCount) ?? 0, citationOf(answered, item.value))} owners`,
    ),
  );
};

const sentiment: Template = (answered) => {
  const { value, text } = answered;
  const symbol = textOf(value.symbol);
  const citation = citationOf(answered, symbol);
  const items = listOf(value.items);
  const sum = (field: string) => items.reduce((total, item) => total + (numberOf(item[field]) ?? 0), 0);
  const articles = sum('articleCount');
  if (articles === 0)
    return void text.add(
      say`No articles about ${label(symbol)} were published from ${time(textOf(value.from), citation)} to ${time(textOf(value.to), citation)}.`,
    );
  const toned = items.filter(({ tone }) => numberOf(tone) !== undefined);
  const weight = toned.reduce((total, item) => total + (numberOf(item.articleCount) ?? 0), 0);
  const tone =
    weight === 0
      ? undefined
      : toned.reduce((total, item) => total + (numberOf(item.tone) ?? 0) * (numberOf(item.articleCount) ?? 0), 0) /
        weight;
  text.add(
    say`${count(articles, citation)} ${plural(articles, 'article')} about ${label(symbol)} from ${time(textOf(value.from), citation)} to ${time(textOf(value.to), citation)}: ${count(sum('positiveCount'), citation)} positive, ${count(sum('negativeCount'), citation)} negative.`,
  );
  if (tone !== undefined)
    text.add(say`The mean tone is ${quantity(tone, null, 2, citation)}, where negative is unfavorable.`);
};

const sanctions: Template = (answered) => {
  const { value, text, arguments: args } = answered;
  const items = listOf(value.items);
  const lists = listOf(value.lists);
  const name = label(textOf(args.q));
  if (lists.length === 0)
    return void text.add(say`No sanctions list is loaded, so I can't tell whether ${name} is on one.`);
  const checked = joined(
    lists.map((list) => {
      const citation = citationOf(answered, list.provider);
      const isDated = textOf(list.asOf) !== '';
      const at = time(textOf(isDated ? list.asOf : list.fetchedAt), citation);
      const stale = words(list.stale === true ? ', stale' : '');
      return say`${label(textOf(list.provider))} (${words(isDated ? 'as of' : 'fetched')} ${at}${stale})`;
    }),
  );
  if (items.length === 0)
    return void text.add(
      say`Nothing similar to ${name} is on the ${plural(lists.length, 'list that was', `${lists.length} lists that were`)} checked: ${checked}.`,
    );
  text.add(
    say`${count(items.length)} ${plural(items.length, 'entry', 'entries')} of the lists ${checked} ${words(items.length === 1 ? 'is' : 'are')} similar to ${name}; a similar name is not proof that it is the same:`,
  );
  text.list(
    items.map((item) => {
      const entity = fieldsOf(item.entity);
      const citation = citationOf(answered, entity.id);
      return say`${label(textOf(entity.name))} (${words(textOf(entity.type))}), similarity ${quantity(numberOf(item.score) ?? 0, null, 2, citation)}, list ${label(textOf(entity.provider))}`;
    }),
  );
};

const country: Template = (answered) => {
  const { value, text } = answered;
  const citation = answered.citations[0] ?? null;
  const [risk, events, articles, vessels, listed] = [
    fieldsOf(value.risk),
    fieldsOf(value.events),
    fieldsOf(value.news),
    fieldsOf(value.vessels),
    fieldsOf(value.sanctions),
  ];
  const score = numberOf(risk.score);
  text.add(
    score === undefined
      ? say`There is no risk figure for ${label(textOf(value.name))}.`
      : say`The risk figure of ${label(textOf(value.name))} is ${quantity(score, null, digits(score), citation)}.`,
  );
  text.add(
    say`There are ${count(numberOf(events.count) ?? 0, citation)} recent events, ${count(numberOf(articles.count) ?? 0, citation)} articles, ${count(numberOf(vessels.count) ?? 0, citation)} vessels near and ${count(numberOf(listed.recordCount) ?? 0, citation)} sanctions records.`,
  );
  const currency = textOf(fieldsOf(value.markets).currency);
  const change = numberOf(fieldsOf(value.markets).dollarChangePercent);
  if (change !== undefined)
    text.add(say`Its currency ${label(currency)} changed by ${percent(change, citation)} against the dollar.`);
  text.list(
    listOf(events.latest)
      .slice(0, 5)
      .map((item) => say`${label(textOf(item.title))}, ${time(textOf(item.startedAt), citation)}`),
  );
  text.list(
    listOf(articles.latest)
      .slice(0, 5)
      .map((item) => say`${label(textOf(item.title))}, ${time(textOf(item.time), citation)}`),
  );
};

export const eventAnswers: Readonly<Record<string, Template>> = {
  'open-alerts': openAlerts,
  'alert-why': alertWhy,
  'rule-distance': ruleDistance,
  timeline,
  'search-everything': searchResults,
  'feed-status': feeds,
  'news-of-symbol': news,
  'news-of-topic': news,
  'news-trending': trends,
  'news-sentiment': sentiment,
  sanctions,
  'country-dossier': country,
};
