import { Service } from 'typedi';
import { AccountData } from '../../../accounts/account-data.js';
import type { Caller } from '../../../http/caller.js';
import { RelationLinkDto } from './relation-link.dto.js';
import { RelationLinks } from './relation-links.service.js';

/** The own links of an account. */
@Service()
export class RelationLinksData extends AccountData {
  readonly section = 'relationLinks';
  readonly description = "The account's own relation links.";
  readonly item = RelationLinkDto;

  constructor(private readonly links: RelationLinks) {
    super();
  }

  async read({ accountId }: Caller): Promise<object[]> {
    return (await this.links.list(accountId, this.maxItems)).map(RelationLinkDto.from);
  }
}
