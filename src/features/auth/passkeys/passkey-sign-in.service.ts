import { Service } from 'typedi';
import { AccountsService } from '../../../accounts/accounts.service.js';
import { Problem } from '../../../api/problem.js';
import { AuditLog } from '../../../audit/audit-log.js';
import type { Caller, RequestOrigin } from '../../../http/caller.js';
import { Clock } from '../../../time/clock.js';
import { type Passkey, PasskeyRepository } from '../credentials/passkey.repository.js';
import { FlowRepository } from '../flows/flow.repository.js';
import type { SignedIn } from '../sessions/session-opening.service.js';
import { SecondStepService } from '../sign-in/second-step.service.js';
import { SignInCompletion } from '../sign-in/sign-in-completion.service.js';
import { CEREMONY_MS, PasskeyCeremonies, PasskeyRejection } from './passkey-ceremonies.js';
import { PasskeysService } from './passkeys.service.js';

/** Options for the browser, and the token with which their response is accepted once. */
export interface StartedCeremony {
  flowToken: string;
  options: object;
  expiresAt: Date;
}

interface Registration {
  accountId: string;
  sessionId: string;
  challenge: string;
}

interface Authentication {
  challenge: string;
  /** Challenge of the second step; absent when the passkey signs in alone. */
  mfaChallenge?: string;
}

const REGISTRATION = 'passkey registration';
const AUTHENTICATION = 'passkey sign-in';

/** Records uses of passkeys, and responses that were rejected. */
@Service()
export class PasskeyRecords {
  constructor(
    private readonly repository: PasskeyRepository,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {}

  used({ id }: Passkey, use: Pick<Passkey, 'counter' | 'isSynced'>): Promise<void> {
    return this.repository.touch(id, { ...use, lastUsedAt: new Date(this.clock.now()) });
  }

  /** Records a rejected response in the account's audit record. Nothing is recorded for unknown passkeys. */
  async rejected(
    { reason }: PasskeyRejection,
    passkey: Passkey | undefined,
    { address, requestId }: RequestOrigin,
  ): Promise<void> {
    if (passkey === undefined) return;
    const { id: passkeyId, accountId } = passkey;
    const detail = { method: 'passkey', passkeyId, reason };
    await this.audit.append({
      actorId: null,
      action: 'user.sign_in_refused',
      subject: accountId,
      detail,
      address,
      requestId,
    });
  }
}

/** Adds passkeys to accounts, and signs in with them: alone, or as second factor after a password. */
@Service()
export class PasskeySignIn {
  constructor(
    private readonly ceremonies: PasskeyCeremonies,
    private readonly passkeys: PasskeysService,
    private readonly repository: PasskeyRepository,
    private readonly flows: FlowRepository,
    private readonly accounts: AccountsService,
    private readonly steps: SecondStepService,
    private readonly completion: SignInCompletion,
    private readonly records: PasskeyRecords,
  ) {}

  /** Returns the options for a new passkey of the caller. */
  async startRegistration({ accountId, credentialId }: Caller, publicAddress: string): Promise<StartedCeremony> {
    const account = await this.accounts.get(accountId);
    const options = await this.ceremonies.registration(publicAddress, account, await this.passkeys.list(accountId));
    const content: Registration = { accountId, sessionId: credentialId, challenge: options.challenge };
    return this.started(REGISTRATION, content, options);
  }

  /**
   * Adds a passkey with the response of the authenticator.
   * @throws Problem `unprocessable` for a used challenge or a response that does not pass the checks, `conflict`
   */
  async finishRegistration(
    { accountId, credentialId }: Caller,
    { flowToken, name, response }: { flowToken: string; name: string; response: object },
    publicAddress: string,
    origin: RequestOrigin,
  ): Promise<Passkey> {
    const known = await this.flows.take<Registration>(REGISTRATION, flowToken);
    if (known?.accountId !== accountId || known.sessionId !== credentialId) throw usedFlow('unprocessable');
    try {
      const credential = await this.ceremonies.verifyRegistration(publicAddress, known.challenge, response);
      return await this.passkeys.add(accountId, name, credential, origin);
    } catch (error) {
      if (!(error instanceof PasskeyRejection)) throw error;
      throw new Problem('unprocessable', { detail: 'The response of the authenticator is not valid.', cause: error });
    }
  }

  /**
   * Returns the options for signing in.
   * @param mfaChallenge challenge of a sign-in that waits for its second factor
   * @throws Problem `invalid_challenge`, `conflict` if its account has no passkey
   */
  async start(publicAddress: string, mfaChallenge?: string): Promise<StartedCeremony> {
    if (mfaChallenge === undefined) {
      const options = await this.ceremonies.authentication(publicAddress);
      return this.started(AUTHENTICATION, { challenge: options.challenge } satisfies Authentication, options);
    }
    const allowed = await this.passkeys.list(await this.steps.accountOf(mfaChallenge));
    if (allowed.length === 0) throw new Problem('conflict', { detail: 'This account has no passkey; send a code.' });
    const options = await this.ceremonies.authentication(publicAddress, allowed);
    const content: Authentication = { challenge: options.challenge, mfaChallenge };
    return this.started(AUTHENTICATION, content, options);
  }

  /**
   * Signs in with the response of the authenticator.
   * @throws Problem `invalid_challenge`, `invalid_passkey`, `too_many_attempts`
   */
  async finish(
    { flowToken, response }: { flowToken: string; response: { id: string } & object },
    publicAddress: string,
    origin: RequestOrigin,
  ): Promise<SignedIn> {
    const known = await this.flows.take<Authentication>(AUTHENTICATION, flowToken);
    if (known === undefined) throw usedFlow('invalid_challenge');
    const { challenge, mfaChallenge } = known;
    const passkey = await this.repository.findByCredential(response.id);
    try {
      if (passkey === undefined) throw new PasskeyRejection('unknown');
      const accept = (accountId: string) =>
        this.accept(passkey.id, accountId, publicAddress, challenge, response, mfaChallenge === undefined);
      if (mfaChallenge !== undefined)
        return await this.steps.complete(mfaChallenge, origin, invalidPasskey, async (accountId) => {
          await accept(accountId);
          return 'passkey';
        });
      return await this.completion.complete(passkey.accountId, origin, {
        method: 'passkey',
        admit: async (account) => {
          if (account === undefined || account.disabledAt !== null) throw new PasskeyRejection('unknown');
          await accept(account.id);
          return { account };
        },
        detail: () => ({ passkeyId: passkey.id }),
      });
    } catch (error) {
      if (!(error instanceof PasskeyRejection)) throw error;
      await this.records.rejected(error, passkey, origin);
      throw invalidPasskey(error);
    }
  }

  /** Verifies the response and stores the counter, while the account is locked. @throws PasskeyRejection */
  private async accept(
    id: string,
    accountId: string,
    publicAddress: string,
    challenge: string,
    response: object,
    alone: boolean,
  ): Promise<void> {
    const passkey = await this.repository.hold(accountId, id);
    if (passkey === undefined) throw new PasskeyRejection('unknown');
    const use = await this.ceremonies.verifyAuthentication(publicAddress, challenge, response, passkey, alone);
    await this.records.used(passkey, use);
  }

  private async started(kind: string, content: object, options: object): Promise<StartedCeremony> {
    const { token, expiresAt } = await this.flows.open(kind, content, CEREMONY_MS);
    return { flowToken: token, options, expiresAt };
  }
}

const usedFlow = (code: 'invalid_challenge' | 'unprocessable') =>
  new Problem(code, { detail: 'The challenge was used, or is older than five minutes. Start again.' });

const invalidPasskey = (cause?: unknown) =>
  new Problem('invalid_passkey', { detail: 'Try again, or sign in in another way.', cause });
