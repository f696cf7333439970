import { label, type Piece, percent, quantity, say, time, words } from './answer-text.js';
import { named } from './market-answers.js';
import { type Answered, citationOf, during, type Fields, listOf, numberOf, type Template, textOf } from './template.js';

const MIN_DAYS = 10;

/** Returns the changes of the close from candle to candle, in percent. */
function changesOf(candles: readonly Fields[]): Array<{ time: string; change: number }> {
  return candles.slice(1).flatMap((candle, index) => {
    const [before, close] = [numberOf(candles[index]?.close), numberOf(candle.close)];
    if (before === undefined || before === 0 || close === undefined) return [];
    return [{ time: textOf(candle.time), change: (close / before - 1) * 100 }];
  });
}

/**
 * Returns the candles of an answer, and the index of the first candle in the period; a move begins at the close of the
 * candle before it.
 */
function candlesOf({ value, reading }: Answered): { candles: Fields[]; start: number } {
  const from = textOf(reading.kind.plan(reading.input)[0]?.about?.from);
  const candles = listOf(value.items);
  const first = candles.findIndex((candle) => textOf(candle.time) >= from);
  // A period without candles, such as a weekend, uses the last candle before it.
  return { candles, start: first < 0 ? candles.length - 1 : first };
}

/** Writes the move of the market or of the sector in the same period. */
const beside: Template = (answered) => {
  const symbol = textOf(answered.value.symbol);
  const citation = citationOf(answered, symbol);
  const { candles, start } = candlesOf(answered);
  const [before, last] = [candles[start - 1], candles.at(-1)];
  const [open, close] = [numberOf(before?.close), numberOf(last?.close)];
  if (open === undefined || open === 0 || close === undefined)
    return void answered.text.add(say`There are too few prices of ${named(symbol)} to put beside it.`);
  answered.text.add(
    say`Beside it, ${named(symbol)} changed by ${percent((close / open - 1) * 100, citation)} from ${time(textOf(before?.time), citation)} to ${time(textOf(last?.time), citation)}.`,
  );
};

/** Writes the price move of the period, compared with the usual moves of the days before. */
const whyMove: Template = (answered) => {
  const { value, text } = answered;
  const symbol = textOf(value.symbol);
  const citation = citationOf(answered, symbol);
  const { candles, start } = candlesOf(answered);
  const [before, last] = [candles[start - 1], candles.at(-1)];
  const [open, close] = [numberOf(before?.close), numberOf(last?.close)];
  if (open === undefined || open === 0 || close === undefined)
    return void text.add(say`There are too few prices of ${named(symbol)} to say how it moved.`);
  const change = (close / open - 1) * 100;
  text.add(
    say`${named(symbol)} changed by ${percent(change, citation)} from ${time(textOf(before?.time), citation)} to ${time(textOf(last?.time), citation)}.`,
  );
  const usual = changesOf(candles.slice(0, start));
  if (usual.length < MIN_DAYS) return;
  const mean = usual.reduce((sum, one) => sum + one.change, 0) / usual.length;
  const deviation = Math.sqrt(usual.reduce((sum, one) => sum + (one.change - mean) ** 2, 0) / (usual.length - 1));
  const range = deviation * Math.sqrt(candles.length - start);
  text.add(
    say`In the days before, a move in a time of this length was usually within ${quantity(range, '%', 2, null)}, so this one is ${words(Math.abs(change) > 2 * range ? 'unusual' : Math.abs(change) > range ? 'larger than usual' : 'usual')}.`,
  );
  text.add(words('I list what happened in this time and claim no cause.'));
};

/** Lists the events or articles of the period, the oldest first. */
const list =
  (what: string, none: string, at: string): Template =>
  (answered) => {
    const { value, text, reading } = answered;
    const items = listOf(value.items);
    const about = named(textOf(reading.input.slots.get('symbol')));
    const period = during(reading.input.slots.get('period'));
    if (items.length === 0) return void text.add(say`${words(none)} about ${about}${period}.`);
    text.add(say`${words(what)} about ${about}${period}, the oldest first:`);
    text.list(items.toSorted((one, other) => (textOf(one[at]) < textOf(other[at]) ? -1 : 1)).map(row(at)));

    function row(field: string) {
      return (item: Fields): Piece =>
        say`${time(textOf(item[field]), citationOf(answered, item.id))}: ${label(textOf(item.title))}`;
    }
  };

export const whyAnswers: Readonly<Record<string, Template>> = {
  'why-move': whyMove,
  'why-move-beside': beside,
  'why-move-events': list('Events', 'No event was logged', 'time'),
  'why-move-news': list('Articles', 'No article was published', 'publishedAt'),
};
