import { withRemainder97 } from '../../src/features/markets/identifier.js';
import type { LegalEntity, OwnerLevel, RegisteredEntity } from '../../src/features/markets/legal-entity.js';
import { EntityRegister } from '../../src/features/markets/providers/identifier-source.js';
import { UpstreamError } from '../../src/upstream/upstream-error.js';

/** Returns a valid LEI for a letter. */
export const leiOf = (letter: string): string => withRemainder97(`00TEST00COMPANY00${letter}`);

const entityOf = (letter: string): LegalEntity => ({
  ...{ lei: leiOf(letter), name: `Company ${letter}`, country: 'DE', jurisdiction: 'DE' },
  ...{ isActive: true, isCurrent: true, updatedAt: new Date('2026-03-02T14:31:00Z') },
});

/** A register of companies named by letters, with the direct owner of each; counts its calls. */
export class LetteredRegister extends EntityRegister {
  readonly name = 'gleif';
  readonly calls: string[] = [];
  failure?: UpstreamError;

  /** @param owners the owner of each letter: a letter, `exception` or `none` */
  constructor(
    private readonly owners: Readonly<Record<string, string>>,
    private readonly ultimates: Readonly<Record<string, string>> = {},
  ) {
    super();
  }

  async entity(lei: string): Promise<RegisteredEntity> {
    return this.at(this.letterOf(lei, 'entity'));
  }

  async issuersOf(isin: string): Promise<readonly RegisteredEntity[]> {
    this.called(`issuers ${isin}`);
    return isin === 'US0378331005' ? [this.at('A')] : [];
  }

  async isinsOf(lei: string): Promise<readonly string[]> {
    return this.letterOf(lei, 'isins') === 'A' ? ['US0378331005'] : [];
  }

  async owner(lei: string, level: OwnerLevel): Promise<RegisteredEntity> {
    const letter = this.letterOf(lei, level);
    return this.at((level === 'direct' ? this.owners : this.ultimates)[letter] as string);
  }

  async exception(lei: string): Promise<string> {
    this.letterOf(lei, 'exception');
    return 'NATURAL_PERSONS';
  }

  async subsidiaries(lei: string) {
    const letter = this.letterOf(lei, 'subsidiaries');
    const entities = Object.keys(this.owners)
      .filter((other) => this.owners[other] === letter)
      .map(entityOf);
    return { entities, total: entities.length };
  }

  private at(letter: string): RegisteredEntity {
    const kindOf = (owner = 'none') => (owner.length === 1 ? 'entity' : (owner as 'exception' | 'none'));
    return {
      entity: entityOf(letter),
      owners: { direct: kindOf(this.owners[letter]), ultimate: kindOf(this.ultimates[letter]) },
    };
  }

  private letterOf(lei: string, call: string): string {
    this.called(`${call} ${lei}`);
    const letter = Object.keys(this.owners).find((one) => leiOf(one) === lei);
    if (letter === undefined) throw new UpstreamError('not_found');
    return letter;
  }

  private called(call: string): void {
    this.calls.push(call);
    if (this.failure !== undefined) throw this.failure;
  }
}
