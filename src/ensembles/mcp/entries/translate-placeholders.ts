/**
 * How a program writes placeholders. `vscode`: as Converser; `shared`: as VS Code or as a shell, which may stand in one
 * file; `shell`: `${NAME}` and `${NAME:-otherwise}`; `dollar`: `$NAME` as well; `braces`: `{env:NAME}`; `none`: not at all.
 */
export type PlaceholderStyle = 'vscode' | 'shared' | 'shell' | 'dollar' | 'braces' | 'none';

/** A value with its placeholders as Converser writes them. What is none for the program becomes literal. */
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

/** Names without a colon that are no variables: `definition/resolve-placeholder.ts`. */
const ofVsCode = new Set(
  'workspaceFolder workspaceRoot workspaceFolderBasename cwd userHome pathSeparator'.split(' '),
);

const braced = /\$\{(?:([A-Za-z_]\w*)(?::-([^{}]*))?\}|)/g;
const bracedOrBare = /\$\{(?:([A-Za-z_]\w*)(?::-([^{}]*))?\}|)|\$([A-Za-z_]\w*)/g;

/** A brace without the name of a variable is literal. */
function variable(whole: string, name?: string, otherwise?: string): string {
  if (name === undefined) return `$${whole}`;
  return otherwise === undefined ? `\${env:${name}}` : `\${env:${name}:-${otherwise}}`;
}

/** Text in which nothing is a placeholder for Converser. */
export function literal(text: string): string {
  return text.replaceAll('${', () => '$${');
}
