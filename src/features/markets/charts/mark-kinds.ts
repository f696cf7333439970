/** Kinds of marks of a chart; `none` switches all marks off. */
export const markKinds = ['none', 'splits', 'dividends', 'earnings', 'events'] as const;
export type MarkKind = (typeof markKinds)[number];

/** The marks of a candle chart by default. */
export const defaultMarks: readonly MarkKind[] = ['splits', 'dividends'];

/** Returns the kinds to draw; `none` anywhere in the list means no marks. */
export const shownMarks = (kinds: readonly MarkKind[]): readonly MarkKind[] => (kinds.includes('none') ? [] : kinds);
