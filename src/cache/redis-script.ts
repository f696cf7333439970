import { createHash } from 'node:crypto';

/** A Lua script that the server caches by the SHA-1 of its text, so that only the first call sends the text. */
export class RedisScript {
  readonly sha: string;

  constructor(readonly source: string) {
    this.sha = createHash('sha1').update(source).digest('hex');
  }
}
