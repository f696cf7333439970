import { isDeepStrictEqual } from 'node:util';
import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { Database } from '../../../database/database.js';
import { assertVersion } from '../../../http/entity-tag.js';
import { cleanPng } from './clean-png.js';
import { cleanSvg } from './clean-svg.js';
import type { Letterhead, Logo, LogoType } from './letterhead.js';
import { LetterheadRepository } from './letterhead.repository.js';

/** Changes to a letterhead. Omitted fields are unchanged; the data of a logo is base64. */
export interface LetterheadChanges {
  name?: string | null;
  address?: string[];
  logo?: { mediaType: LogoType; data: string } | null;
}

/** Manages the letterheads of accounts. */
@Service()
export class Letterheads {
  constructor(
    private readonly repository: LetterheadRepository,
    private readonly accounts: AccountsService,
    private readonly database: Database,
  ) {}

  /** Returns the letterhead of an account; an empty one if the account has set none. */
  get(accountId: string): Promise<Letterhead> {
    return this.repository.find(accountId);
  }

  /**
   * Changes the letterhead of an account. The version increases only if something changed.
   * @throws Problem `unprocessable` for a logo that is no image, `precondition_failed`
   */
  async change(accountId: string, { name, address, logo }: LetterheadChanges, ifMatch?: string): Promise<Letterhead> {
    const cleaned = logo === undefined || logo === null ? logo : cleanLogo(logo);
    return this.database.transaction(async () => {
      await this.accounts.hold(accountId);
      const current = await this.repository.find(accountId);
      assertVersion(ifMatch, current);
      const next = {
        ...current,
        ...(name !== undefined && { name }),
        ...(address !== undefined && { address }),
        ...(cleaned !== undefined && { logo: cleaned }),
      };
      if (isDeepStrictEqual(contentOf(next), contentOf(current))) return current;
      const changed = { ...next, version: current.version + 1 };
      await this.repository.put(changed);
      return changed;
    });
  }
}

const contentOf = ({ name, address, logo }: Letterhead) => ({
  name,
  address,
  logo: logo && [logo.mediaType, Buffer.from(logo.bytes).toString('base64')],
});

/** Returns a logo without anything but the image. @throws Problem `unprocessable` */
function cleanLogo({ mediaType, data }: { mediaType: LogoType; data: string }): Logo {
  const bytes = Buffer.from(data, 'base64');
  const cleaned = mediaType === 'image/png' ? cleanPng(bytes) : cleanSvg(bytes.toString('utf8'));
  if (typeof cleaned === 'string')
    throw new Problem('unprocessable', {
      detail: 'The logo cannot be shown; see errors.',
      errors: [{ pointer: '/logo/data', detail: cleaned }],
    });
  return { mediaType, bytes: 'svg' in cleaned ? Buffer.from(cleaned.svg) : cleaned };
}
