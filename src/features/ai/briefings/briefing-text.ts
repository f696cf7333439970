import type { ToolOutcome } from '../tools/tool.js';

/** A part of a briefing: a heading, and the result of a tool. */
export interface Section {
  heading: string;
  /** Result of the tool; undefined if the service lacks the tool. */
  outcome: ToolOutcome | undefined;
  /** Returns one line for each item of the result. */
  linesOf(value: Record<string, unknown>): string[];
  /** Text for a section without lines. */
  empty: string;
}

const MAX_LINES = 10;

/**
 * Returns a briefing as Markdown: a heading for each section, with at most ten lines and the number of further ones.
 */
export function briefingText(title: string, period: string, sections: readonly Section[]): string {
  const parts = sections.map(({ heading, outcome, linesOf, empty }) => {
    if (outcome === undefined) return undefined;
    if (!outcome.ok)
      return `## ${heading}\n\nNot available: ${plain(outcome.problem?.detail ?? 'the operation failed.')}`;
    const lines = linesOf((outcome.value ?? {}) as Record<string, unknown>);
    const hidden = hiddenLines(lines);
    const more = hidden > 0 ? [`… and ${hidden} more.`] : [];
    return `## ${heading}\n\n${lines.length === 0 ? empty : [...lines.slice(0, MAX_LINES).map((line) => `- ${line}`), ...more].join('\n')}`;
  });
  return [`# ${plain(title)}`, period, ...parts.filter((part) => part !== undefined)].join('\n\n');
}

/** Returns the number of lines of a section that a briefing leaves out. */
export const hiddenLines = (lines: readonly string[]): number => Math.max(0, lines.length - MAX_LINES);

/**
 * Returns text of feeds and records for use in Markdown: on one line, without characters that would form links, images,
 * HTML or emphasis.
 */
export const plain = (text: unknown): string =>
  String(text ?? '')
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>#|!]/g, (character) => `\\${character}`)
    .trim()
    .slice(0, 300);

/** Returns the items of a list; empty for other values. */
export const itemsOf = (value: Record<string, unknown>): Array<Record<string, unknown>> =>
  Array.isArray(value.items) ? value.items : [];

/** Returns a time as `2026-11-20 14:30 UTC`; empty for other values. */
export const timeText = (time: unknown): string =>
  typeof time === 'string' ? `${time.slice(0, 16).replace('T', ' ')} UTC` : '';

/** Returns a percentage with its sign and two decimals; `unknown` if there is no number. */
export const percentText = (percent: unknown): string =>
  typeof percent === 'number' ? `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(2)} %` : 'unknown';
