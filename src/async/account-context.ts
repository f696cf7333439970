import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The account or address on whose behalf work runs. The value is a mutable object, because the owner changes once the
 * caller of a request is known.
 */
interface Work {
  /** Owner whose use of shared resources is counted: an account, or an address until the account is known. */
  owner: string;
  accountId: string | undefined;
  /** The account whose private records the work reads, if it is not `accountId`. */
  recordsOf?: string;
  /** The grant by which the work creates records for another account. */
  creatingBy?: string;
}

const current = new AsyncLocalStorage<Work | undefined>();

/**
 * Runs the work of a request on behalf of an address, until `nowActingFor` is called. Work without an account or
 * address counts as background work.
 */
export const actingForAddress = <Result>(address: string, work: () => Result): Result =>
  current.run({ owner: `address ${address}`, accountId: undefined }, work);

/** Changes the owner of the current work to an account, when the caller of a request was authenticated. */
export function nowActingFor(accountId: string): void {
  const work = current.getStore();
  if (work === undefined) return;
  work.owner = `account ${accountId}`;
  work.accountId = accountId;
}

/** Lets the current work read the private records of another account, which has granted a resource. */
export function nowReadingRecordsOf(accountId: string): void {
  const work = current.getStore();
  if (work !== undefined) work.recordsOf = accountId;
}

/** Lets the current work create records for another account by a grant. */
export function nowCreatingBy(grantId: string): void {
  const work = current.getStore();
  if (work !== undefined) work.creatingBy = grantId;
}

/** Returns the grant by which the current work creates records for another account; undefined for other work. */
export const creatingGrant = (): string | undefined => current.getStore()?.creatingBy;

/** Runs work of one account outside of its request, such as a stream that only this account reads. */
export const actingForAccount = <Result>(accountId: string, work: () => Result): Result =>
  current.run({ owner: `account ${accountId}`, accountId }, work);

/**
 * Runs work that serves several accounts, such as shared streams. Its calls to vendors are not counted for any account.
 */
export const runAsShared = <Result>(work: () => Result): Result => {
  const present = current.getStore();
  return current.run(present && { ...present, accountId: undefined }, work);
};

/**
 * Returns the account on whose behalf the current work runs; undefined for background work and unauthenticated
 * requests.
 */
export const actingAccount = (): string | undefined => current.getStore()?.accountId;

/** Returns the account whose private records the current work may read; undefined for background work. */
export const accountOfRecords = (): string | undefined => {
  const work = current.getStore();
  return work?.recordsOf ?? work?.accountId;
};

/** Returns the owner of the current work; undefined for background work. */
export const actingOwner = (): string | undefined => current.getStore()?.owner;
