import { bytesText, countText } from '../../converser/ground/wording/numbers.ts';
import { text } from '../../converser/words/canister/content.ts';
import { type Reply, reply } from '../../converser/words/ensemble/invoker.ts';
import { codeBlock } from '../../converser/words/texts/markdown-code.ts';
import { failedWith } from '../guarded-fetch/answer-failure.ts';
import type { FetchedPage } from './recent-pages.ts';

export function showPage({ url, read, size }: FetchedPage, offset: number): Reply {
  const from = `From ${url.href}`;
  switch (read.kind) {
    case 'unreadable':
      return failedWith('execution', `${url.href} ${read.reason}.`, 'Do without it, or try another address.');
    case 'part': {
      const note = `${from}: ${read.mimeType}, ${bytesText(size)}.`;
      return reply({ content: [read.part, text(`[${note}]`)], screen: note });
    }
    case 'text':
      return showText(read, { from, offset });
  }
}

function showText(
  { title, text: whole, mimeType }: FetchedPage['read'] & { readonly kind: 'text' },
  { from, offset }: { readonly from: string; readonly offset: number },
): Reply {
  const piece = pieceAt(whole, offset);
  if (piece === undefined) {
    return failedWith('validation', `The page has ${whole.length} characters; nothing begins at ${offset}.`);
  }
  const heading = offset === 0 && title !== '' ? `# ${title}\n\n` : '';
  const shown = `${heading}${piece.shown}`;
  const note = `${from}. ${whole === '' ? 'It has no text; its content may need scripts to run.' : piece.note}`;
  const language = mimeType === 'text/markdown' ? 'markdown' : '';
  return reply({
    content: [...(shown === '' ? [] : [text(shown, mimeType)]), text(`[${note}]`)],
    screen: `${note}\n\n${codeBlock(shown, language)}`,
  });
}

interface Piece {
  readonly shown: string;
  readonly note: string;
}

/** In characters, a little less than a result may have, so that nothing is cut out of its middle. */
const mostCharacters = 28_000;

/** Ends at a line's end if one is near. `undefined` means that nothing is there. */
function pieceAt(text: string, offset: number): Piece | undefined {
  if (offset > 0 && offset >= text.length) return undefined;
  const rest = text.slice(offset, offset + mostCharacters);
  const isLast = offset + rest.length >= text.length;
  const shown = isLast ? rest : toLineEnd(rest);
  const end = offset + shown.length;
  const all = countText(text.length, 'character');
  if (offset === 0 && isLast) return { shown, note: `${all}.` };
  const readOn = isLast ? '' : ` Read on with offset ${end}.`;
  return { shown, note: `Characters ${offset} to ${end} of ${text.length}.${readOn}` };
}

function toLineEnd(text: string): string {
  const end = text.lastIndexOf('\n');
  if (end > text.length / 2) return text.slice(0, end + 1);
  return text.replace(/[\ud800-\udbff]$/, '');
}
