import type { ShareableName } from './shareable-names.js';

export type GrantAccess = 'read' | 'write';

/** A kind of owned resource that can be granted to other accounts. */
export interface ShareableKind {
  name: ShareableName;
  /** Path of the resources without the prefix of the API, such as `/osint/cases`. */
  path: string;
  /** The accesses that its operations know. */
  access: readonly GrantAccess[];
  /** True: responses contain amounts of money, which a grant can hide. */
  hasAmounts?: boolean;
  /** True: its operations also read private records of the owner that the resource uses. */
  includesPrivateRecords?: boolean;
}

/** A kind with the look-up of its resources. */
export interface DeclaredKind extends ShareableKind {
  /** Locks a resource of an account until the transaction ends. @throws Problem `not_found` */
  hold(accountId: string, id: string): Promise<unknown>;
}
