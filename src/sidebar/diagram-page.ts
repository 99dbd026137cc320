/** A diagram in a tab of its own, where there is room for it. */
import { onDiagramTheme } from './markdown/code/diagram-theme.ts';
import { drawDiagram } from './markdown/code/draw-diagram.ts';

/** Longer ones would hold VS Code up. Characters. */
const longest = 50_000;

const source = document.querySelector<HTMLElement>('.source');
const picture = document.querySelector<HTMLElement>('.picture');
const problem = document.querySelector<HTMLElement>('.problem');

if (source !== null && picture !== null && problem !== null) {
  const draw = () => void show({ source, picture, problem });
  draw();
  onDiagramTheme(draw);
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
  const svg = await drawDiagram(text);
  const parsed = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (parsed === null) throw new Error('it is empty.');
  parsed.setAttribute('role', 'img');
  parsed.setAttribute('aria-label', 'Diagram');
  return document.importNode(parsed, true);
}
