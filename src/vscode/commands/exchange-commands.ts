import type { Host } from '../../converser/ground/host.ts';
import type { FoundSession, SessionProgram } from '../../house/exchange/find-sessions.ts';
import type { ImportedConversation } from '../../house/exchange/import-conversation.ts';
import type { ConversationStore } from '../../store/conversation-store.ts';
import type { ExportForm } from '../../store/exchange/export-forms.ts';
import type { OtherConversation } from '../../store/exchange/other-workspaces.ts';
import { largestImport } from '../../store/imported.ts';
import type { AskUser, Choice } from '../common/ask-in-vscode.ts';
import { commands } from '../common/contributions.ts';
import { withoutIcons } from '../common/markdown.ts';
import type { inform } from '../common/notices.ts';
import type { Commands } from '../common/vscode-command.ts';
import type { SidebarConversation } from '../sidebar/conversation/sidebar-conversation.ts';
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

/** What formats and folders of other programs need. */
export interface Exchange {
  take(bytes: Uint8Array): Promise<ImportedConversation>;
  sessions(program: SessionProgram, signal: AbortSignal): Promise<readonly FoundSession[]>;
  elsewhere(signal: AbortSignal): Promise<readonly OtherConversation[]>;
  /** As a file of Converser's. */
  readElsewhere(conversation: OtherConversation): Promise<Uint8Array>;
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
    .replaceAll(/[^\p{L}\p{N} _-]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return name.slice(0, 60).trim() || 'Conversation';
}

type Source = 'file' | 'elsewhere' | SessionProgram;

const sources: readonly Choice<Source>[] = [
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

/** Reads the bytes of what you chose. */
type Reader = () => Promise<Uint8Array>;

async function importOne(ports: ExchangePorts): Promise<void> {
  const { ask, exchange, conversation } = ports;
  const source = await ask.pick({
    title: 'Import Conversation',
    placeholder: 'Select where it comes from',
    choices: sources,
  });
  if (source === undefined) return;
  const read = await chooseIn(source, ports);
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

async function chooseIn(source: Source, ports: ExchangePorts): Promise<Reader | undefined> {
  const { files, exchange } = ports;
  const reading =
    (file: string): Reader =>
    () =>
      files.read(file, largestImport);
  if (source === 'file') {
    const file = await files.choose();
    return file === undefined ? undefined : reading(file);
  }
  if (source === 'elsewhere') {
    const chosen = await chooseFound(ports, {
      of: 'Another Folder',
      waiting: 'Looking for conversations in other folders…',
      none: 'No conversations found in other folders.',
      find: signal => exchange.elsewhere(signal),
    });
    return chosen && (() => exchange.readElsewhere(chosen));
  }
  const name = source === 'codex' ? 'Codex' : 'Claude Code';
  const chosen = await chooseFound(ports, {
    of: name,
    waiting: `Looking for sessions of ${name}…`,
    none: `No sessions of ${name} found for this folder. Choose “From a File…” for others.`,
    find: signal => exchange.sessions(source, signal),
  });
  return chosen && reading(chosen.file);
}

interface Search<Found> {
  readonly of: string;
  readonly waiting: string;
  readonly none: string;
  readonly find: (signal: AbortSignal) => Promise<readonly Found[]>;
}

async function chooseFound<
  Found extends Pick<FoundSession, 'title' | 'time'> & { readonly workspace?: string },
>({ ask, inform }: ExchangePorts, { of, waiting, none, find }: Search<Found>): Promise<Found | undefined> {
  const found = await ask.wait(waiting, find);
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
