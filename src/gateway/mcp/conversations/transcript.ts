import type { Canister } from '../../../converser/canister/canister.ts';
import { textOf } from '../../../converser/canister/content.ts';
import { fullName } from '../../../converser/ensemble/invoker.ts';
import { cutText } from '../../../converser/wording/cut-text.ts';
import { compactionText } from '../../../converser/wording/saving-texts.ts';
import type { KeptConversation } from '../../conversations/kept-conversations.ts';

/** Characters of a result that a transcript shows. */
const limit = 2_000;

/** A conversation as Markdown, for people and models. */
export function transcript({ title, model, timestamp, canisters }: KeptConversation): string {
  const head = `# ${title}\n\n${model}, ${timestamp}`;
  return [head, ...canisters.map(paragraph).filter(text => text !== '')].join('\n\n');
}

function paragraph(canister: Canister): string {
  const said = textOf(canister.content);
  switch (canister.role) {
    case 'supervisor':
      return '';
    case 'user':
      return `## User\n\n${said}`;
    case 'assistant':
      return said === '' ? '' : `## Assistant\n\n${said}`;
    case 'document':
      return quoted(said);
    case 'invocation':
      return quoted(`${fullName(canister)} ${JSON.stringify(canister.arguments)}`);
    case 'result':
      return quoted(`→ ${said}`);
    case 'compaction':
      return quoted(`Compacted: ${compactionText(canister)}`);
  }
}

function quoted(text: string): string {
  const cut = cutText(text, { limit, readOn: '' });
  return cut.replace(/^/gm, '> ');
}
