declare module 'markdown-it-footnote' {
  import type { MarkdownIt } from 'markdown-it';

  const readFootnotes: (parser: MarkdownIt) => void;

  // biome-ignore lint/style/noDefaultExport: it is how the package exports it
  export { readFootnotes as default };
}
