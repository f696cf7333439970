import type { ToolOutcome } from '../tools/tool.js';

/** A part of a briefing: a heading, and the result of a tool. */
export interface Section {
  heading: string;
  /** Undefined: the tool does not exist here. */
  outcome: ToolOutcome | undefined;
  /** One line for each item. */
  linesOf(value: Record<string, unknown>): string[];
  /** The text that stands in place of the lines when there are none. */
  empty: string;
}

const MAX_LINES = 10;

/** A briefing as Markdown: a heading for each section, at most ten lines under it, and how many were left out. */
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

/** The number of lines of a section that a briefing leaves out. */
export const hiddenLines = (lines: readonly string[]): number => Math.max(0, lines.length - MAX_LINES);

/**
 * Text of feeds and records for Markdown: in one line, without characters that make links, images, HTML or emphasis.
 */
export const plain = (text: unknown): string =>
  String(text ?? '')
    .replace(/\s+/g, ' ')
    .replace(/[\\`*_[\]<>#|!]/g, (character) => `\\${character}`)
    .trim()
    .slice(0, 300);

/** The items of a list. */
export const itemsOf = (value: Record<string, unknown>): Array<Record<string, unknown>> =>
  Array.isArray(value.items) ? value.items : [];

/** A time as `2026-11-20 14:30 UTC`. */
export const timeText = (time: unknown): string =>
  typeof time === 'string' ? `${time.slice(0, 16).replace('T', ' ')} UTC` : '';

/** A percentage with its sign and two decimals; empty where it is not known. */
export const percentText = (percent: unknown): string =>
  typeof percent === 'number' ? `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(2)} %` : 'unknown';
