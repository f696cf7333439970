// CPU time to read reports of insiders (form 4) and of institutions (form 13F), in MB/s. It is compared with an XML
// parser that reads the whole document into objects.
import { XMLParser } from 'fast-xml-parser';
import { readForm13f } from '../../../src/features/markets/providers/form-13f.js';
import { readInsiderForm } from '../../../src/features/markets/providers/insider-form.js';
import { median } from '../../support/median.js';
import { sizesOf } from '../../support/sizes.js';
import { printTable } from '../../support/table.js';

const {
  rounds: ROUNDS,
  rows: ROWS,
  forms: FORMS,
} = sizesOf({
  usual: { rounds: 7, rows: 10_000, forms: 300 },
  smoke: { rounds: 1, rows: 50, forms: 3 },
});

const value = (name: string, content: string | number) => `<${name}><value>${content}</value></${name}>`;
const transaction = `<nonDerivativeTransaction>${value('securityTitle', 'Common Stock')}${value('transactionDate', '2026-11-16')}<transactionCoding><transactionFormType>4</transactionFormType><transactionCode>S</transactionCode></transactionCoding><transactionAmounts>${value('transactionShares', 1_000)}${value('transactionPricePerShare', 256.81)}${value('transactionAcquiredDisposedCode', 'D')}</transactionAmounts><postTransactionAmounts>${value('sharesOwnedFollowingTransaction', 5_000)}</postTransactionAmounts><ownershipNature>${value('directOrIndirectOwnership', 'D')}</ownershipNature></nonDerivativeTransaction>`;
const form4 = `<?xml version="1.0"?><ownershipDocument><periodOfReport>2026-11-16</periodOfReport><reportingOwner><reportingOwnerId><rptOwnerCik>0001234567</rptOwnerCik><rptOwnerName>EXAMPLE OFFICER</rptOwnerName></reportingOwnerId><reportingOwnerRelationship><isOfficer>1</isOfficer></reportingOwnerRelationship></reportingOwner><nonDerivativeTable>${transaction.repeat(10)}</nonDerivativeTable></ownershipDocument>`;
const held = (at: number) =>
  `<infoTable><nameOfIssuer>EXAMPLE ${at} INC</nameOfIssuer><titleOfClass>COM</titleOfClass><cusip>${String(at).padStart(9, '0')}</cusip><value>${at * 2_000}</value><shrsOrPrnAmt><sshPrnamt>${at * 10}</sshPrnamt><sshPrnamtType>SH</sshPrnamtType></shrsOrPrnAmt><investmentDiscretion>DFND</investmentDiscretion><otherManager>1,4</otherManager><votingAuthority><Sole>${at * 10}</Sole><Shared>0</Shared><None>0</None></votingAuthority></infoTable>`;
const form13f = `<edgarSubmission><headerData><filerInfo><periodOfReport>06-30-2026</periodOfReport></filerInfo></headerData><formData><coverPage><filingManager><name>EXAMPLE BANK</name></filingManager></coverPage></formData></edgarSubmission><informationTable>${Array.from({ length: ROWS }, (_, at) => held(at + 1)).join('\n')}</informationTable>`;
const cusips = new Set(Array.from({ length: 233 }, (_, at) => String(at * 7 + 1).padStart(9, '0')));
const parser = new XMLParser({ parseTagValue: false });

/** Returns the megabytes that a reader reads per second of CPU time. */
function speedOf(bytes: number, read: () => void): number {
  const speeds = Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage();
    read();
    const { user, system } = process.cpuUsage(before);
    return bytes / (user + system);
  });
  return median(speeds);
}

const times = (count: number, work: () => unknown) => () => {
  for (let at = 0; at < count; at += 1) work();
};
const cases = [
  ['form 4, this service', form4.length * FORMS, times(FORMS, () => readInsiderForm(form4, '2026-11-18'))],
  ['form 4, into objects', form4.length * FORMS, times(FORMS, () => parser.parse(form4))],
  ['form 13F, this service', form13f.length, () => readForm13f(form13f, '2026-08-14', cusips)],
  ['form 13F, into objects', form13f.length, () => parser.parse(form13f)],
] as const;
for (const [, , read] of cases) read();
printTable(
  ['document', 'MB', 'MB/s of CPU'],
  cases.map(([name, bytes, read]) => [name, (bytes / 1e6).toFixed(1), speedOf(bytes, read).toFixed(1)]),
);
