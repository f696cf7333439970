import { createHash } from 'node:crypto';

/** A Lua script the server remembers by the SHA-1 of its text, so that only the first call carries the text. */
export class RedisScript {
  readonly sha: string;

  constructor(readonly source: string) {
    this.sha = createHash('sha1').update(source).digest('hex');
  }
}
