type Column =
  | Int32Array<ArrayBuffer>
  | Uint8Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array<ArrayBuffer>;

/** Returns a longer array of the same type with the same first elements; new elements are 0. */
export function grown<Kind extends Column>(column: Kind, length: number): Kind {
  const longer = new (column.constructor as new (length: number) => Kind)(length);
  longer.set(column);
  return longer;
}
