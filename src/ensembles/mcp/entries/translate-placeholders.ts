/** `shared`: VS Code's or a shell's; `shell`: `${A:-b}`; `dollar`: also `$A`; `braces`: `{env:A}`. */
export type PlaceholderStyle = 'vscode' | 'shared' | 'shell' | 'dollar' | 'braces' | 'none';

/** What isn't a placeholder for the program becomes literal. */
export function translatePlaceholders(text: string, style: PlaceholderStyle): string {
  switch (style) {
    case 'vscode':
      return text;
    case 'shared':
      return text.replace(/\$?\$\{([A-Za-z_]\w*)(:-[^{}]*)?\}/g, (written, name: string, otherwise = '') =>
        written.startsWith('$$') || ofVsCode.has(name) ? written : `\${env:${name}${otherwise}}`,
      );
    case 'shell':
      return text.replace(braced, variable);
    case 'dollar':
      return text.replace(bracedOrBare, (whole, inBraces, otherwise, bare) =>
        bare === undefined ? variable(whole, inBraces, otherwise) : `\${env:${bare}}`,
      );
    case 'braces':
      return literal(text).replace(/\{env:([A-Za-z_]\w*)\}/g, whole => `$${whole}`);
    case 'none':
      return literal(text);
  }
}

/** These names aren't variables although they have no colon: `definition/resolve-placeholder.ts`. */
const ofVsCode = new Set(
  'workspaceFolder workspaceRoot workspaceFolderBasename cwd userHome pathSeparator'.split(' '),
);

const braced = /\$\{(?:([A-Za-z_]\w*)(?::-([^{}]*))?\}|)/g;
const bracedOrBare = /\$\{(?:([A-Za-z_]\w*)(?::-([^{}]*))?\}|)|\$([A-Za-z_]\w*)/g;

function variable(whole: string, name?: string, otherwise?: string): string {
  if (name === undefined) return `$${whole}`;
  return otherwise === undefined ? `\${env:${name}}` : `\${env:${name}:-${otherwise}}`;
}

export function literal(text: string): string {
  return text.replaceAll('${', () => '$${');
}
