import MarkdownIt from 'markdown-it';
import { visibleProse } from '../../converser/ground/wording/visible-text.ts';
import { textOf } from '../../converser/words/canister/content.ts';
import { codeBlock, inlineCode } from '../../converser/words/texts/markdown-code.ts';
import type { Passage } from './passages.ts';

export function writeMarkdown(title: string, passages: readonly Passage[]): string {
  const heading = visibleProse(title).replaceAll(/\s+/g, ' ').trim();
  return `${[`# ${heading}`, ...passages.map(markdownOf)].join('\n\n')}\n`;
}

function markdownOf(passage: Passage): string {
  switch (passage.kind) {
    case 'said': {
      const { who, time, content } = passage;
      return `${who === undefined ? '' : `## ${who} · ${timeText(time)}\n\n`}${closed(textOf(content).trim())}`;
    }
    case 'note':
      return `*${passage.text.replaceAll(/\s+/g, ' ')}*`;
    case 'aside': {
      const readable = passage.content.filter(part => textOf([part]) !== '');
      const blocks = readable.map(part =>
        codeBlock(textOf([part]), part.type === 'text' && part.mimeType === 'application/json' ? 'json' : ''),
      );
      return [inlineCode(visibleProse(passage.title)), ...blocks].join('\n\n');
    }
  }
}

/** What a message leaves open, such as the code in which an answer was stopped, would take in all that follows. */
function closed(written: string): string {
  const last = markdown.parse(`${written}\n\n# End`, {}).at(-1);
  if (last?.type === 'heading_close') return written;
  return last?.type === 'fence' ? `${written}\n${last.markup}` : codeBlock(written);
}

const markdown = new MarkdownIt({ html: true }).disable('inline');

/** `2026-11-28 14:05`, in UTC. */
export function timeText(timestamp: string): string {
  return `${timestamp.slice(0, 16).replace('T', ' ')} UTC`;
}
