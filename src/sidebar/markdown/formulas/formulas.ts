type RenderFormula = (tex: string, display: boolean) => HTMLElement | undefined;

let render: RenderFormula | undefined;
let loading: Promise<RenderFormula> | undefined;

function load(): Promise<RenderFormula> {
  loading ??= import('./formula-renderer.ts').then(async ({ loadStyles, renderFormula }) => {
    await loadStyles();
    render = renderFormula;
    return renderFormula;
  });
  return loading;
}

export function showFormulas(element: HTMLElement): void {
  const codes = [...element.querySelectorAll<HTMLElement>('code.formula')];
  if (codes.length === 0) return;
  if (render !== undefined) for (const code of codes) replace(code, render);
  else
    void load().then(renderFormula => {
      for (const code of codes) if (code.isConnected) replace(code, renderFormula);
    });
}

function replace(code: HTMLElement, renderFormula: RenderFormula): void {
  const formula = renderFormula(code.textContent ?? '', code.classList.contains('display'));
  if (formula !== undefined) code.replaceWith(formula);
}
