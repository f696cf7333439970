import type { FieldProblem } from '../../../api/problem.js';

const shortest = 8;
const longest = 128;
const commonest = 3_000;

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * Loads the 3000 most used passwords that are long enough to be accepted otherwise (OWASP ASVS 5.0 §6.2.4), in lower
 * case. They come from `@zxcvbn-ts/language-common` (MIT; Dan Wheeler and Dropbox 2012-2016, zxcvbn-ts 2021), whose
 * list is ordered by frequency in public leaks. The list is loaded at the first use, and only these passwords are kept.
 */
async function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const ranked = dictionary['passwords-common'].filter((password) => password.length >= shortest);
  return new Set(ranked.slice(0, commonest).map((password) => password.toLowerCase()));
}

/**
 * Returns the problem of a new password; undefined if it is acceptable. Lengths are in Unicode code points; there are
 * no rules about kinds of characters.
 * @param pointer JSON Pointer of the password in the body, such as `/newPassword`
 */
export async function passwordProblem(
  password: string,
  email: string,
  pointer: string,
): Promise<FieldProblem | undefined> {
  const length = codePoints(password);
  if (length < shortest) return { pointer, detail: `must have at least ${shortest} characters` };
  if (length > longest) return { pointer, detail: `must have at most ${longest} characters` };
  const plain = password.toLowerCase();
  const address = email.trim().toLowerCase();
  if (plain === address || plain === address.slice(0, address.lastIndexOf('@')))
    return { pointer, detail: 'must not be the e-mail address or its name' };
  common ??= loadCommonPasswords();
  if ((await common).has(plain))
    return { pointer, detail: 'is one of the passwords most used, and so the first to be guessed' };
  return undefined;
}

function codePoints(text: string): number {
  // Code points are not counted in very long texts, which are too long in any case.
  return text.length > 2 * longest ? text.length : [...text].length;
}
