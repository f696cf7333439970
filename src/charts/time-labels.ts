import { textWidth } from './draw.js';
import { areDays, formatClock, formatDay, months } from './time-axis.js';

interface Tick {
  label: string;
  /** Labels of a higher rank are placed first. */
  rank: number;
}

/** Returns the label of a time, given the previous one. */
function tickOf(time: Date, before: Date): Tick {
  const isNew = (part: 'getUTCFullYear' | 'getUTCMonth' | 'getUTCDate' | 'getUTCHours') =>
    time[part]() !== before[part]();
  if (isNew('getUTCFullYear')) return { label: String(time.getUTCFullYear()), rank: 8 };
  if (isNew('getUTCMonth')) {
    const month = time.getUTCMonth();
    return { label: months[month] as string, rank: month === 6 ? 7.5 : month % 3 === 0 ? 7 : 6 };
  }
  if (isNew('getUTCDate')) return { label: `${time.getUTCDate()} ${months[time.getUTCMonth()]}`, rank: 5 };
  const minutes = time.getUTCMinutes();
  const rank =
    isNew('getUTCHours') && minutes === 0
      ? time.getUTCHours() % 3 === 0
        ? 4
        : 3
      : minutes % 30 === 0
        ? 2
        : minutes % 5 === 0
          ? 1
          : 0;
  return { label: formatClock(time), rank };
}

/** Ranks of labels, the highest first. */
const ranks = [8, 7.5, 7, 6, 5, 4, 3, 2, 1, 0, -1];
/** Rank of days and of every third hour, whose labels are thinned at equal steps until they fit. */
const DAY_RANK = 5;
const HOUR_RANK = 4;
const DAY_STEPS = [1, 2, 3, 5, 10, 15];
const HOUR_STEPS = [3, 6, 12];
/** Ranks whose labels are drawn only if nearly all of them have space; a few of them would be spaced unevenly. */
const evenRanks = new Set([7, 6, 3]);
const MIN_EVEN = 0.8;
const LABEL_SIZE = 11;
/** Width of the space between two labels (px). */
const BETWEEN = 14;
const USUAL_WIDTH = textWidth('00 Mmm 00', LABEL_SIZE);

/**
 * Returns labels by index for an axis on which every time has the same width: starts of years first, then of months,
 * days and hours, until there are enough or no more space. The first day or month has a year, and the first of times of
 * one day has the day, so that the labels alone say when they are.
 * @param apart width of the label `00 Mmm 00`, in indices
 * @param first first index that may have a label
 */
export function timeLabels(times: readonly Date[], apart: number, first = 0): Map<number, string> {
  const all = times.map((time, index): Tick & { index: number } => {
    const before = times[index - 1];
    return {
      index,
      ...(before === undefined
        ? { label: areDays([time]) ? formatDay(time) : formatClock(time), rank: -1 }
        : tickOf(time, before)),
    };
  });
  const ticks = all.filter(({ index }) => index >= first);
  const labels = new Map<number, string>();
  const enough = Math.max(3, times.length / apart / 3);
  const fits = (one: Placed, other: Placed) =>
    Math.abs(one.index - other.index) * USUAL_WIDTH >= apart * (one.half + other.half + BETWEEN);
  /** Returns whether labels fit beside each other when the first day or month has its year. */
  const allFit = (labeled: readonly Placed[]) => {
    const inOrder = labeled.toSorted((one, other) => one.index - other.index);
    const [earliest] = inOrder;
    if (earliest !== undefined && !isClock.test(earliest.label) && !hasYear.test(earliest.label))
      inOrder[0] = placedOf([earliest.index, `${earliest.label} 2000`]);
    return inOrder.every((one, at) => at === 0 || fits(one, inOrder[at - 1] as Placed));
  };
  for (const rank of ranks) {
    if (labels.size >= enough) break;
    const placed = Array.from(labels, placedOf);
    const ofRank = ticks.filter((tick) => tick.rank === rank);
    const wanted =
      thinned(rank, times, ofRank).find((some) =>
        allFit([...placed, ...some.map(({ index, label }) => placedOf([index, label]))]),
      ) ?? ofRank;
    const earlier = placed.length;
    for (const { index, label } of wanted) {
      const tick = placedOf([index, label]);
      if (placed.every((other) => fits(tick, other))) placed.push(tick);
    }
    const added = placed.slice(earlier);
    if (evenRanks.has(rank) && added.length < MIN_EVEN * wanted.length) continue;
    for (const { index, label } of added) labels.set(index, label);
  }
  nameDays(labels, times, fits);
  const dates = [...labels].flatMap(([index, label]) => (isClock.test(label) ? [] : [index]));
  if (dates.length === 0) return dated(labels, times, apart);
  const earliest = Math.min(...dates);
  const label = labels.get(earliest) as string;
  if (hasYear.test(label)) return labels;
  const named = placedOf([earliest, `${label} ${(times[earliest] as Date).getUTCFullYear()}`]);
  const crowded = Array.from(labels, placedOf).filter((other) => other.index !== earliest && !fits(named, other));
  // The first label needs no year if a label next to it has one.
  if (crowded.some((other) => hasYear.test(other.label))) return labels;
  for (const { index } of crowded) labels.delete(index);
  return labels.set(earliest, named.label);
}

/** Returns the labels of a rank at growing steps, the densest first: of a month's days, and of a day's hours. */
function thinned<Some extends { index: number }>(
  rank: number,
  times: readonly Date[],
  ticks: readonly Some[],
): Some[][] {
  const timeAt = (index: number) => times[index] as Date;
  // The last days of long months belong to the period before them, so that no label is just before the next month.
  const periodOf = (time: Date, step: number) => Math.min(Math.ceil(time.getUTCDate() / step), Math.floor(30 / step));
  if (rank === HOUR_RANK)
    return HOUR_STEPS.map((step) => ticks.filter(({ index }) => timeAt(index).getUTCHours() % step === 0));
  if (rank !== DAY_RANK) return [];
  return DAY_STEPS.map((step) =>
    ticks.filter(({ index }) => periodOf(timeAt(index), step) !== periodOf(timeAt(index - 1), step)),
  );
}

/** Labels the start of a month or of a year as a day, if there are times of day beside it and the day has space. */
function nameDays(
  labels: Map<number, string>,
  times: readonly Date[],
  fits: (one: Placed, other: Placed) => boolean,
): void {
  if (![...labels.values()].some((label) => isClock.test(label))) return;
  for (const [index, label] of labels) {
    if (!isMonthOrYear.test(label)) continue;
    const day = formatDay(times[index] as Date);
    const named = placedOf([index, hasYear.test(label) ? day : day.slice(0, -5)]);
    const others = Array.from(labels, placedOf).filter((other) => other.index !== index);
    if (others.every((other) => fits(named, other))) labels.set(index, named.label);
  }
}

interface Placed {
  index: number;
  label: string;
  /** Half of the width of the label (px). */
  half: number;
}

const placedOf = ([index, label]: [number, string]): Placed => ({
  index,
  label,
  half: textWidth(label, LABEL_SIZE) / 2,
});

/** Adds the day to the first of labels that are all times of day, if that leaves space to the next one. */
function dated(labels: Map<number, string>, times: readonly Date[], apart: number): Map<number, string> {
  const [first, second = Number.POSITIVE_INFINITY] = [...labels.keys()].sort((one, other) => one - other);
  const time = first === undefined ? undefined : times[first];
  // Half of a label with a day and half of the next one need about this space.
  if (first === undefined || time === undefined || second - first < 1.5 * apart) return labels;
  return labels.set(first, `${formatDay(time)} ${formatClock(time)}`);
}

const isClock = /^\d\d:\d\d$/;
const hasYear = /\d{4}$/;
const isMonthOrYear = /^(?:\d{4}|[A-Z][a-z]{2})$/;
