import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf work runs. One object for a request, since its owner changes when the caller is known. */
interface Work {
  /**
   * The owner to whom the use of fairly shared resources is counted: an account, or an address until the account is
   * known.
   */
  owner: string;
  accountId: string | undefined;
}

const current = new AsyncLocalStorage<Work | undefined>();

/** Runs the work of a request on behalf of an address until `nowActingFor`. Work outside of it is background work. */
export const actingForAddress = <Result>(address: string, work: () => Result): Result =>
  current.run({ owner: `address ${address}`, accountId: undefined }, work);

/** From here on the request acts on behalf of an account: its caller has been identified. */
export function nowActingFor(accountId: string): void {
  const work = current.getStore();
  if (work === undefined) return;
  work.owner = `account ${accountId}`;
  work.accountId = accountId;
}

/** Runs work of one account outside of its request, such as a stream that only this account reads. */
export const actingForAccount = <Result>(accountId: string, work: () => Result): Result =>
  current.run({ owner: `account ${accountId}`, accountId }, work);

/** Runs work that serves several accounts, such as shared streams: its vendor calls count for no account. */
export const runAsShared = <Result>(work: () => Result): Result => {
  const present = current.getStore();
  return current.run(present && { ...present, accountId: undefined }, work);
};

/** The account on whose behalf this runs; undefined for background work and for unauthenticated requests. */
export const actingAccount = (): string | undefined => current.getStore()?.accountId;

/** Undefined for background work. */
export const actingOwner = (): string | undefined => current.getStore()?.owner;
