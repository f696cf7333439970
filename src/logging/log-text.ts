import { styleText } from 'node:util';

type Line = Record<string, unknown> & { level: number; time: string; msg?: string };

const levels: Record<number, string> = {
  10: 'trace',
  20: 'debug',
  30: 'info ',
  40: styleText('yellow', 'warn '),
  50: styleText('red', 'ERROR'),
};

/**
 * Formats a JSON line of the log for people: local time, level, message, the other members as `name=value`, and stacks
 * on separate lines.
 */
export function textLine(json: string): string {
  const { level, time, msg, component, err, ...fields } = JSON.parse(json) as Line;
  const { stack, ...error } = (err ?? {}) as { stack?: string };
  const head = `${styleText('dim', new Date(time).toTimeString().slice(0, 8))} ${levels[level] ?? level}`;
  const text =
    msg === 'request'
      ? requestText(fields)
      : [component === undefined ? '' : `[${component}] `, msg ?? '', pairs({ ...fields, ...error })].join('');
  return `${head} ${text}${stack === undefined ? '' : `\n${indented(stack)}`}\n`;
}

/** Formats a request: `GET /api/v1/users/me 200 1.4 ms`, with its caller. */
function requestText({ method, path, status, ms, accountId, address, requestId }: Record<string, unknown>): string {
  const color = Number(status) >= 500 ? 'red' : Number(status) >= 400 ? 'yellow' : 'green';
  return `${method} ${path} ${styleText(color, String(status))} ${ms} ms${pairs({ accountId, address, requestId })}`;
}

function pairs(fields: Record<string, unknown>): string {
  const shown = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  const texts = shown.map(
    ([name, value]) =>
      ` ${name}=${typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value)}`,
  );
  return texts.length === 0 ? '' : styleText('dim', texts.join(''));
}

const indented = (text: string) => text.replace(/^/gm, '    ');
