export function diagramTheme(): 'dark' | 'default' {
  const { classList } = document.body;
  return classList.contains('vscode-light') || classList.contains('vscode-high-contrast-light')
    ? 'default'
    : 'dark';
}

/** VS Code tells a page of another theme by the classes of its body. */
export function onDiagramTheme(draw: () => void): void {
  let theme = diagramTheme();
  new MutationObserver(() => {
    if (theme === diagramTheme()) return;
    theme = diagramTheme();
    draw();
  }).observe(document.body, { attributeFilter: ['class'] });
}
