/** Loaded when the first diagram is drawn: see `diagrams.ts`. */
import mermaid from 'mermaid';
import { diagramTheme } from './diagram-theme.ts';

let drawn = 0;

/** Returns an SVG without scripts. Rejects with what is wrong with the text. */
export async function drawDiagram(text: string): Promise<string> {
  mermaid.initialize({
    startOnLoad: false,
    // No scripts and no HTML: in labels, it could name pictures to fetch.
    securityLevel: 'strict',
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    class: { htmlLabels: false },
    suppressErrorRendering: true,
    theme: diagramTheme(),
    fontFamily: getComputedStyle(document.body).fontFamily,
  });
  const { svg } = await mermaid.render(`diagram-${++drawn}`, text);
  return svg;
}
