import type { KnownSecrets } from '../../converser/ground/secrets/known-secrets.ts';
import { titleIn } from '../conversation-index.ts';
import type { ConversationStore } from '../conversation-store.ts';
import { titleOf } from '../conversation-title.ts';
import { contentOf } from '../stored-content.ts';
import { writeConversationFile } from './conversation-file.ts';
import type { ExportForm } from './export-forms.ts';
import { hiddenRecord } from './hide-secrets.ts';
import { passagesOf } from './passages.ts';
import { writeHtml } from './write-html.ts';
import { writeMarkdown } from './write-markdown.ts';

export interface Exported {
  readonly title: string;
  readonly text: string;
  /** Something was hidden, so an import doesn't bring it back. */
  readonly hidesSecrets: boolean;
}

export interface ExportPorts {
  readonly store: Pick<ConversationStore, 'records'>;
  readonly secrets: Pick<KnownSecrets, 'hide' | 'hideIn'>;
}

/** JSON holds all that was stored; the others, what the conversation shows. Resolves to `undefined` if nothing is stored. */
export async function exportConversation(
  id: string,
  form: ExportForm,
  { store, secrets }: ExportPorts,
): Promise<Exported | undefined> {
  const stored = await store.records(id);
  const records = stored.map(record => hiddenRecord(record, secrets));
  const content = contentOf(records);
  if (content.canisters.length === 0) return undefined;
  const title = titleIn(records) ?? titleOf(content.canisters);
  const hidesSecrets = records.some((record, at) => record !== stored[at]);
  const text =
    form === 'json'
      ? writeConversationFile(records)
      : (form === 'html' ? writeHtml : writeMarkdown)(title || 'Conversation', passagesOf(content));
  return { title, text, hidesSecrets };
}
