import { onDiagramTheme } from './diagram-theme.ts';

/** Longer ones would hold the page up: they are drawn on wish, in a tab of their own. Characters. */
const longest = 3_000;

let isFollowing = false;

/** Draws what is whole in the place of its source. What can't be drawn stays as it is written. */
export async function showDiagrams(element: Element): Promise<void> {
  const codes = [...element.querySelectorAll('pre > code.language-mermaid')];
  for (const code of codes.filter(({ textContent }) => (textContent ?? '').length <= longest)) {
    followTheme();
    const { drawDiagram } = await import('./draw-diagram.ts');
    const svg = await drawDiagram(code.textContent ?? '').catch(() => undefined);
    if (svg !== undefined) showPicture(code, svg);
  }
}

/** As an image, it can neither run nor fetch nor lead anywhere. */
function showPicture(code: Element, svg: string): void {
  const block = code.closest('.code-block');
  const width = Number(/\bviewBox="[\d.-]+ [\d.-]+ ([\d.]+) /.exec(svg)?.[1]);
  const picture = document.createElement('img');
  picture.className = 'diagram';
  picture.alt = 'Diagram';
  if (width > 0) picture.width = Math.ceil(width);
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  block?.querySelector('.diagram')?.remove();
  block?.append(picture);
}

function followTheme(): void {
  if (isFollowing) return;
  isFollowing = true;
  onDiagramTheme(() => void showDiagrams(document.body));
}
