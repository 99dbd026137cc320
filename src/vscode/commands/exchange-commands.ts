import type { Host } from '../../converser/ground/host.ts';
import type { SessionProgram } from '../../house/exchange/find-sessions.ts';
import type { ImportedConversation } from '../../house/exchange/import-conversation.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import type { ExportForm } from '../../store/exchange/export-forms.ts';
import { type Importable, largestImport } from '../../store/imported.ts';
import type { AskUser, Choice } from '../common/ask-in-vscode.ts';
import { commands } from '../common/contributions.ts';
import { withoutIcons } from '../common/markdown.ts';
import type { inform } from '../common/notices.ts';
import type { Commands } from '../common/vscode-command.ts';
import type { SidebarConversation } from '../sidebar/conversation/sidebar-conversation.ts';
import { readSaved } from '../workspace/read-saved.ts';
import type { ExchangeFiles, FileToSave } from './exchange-files.ts';

export interface ExchangePorts {
  readonly conversation: Pick<SidebarConversation, 'id' | 'open'>;
  readonly store: Pick<ConversationStore, 'records' | 'recording'>;
  readonly host: Pick<Host, 'secrets'>;
  readonly ask: Pick<AskUser, 'pick' | 'wait'>;
  readonly inform: typeof inform;
  readonly showFailure: (cause: unknown) => void;
  readonly files: ExchangeFiles;
  readonly exchange: Exchange;
  readonly focusSidebar: () => Promise<void>;
}

type FoundIn = 'elsewhere' | SessionProgram;

/** What formats and folders of other programs need. */
export interface Exchange {
  take(bytes: Uint8Array): Promise<ImportedConversation>;
  /** The newest come first. */
  find(source: FoundIn, signal: AbortSignal): Promise<readonly Importable[]>;
}

export function exchangeCommands(ports: ExchangePorts): Commands {
  return {
    [commands.exportConversation]: () => exportShown(ports),
    [commands.importConversation]: () => importOne(ports),
  };
}

type Form = FileToSave['kind'] & { readonly form: ExportForm; readonly isRecording?: true };

const forms: readonly Choice<Form>[] = [
  ['markdown', 'Markdown', 'md', 'To read, and to paste elsewhere'],
  ['html', 'HTML', 'html', 'One page for a browser'],
  ['json', 'JSON', 'json', 'Everything, with all versions, to import again'],
].map(([form, name = '', extension = '', description = '']) => ({
  label: name,
  description,
  value: { form: form as ExportForm, name, extension },
}));

const recordingForm: Choice<Form> = {
  label: 'Recording',
  description: 'To replay in a terminal',
  value: { form: 'json', name: 'Recording', extension: 'recording', isRecording: true },
};

async function exportShown(ports: ExchangePorts): Promise<void> {
  const { conversation, store, host, ask, files } = ports;
  const { id } = conversation;
  const recording = await store.recording(id);
  const form = await ask.pick({
    title: 'Export Conversation',
    placeholder: 'Select a format',
    choices: recording === undefined ? forms : [...forms, recordingForm],
  });
  if (form === undefined) return;
  const { exportConversation } = await import('../../store/exchange/export-conversation.ts');
  const exported = await exportConversation(id, form.form, { store, secrets: host.secrets });
  if (exported === undefined) {
    void ports.inform('This conversation is not stored yet: send a message first.');
    return;
  }
  const { title, hidesSecrets } = exported;
  const text = (form.isRecording && recording) || exported.text;
  const saved = await files.save({ name: `${fileName(title)}.${form.extension}`, kind: form, text });
  if (saved === undefined) return;
  const hidden = hidesSecrets ? ' The secrets that Converser knows are hidden in it.' : '';
  const message = `Exported to ${saved.name}.${hidden}`;
  const offerToOpen = async () => {
    if ((await ports.inform(message, 'Open')) === 'Open') await saved.open();
  };
  // The message may stay for long.
  void offerToOpen().catch(ports.showFailure);
}

/** Each system can store it. */
function fileName(title: string): string {
  const name = title
    .replaceAll(/[^\p{L}\p{M}\p{N} _-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return name.slice(0, 60).trim() || 'Conversation';
}

const sources: readonly Choice<'file' | FoundIn>[] = [
  {
    label: 'From a File…',
    description: 'Of Converser, OpenAI, Anthropic, VS Code, Claude Code or Codex',
    value: 'file',
  },
  {
    label: 'From Another Folder…',
    description: 'Conversations that you had with Converser there',
    value: 'elsewhere',
  },
  { label: 'From Claude Code…', description: 'Sessions of this folder', value: 'claude-code' },
  { label: 'From Codex…', description: 'Sessions of this folder', value: 'codex' },
];

async function importOne(ports: ExchangePorts): Promise<void> {
  const { ask, exchange, conversation, files } = ports;
  const source = await ask.pick({
    title: 'Import Conversation',
    placeholder: 'Select where it comes from',
    choices: sources,
  });
  if (source === undefined) return;
  const file = source === 'file' ? await files.choose() : undefined;
  const found = source === 'file' ? undefined : await chooseFound(source, ports);
  const read = file ? () => readSaved(file, largestImport) : found?.read;
  if (read === undefined) return;
  const imported = await ask.wait('Importing the conversation…', async signal => {
    const bytes = await read();
    return signal.aborted ? undefined : exchange.take(bytes);
  });
  if (imported === undefined) return;
  await conversation.open(imported.id);
  await ports.focusSidebar();
  void ports.inform(imported.message);
}

async function chooseFound(source: FoundIn, { ask, inform, exchange }: ExchangePorts) {
  const { of, waiting, none } = searches[source];
  const found = await ask.wait(waiting, signal => exchange.find(source, signal));
  if (found === undefined) return undefined;
  if (found.length === 0) {
    void inform(none);
    return undefined;
  }
  return ask.pick({
    title: `Import from ${of}`,
    placeholder: 'Select a conversation',
    choices: found.map(each => ({
      label: withoutIcons(each.title),
      description: [
        ...(each.workspace === undefined ? [] : [withoutIcons(each.workspace)]),
        each.time.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }),
      ].join(' · '),
      value: each,
    })),
  });
}

const searches = {
  elsewhere: {
    of: 'Another Folder',
    waiting: 'Looking for conversations in other folders…',
    none: 'No conversations found in other folders.',
  },
  'claude-code': sessionsOf('Claude Code'),
  codex: sessionsOf('Codex'),
};

function sessionsOf(program: string) {
  return {
    of: program,
    waiting: `Looking for sessions of ${program}…`,
    none: `No sessions of ${program} found for this folder. Choose “From a File…” for others.`,
  };
}
