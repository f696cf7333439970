/**
 * A body that is JSON already, put together from pieces written earlier. Controllers return it in place of a DTO whose
 * form it has.
 */
export class RawJson {
  constructor(readonly text: string | Buffer) {}
}
