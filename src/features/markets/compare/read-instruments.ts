import { type FieldProblem, Problem } from '../../../api/problem.js';

/** Maximum number of series that are read concurrently, because each is parsed on the event loop. */
const MAX_CONCURRENT_READS = 3;

/**
 * Reads several instruments, a few at a time.
 * @param symbols case-insensitive; duplicates are read once
 * @param parameter the parameter that names them, such as `query/symbol`
 * @throws Problem `unprocessable` that names all instruments that are unknown or have no candles in the range; other
 * failures are thrown as they are
 */
export async function readInstruments<Series>(
  symbols: readonly string[],
  parameter: string,
  { read, countOf }: { read(symbol: string): Promise<Series>; countOf(series: Series): number },
): Promise<Series[]> {
  const upper = symbols.map((symbol) => symbol.toUpperCase());
  const distinct = [...new Set(upper)];
  const outcomes: Array<PromiseSettledResult<Series>> = [];
  for (let at = 0; at < distinct.length; at += MAX_CONCURRENT_READS)
    outcomes.push(
      ...(await Promise.allSettled(distinct.slice(at, at + MAX_CONCURRENT_READS).map((symbol) => read(symbol)))),
    );
  const errors = outcomes.flatMap((outcome, index): FieldProblem[] => {
    const pointer = `${parameter}/${upper.indexOf(distinct[index] as string)}`;
    if (outcome.status === 'fulfilled')
      return countOf(outcome.value) > 0 ? [] : [{ pointer, detail: 'has no candles in this range' }];
    const { reason } = outcome;
    if (reason instanceof Problem && reason.code === 'not_found')
      return [{ pointer, detail: 'is not known by any configured provider' }];
    if (reason instanceof Problem && reason.code === 'unprocessable')
      return [{ pointer, detail: 'has no candles of this length at any configured provider' }];
    throw reason;
  });
  if (errors.length > 0)
    throw new Problem('unprocessable', {
      detail: 'Remove the instruments named in `errors`, or use another range.',
      errors,
    });
  return outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
}
