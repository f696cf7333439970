import pg from 'pg';

const { INT8, DATE, TIMESTAMP } = pg.types.builtins;

function int8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError('an int8 beyond 2^53 cannot be a number; cast it to text in the query');
  return value;
}

const asText = (text: string) => text;

/**
 * Type parsers of `Database.query`. The defaults of the PostgreSQL driver would return int8 as text and a date as a
 * Date at midnight of the machine's time zone. numeric stays text, so that amounts are exact.
 */
export const valueTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary') {
      if (oid === INT8) return int8;
      if (oid === DATE || oid === TIMESTAMP) return asText;
    }
    return format === 'binary' ? pg.types.getTypeParser(oid, 'binary') : pg.types.getTypeParser(oid, 'text');
  },
};
