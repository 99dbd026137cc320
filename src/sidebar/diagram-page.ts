/** A tab of its own, because mermaid needs styles that the page of the sidebar allows nobody. */
import mermaid from 'mermaid';

/** Longer ones would hold VS Code up. Characters. */
const longest = 50_000;

const source = document.querySelector<HTMLElement>('.source');
const picture = document.querySelector<HTMLElement>('.picture');
const problem = document.querySelector<HTMLElement>('.problem');
let drawn = 0;

if (source !== null && picture !== null && problem !== null) {
  const draw = () => void show({ source, picture, problem });
  draw();
  // VS Code tells a page of another theme by the classes of its body.
  let theme = themeNow();
  new MutationObserver(() => {
    if (theme === themeNow()) return;
    theme = themeNow();
    draw();
  }).observe(document.body, { attributeFilter: ['class'] });
}

interface Shown {
  readonly source: HTMLElement;
  readonly picture: HTMLElement;
  readonly problem: HTMLElement;
}

async function show({ source, picture, problem }: Shown): Promise<void> {
  try {
    picture.replaceChildren(await draw(source.textContent ?? ''));
    source.hidden = true;
    problem.hidden = true;
  } catch (cause) {
    picture.replaceChildren();
    problem.textContent = `This diagram can’t be drawn: ${cause instanceof Error ? cause.message : String(cause)}`;
    problem.hidden = false;
    source.hidden = false;
  }
}

async function draw(text: string): Promise<SVGElement> {
  if (text.length > longest) throw new Error(`it has more than ${longest.toLocaleString('en')} characters.`);
  mermaid.initialize({
    startOnLoad: false,
    // No scripts and no HTML: in labels, it could name pictures to fetch.
    securityLevel: 'strict',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    class: { htmlLabels: false },
    suppressErrorRendering: true,
    theme: themeNow(),
    fontFamily: getComputedStyle(document.body).fontFamily,
  });
  const { svg } = await mermaid.render(`diagram-${++drawn}`, text);
  const parsed = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (parsed === null) throw new Error('it is empty.');
  parsed.setAttribute('role', 'img');
  parsed.setAttribute('aria-label', 'Diagram');
  return document.importNode(parsed, true);
}

function themeNow(): 'dark' | 'default' {
  const { classList } = document.body;
  return classList.contains('vscode-light') || classList.contains('vscode-high-contrast-light')
    ? 'default'
    : 'dark';
}
