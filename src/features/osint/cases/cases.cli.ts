import type { Command } from '../../../commands/command.js';

/** The command `watchfloor verify-case`. It needs no running service and no database. */
export const casesCommands: readonly Command[] = [
  {
    usage: 'verify-case FILE',
    summary: 'verify an exported case offline',
    options: { 'chain-hash': { value: 'HASH', meaning: 'the final chain hash that the case had when you noted it' } },
    details: `FILE is what GET /osint/cases/{id}/export answers. Names every file that is changed, missing or added, and every break of the chain of evidence.
Anyone can build a new archive with a new chain: compare the final chain hash with one that was noted elsewhere.
`,
    run: async (invocation) => (await import('./verify-case.command.js')).verifyCase(invocation),
  },
];
