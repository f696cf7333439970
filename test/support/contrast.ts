import type { Page } from 'puppeteer-core';

// This code runs in the page. It computes relative luminance and contrast ratio as WCAG 2.2 defines them; the
// background is what the ancestors paint, including translucent layers.
const audit = `(() => {
  const parse = (css) => { const [r, g, b, a = 1] = css.match(/[\\d.]+/g).map(Number); return { r, g, b, a }; };
  const over = (top, under) => {
    const mix = (channel) => top[channel] * top.a + under[channel] * (1 - top.a);
    return { r: mix('r'), g: mix('g'), b: mix('b'), a: 1 };
  };
  const linear = (value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
  const luminance = ({ r, g, b }) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const lineage = (element) => (element ? [...lineage(element.parentElement), element] : []);
  const canvas = matchMedia('(prefers-color-scheme: dark)').matches ? 'rgb(18, 18, 18)' : 'rgb(255, 255, 255)';
  const ratio = (element) => {
    const styles = lineage(element).map((ancestor) => getComputedStyle(ancestor));
    const behind = styles.reduce((painted, style) => over(parse(style.backgroundColor), painted), parse(canvas));
    const own = parse(styles.at(-1).color);
    own.a *= styles.reduce((opacity, style) => opacity * Number(style.opacity), 1);
    const [dark, light] = [luminance(over(own, behind)), luminance(behind)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const hasText = (element) => [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  return [...document.querySelectorAll('body *')]
    .filter((element) => hasText(element) && element.getClientRects().length > 0 && !element.closest('script, style, noscript, :disabled'))
    .map((element) => ({ text: element.textContent.trim().slice(0, 40), ratio: ratio(element) }));
})()`;

/**
 * Returns the texts of a page whose contrast with the background is lower than `least` to 1, one line each. Disabled
 * fields are exempt, as in WCAG.
 */
export async function faintTexts(page: Page, least: number): Promise<string[]> {
  const texts = (await page.evaluate(audit)) as { text: string; ratio: number }[];
  return texts.filter(({ ratio }) => ratio < least).map(({ text, ratio }) => `${ratio.toFixed(2)} ${text}`);
}
