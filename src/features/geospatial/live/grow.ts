type Column =
  | Int32Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** A longer one of the same kind with the same beginning; what is new is 0. */
export function grown<Kind extends Column>(column: Kind, length: number): Kind {
  const longer = new (column.constructor as new (length: number) => Kind)(length);
  longer.set(column);
  return longer;
}
