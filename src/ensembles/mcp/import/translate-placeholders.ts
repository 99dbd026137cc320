import type { PlaceholderStyle } from './client-files.ts';

/** A value with its placeholders as Converser writes them. */
export function translatePlaceholders(text: string, style: PlaceholderStyle): string {
  switch (style) {
    case 'ours':
      return text;
    case 'shell':
      return text.replace(braced, variable);
    case 'dollar':
      return text.replace(bracedOrBare, (whole, inBraces, otherwise, bare) =>
        bare === undefined ? variable(whole, inBraces, otherwise) : `\${env:${bare}}`,
      );
    case 'braces':
      return text.replaceAll('${', () => '$${').replace(/\{env:([A-Za-z_]\w*)\}/g, whole => `$${whole}`);
    case 'none':
      return text.replaceAll('${', () => '$${');
  }
}

const braced = /\$\{(?:([A-Za-z_]\w*)(?::-([^{}]*))?\}|)/g;
const bracedOrBare = /\$\{(?:([A-Za-z_]\w*)(?::-([^{}]*))?\}|)|\$([A-Za-z_]\w*)/g;

/** A brace without the name of a variable is literal. */
function variable(whole: string, name?: string, otherwise?: string): string {
  if (name === undefined) return `$${whole}`;
  return otherwise === undefined ? `\${env:${name}}` : `\${env:${name}:-${otherwise}}`;
}
