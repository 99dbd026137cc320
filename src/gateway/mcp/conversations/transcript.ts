import { cutText } from '../../../converser/ground/wording/cut-text.ts';
import type { Canister } from '../../../converser/words/canister/canister.ts';
import { textOf } from '../../../converser/words/canister/content.ts';
import { fullName } from '../../../converser/words/ensemble/invoker.ts';
import { compactionText } from '../../../converser/words/texts/saving-texts.ts';
import type { KeptConversation } from '../../conversations/kept-conversations.ts';

/** In characters of a result. */
const limit = 2_000;

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
