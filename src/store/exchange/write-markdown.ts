import { visibleProse } from '../../converser/ground/wording/visible-text.ts';
import { type Content, textOf } from '../../converser/words/canister/content.ts';
import { codeBlock, inlineCode } from '../../converser/words/texts/markdown-code.ts';
import type { Passage } from './passages.ts';

export function writeMarkdown(title: string, passages: readonly Passage[]): string {
  const heading = visibleProse(title).replaceAll(/\s+/g, ' ').trim();
  return `${[`# ${heading}`, ...passages.map(markdownOf)].join('\n\n')}\n`;
}

function markdownOf(passage: Passage): string {
  switch (passage.kind) {
    case 'said':
      return `## ${passage.who} · ${timeText(passage.time)}\n\n${textOf(passage.content).trim()}`;
    case 'thought':
      return quoted(`Thought: ${passage.text}`);
    case 'attached':
      return `Attached: ${inlineCode(visibleProse(passage.title))}\n\n${blockOf(passage.content)}`;
    case 'note':
      return `*${passage.text.replaceAll(/\s+/g, ' ')}*`;
    case 'call': {
      const { failure, result, arguments: args } = passage;
      const written = typeof args === 'string' ? args : JSON.stringify(args, undefined, 2);
      const outcome = failure === undefined ? 'Result' : `Failed (${failure.kind})`;
      return `**Called ${inlineCode(visibleProse(passage.title))}**\n\n${codeBlock(written, 'json')}\n\n${outcome}:\n\n${blockOf(result)}`;
    }
  }
}

/** `2026-11-28 14:05`, in UTC. */
export function timeText(timestamp: string): string {
  return `${timestamp.slice(0, 16).replace('T', ' ')} UTC`;
}

function blockOf(content: readonly Content[]): string {
  return codeBlock(textOf(content));
}

function quoted(text: string): string {
  return text
    .trim()
    .split('\n')
    .map(line => `> ${line}`.trimEnd())
    .join('\n');
}
