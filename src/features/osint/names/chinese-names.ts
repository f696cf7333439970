const ONE =
  '(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|ang|eng|ing|ong|iao|ian|uai|uan|ai|ei|ao|ou|an|en|er|ia|ie|iu|in|ua|uo|ui|un|ue|a|o|e|i|u)';
const SYLLABLE = new RegExp(`^${ONE}$`);
const SYLLABLES = new RegExp(`^(?:${ONE}){1,3}$`);

/** Frequent family names of Chinese people in Pinyin. */
const FAMILY_NAMES: ReadonlySet<string> = new Set(
  (
    'wang li zhang liu chen yang huang zhao wu zhou xu sun ma zhu hu guo he gao lin luo zheng liang xie song tang xu ' +
    'feng deng cao peng zeng xiao tian dong pan yuan cai jiang yu du ye cheng wei su lu ding ren lu yao shen zhong jia ' +
    'xia fu fang zou xiong bai meng qin qiu hou yin xue yan duan lei long tao shi mao qiao qian'
  ).split(' '),
);

/** True for one syllable in Pinyin, such as `zhang`. */
export const isSyllable = (part: string): boolean => SYLLABLE.test(part);

/** True for two to four parts in Pinyin with a Chinese family name at the start or end. */
export const isChineseName = (parts: readonly string[]): boolean =>
  parts.length >= 2 &&
  parts.length <= 4 &&
  (FAMILY_NAMES.has(parts[0] as string) || FAMILY_NAMES.has(parts.at(-1) as string)) &&
  parts.every((part) => SYLLABLES.test(part));
