/** An author who hides text from people may be addressing the model. What a style sheet hides can't be told. */
export function removeHidden(document: Document): void {
  for (const element of document.querySelectorAll(neverShown)) element.remove();
  for (const element of document.querySelectorAll('[style]')) {
    if (isHidden(element.getAttribute('style') ?? '')) element.remove();
  }
  const comments = document.createTreeWalker(document, commentsOnly);
  const found: ChildNode[] = [];
  while (comments.nextNode() !== null) found.push(comments.currentNode as ChildNode);
  for (const comment of found) comment.remove();
}

/** This is `NodeFilter.SHOW_COMMENT`. */
const commentsOnly = 128;

const neverShown =
  'script, style, template, noscript, iframe, object, embed, svg, canvas, audio, video, [hidden], [aria-hidden="true"], input, select, textarea, dialog:not([open])';

const hiding: readonly RegExp[] = [
  /(^|;)display:none/,
  /(^|;)visibility:(hidden|collapse)/,
  /(^|;)opacity:(0|0?\.0\d*|0%)(;|$)/,
  /(^|;)font-size:(0|0?\.\d+|1)(px|pt|em|rem|%)?(;|$)/,
  /(^|;)(text-indent|left|top|right|bottom|margin-left|margin-top):-\d{3,}/,
  /(^|;)clip(-path)?:(rect\((0|1px)|inset\((50|100)%)/,
  /(^|;)(max-)?(height|width):0(px|em|%)?(;|$)/,
  /(^|;)color:transparent/,
];

function isHidden(style: string): boolean {
  const plain = style
    .toLowerCase()
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+|!important/g, '');
  return hiding.some(each => each.test(plain)) || hasOneColour(plain);
}

/** Such text is white on white. */
function hasOneColour(style: string): boolean {
  const colour = /(?:^|;)color:([^;]+)/.exec(style)?.[1];
  const background = /(?:^|;)background(?:-color)?:([^;]+)/.exec(style)?.[1];
  return colour !== undefined && colour === background;
}
