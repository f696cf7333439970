import { originOf } from '../../../http/caller.js';
import { DAY_MS } from '../../../time/durations.js';
import type { AppGrants, GrantEnd } from './app-grants.service.js';
import type { OAuthRepository, RecordContent } from './oauth.repository.js';
import type { OAuthContext, OidcAdapter, OidcLibrary } from './oidc-library.js';

/** Time after which an app that no account has consented to is removed. */
export const UNUSED_APP_MS = DAY_MS;
/** Time after the last consent or token at which an app is removed. */
export const USED_APP_MS = 90 * DAY_MS;

/** Kinds that are not stored: the library's sign-in, and its access tokens, which tokens of this service replace. */
const notStored = ['Session', 'AccessToken'];

export interface AdapterParts {
  records: OAuthRepository;
  grants: AppGrants;
  library: OidcLibrary;
  maxApps: number;
}

/**
 * Stores one kind of records of oidc-provider. Ids of codes and refresh tokens are stored as hashes. A code or token is
 * consumed in one step, so that of two requests at the same time one is a replay.
 */
export class OAuthAdapter implements OidcAdapter {
  constructor(
    private readonly kind: string,
    private readonly parts: AdapterParts,
  ) {}

  async upsert(id: string, content: RecordContent, seconds: number): Promise<void> {
    const { records, grants, library, maxApps } = this.parts;
    if (notStored.includes(this.kind)) return;
    if (this.kind === 'Client') {
      if (!(await records.addApp(id, content, UNUSED_APP_MS, maxApps)))
        throw new library.errors.InvalidClientMetadata('the service has too many apps; ask its operator');
      return;
    }
    const isRefresh = this.kind === 'RefreshToken' && (content.rotations ?? 0) > 0;
    if (isRefresh && !(await grants.touch(content.grantId as string)))
      throw new library.errors.InvalidGrant('the session has ended');
    await records.save(this.kind, id, content, seconds);
  }

  async find(id: string): Promise<object | undefined> {
    const { records, grants } = this.parts;
    if (notStored.includes(this.kind)) return undefined;
    if (this.kind === 'Client') return records.findApp(id);
    const found = await records.find(this.kind, id);
    if (found === undefined || this.kind !== 'Grant') return found;
    return (await grants.find(id)) === undefined ? undefined : found;
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const { records, library } = this.parts;
    if (await records.consume(this.kind, id)) return;
    const used = await records.find(this.kind, id);
    if (used?.grantId !== undefined) await this.endGrant(used.grantId);
    throw new library.errors.InvalidGrant('it was used before');
  }

  async destroy(id: string): Promise<void> {
    if (this.kind === 'Grant') await this.endGrant(id);
    else await this.parts.records.remove(this.kind, id);
  }

  /** Does nothing: the library then destroys the grant, with which all its records end. */
  async revokeByGrantId(): Promise<void> {}

  private async endGrant(id: string): Promise<void> {
    const { grants, library } = this.parts;
    const ctx = library.Provider.ctx as OAuthContext;
    await grants.end(id, reasonOf(ctx), originOf(ctx));
  }
}

function reasonOf({ oidc }: OAuthContext): GrantEnd {
  if (oidc.route === 'revocation') return 'app.revoked';
  return oidc.params?.grant_type === 'refresh_token' ? 'app.token_reused' : 'app.code_replayed';
}
