import DOMPurify from 'dompurify';
import katex from 'katex';
import { makeReachable } from '../make-reachable.ts';

/** Longer ones stay code. Characters. */
const longest = 10_000;

/** The style sheet is a file beside this one, because the page's content policy allows none but those. */
export function loadStyles(): Promise<void> {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL('../katex/katex.min.css', import.meta.url).href;
  return new Promise(resolve => {
    link.onload = () => resolve();
    // Formulas without their fonts can still be read.
    link.onerror = () => resolve();
    document.head.append(link);
  });
}

export function renderFormula(tex: string, display: boolean): HTMLElement | undefined {
  const html = tex.length > longest ? undefined : htmlOf(tex, display);
  if (html === undefined) return undefined;
  const formula = document.createElement('span');
  formula.className = `formula${display ? ' display' : ''}`;
  if (display) makeReachable(formula, 'Formula');
  formula.append(
    DOMPurify.sanitize(html, {
      USE_PROFILES: { html: true, svg: true, mathMl: true },
      ADD_TAGS: ['semantics', 'annotation'],
      ADD_ATTR: ['data-style', 'encoding'],
      FORBID_TAGS: ['a', 'img', 'image', 'style', 'form', 'input', 'button'],
      RETURN_DOM_FRAGMENT: true,
    }),
  );
  for (const styled of formula.querySelectorAll<HTMLElement>('[data-style]')) {
    styled.style.cssText = styled.dataset.style ?? '';
    styled.removeAttribute('data-style');
  }
  return formula;
}

/** Styles are set later: the policy forbids attributes. KaTeX escapes quotes, so no text looks like one. */
function htmlOf(tex: string, display: boolean): string | undefined {
  try {
    const html = katex.renderToString(tex, {
      displayMode: display,
      // Nothing that fetches, links or takes a class.
      trust: false,
      strict: 'ignore',
      maxSize: 20,
      maxExpand: 500,
      throwOnError: true,
    });
    return html.replaceAll(' style="', ' data-style="');
  } catch {
    return undefined;
  }
}
