import * as vscode from 'vscode';
import type { KnownSecrets } from '../../converser/ground/secrets/known-secrets.ts';
import { withoutSecrets } from '../../converser/ground/secrets/looks-secret.ts';
import { bytesText } from '../../converser/ground/wording/numbers.ts';
import { codeBlock } from '../../converser/words/texts/markdown-code.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import type { inform } from '../common/notices.ts';

export interface ReportPorts {
  readonly manifest: Manifest;
  readonly versions: readonly string[];
  readonly secrets: Pick<KnownSecrets, 'hide'>;
  readonly logged: () => readonly string[];
  readonly examine: (signal: AbortSignal) => Promise<string>;
  /** Of the shown conversation. Resolves to `undefined` if there is none. */
  readonly readRecording: () => Promise<string | undefined>;
  readonly ask: Pick<AskUser, 'pick' | 'wait'>;
  readonly inform: typeof inform;
}

interface Manifest {
  readonly bugs?: { readonly url?: string };
  readonly contributes: {
    readonly configuration: { readonly properties: Readonly<Record<string, unknown>> };
  };
}

/** Invariant: sends nothing. You see all of it, may change it, and pass it on yourself. */
export async function reportProblem(ports: ReportPorts): Promise<void> {
  const { ask, manifest } = ports;
  const recording = await chooseRecording(ports);
  if (recording === 'cancelled') return;
  const doctor = await ask.wait('Examining Converser for your report', ports.examine);
  if (doctor === undefined) return;
  const content = reportText(ports, { doctor, recording });
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document, { preview: false });
  void offer(document, { inform: ports.inform, address: manifest.bugs?.url });
}

async function chooseRecording({
  ask,
  readRecording,
}: Pick<ReportPorts, 'ask' | 'readRecording'>): Promise<string | undefined | 'cancelled'> {
  const recording = await readRecording();
  if (recording === undefined) return undefined;
  const chosen = await ask.pick({
    title: 'Report a Problem',
    placeholder: 'Select what the report holds. You see all of it before you pass it on',
    choices: [
      { label: 'Without the Recording', value: false },
      {
        label: 'With the Recording',
        description: `${bytesText(recording.length)}: messages, files and results of this conversation`,
        value: true,
      },
    ],
  });
  if (chosen === undefined) return 'cancelled';
  return chosen ? recording : undefined;
}

interface Parts {
  readonly doctor: string;
  readonly recording: string | undefined;
}

function reportText(ports: ReportPorts, { doctor, recording }: Parts): string {
  const { manifest, versions, logged, secrets } = ports;
  const changed = changedSettings(Object.keys(manifest.contributes.configuration.properties));
  const log = logged().join('\n');
  const report = [
    '# Problem with Converser',
    'What happened, and what did you expect?',
    '## Versions',
    versions.map(each => `- ${each}`).join('\n'),
    '## Settings',
    codeBlock(JSON.stringify(changed, undefined, 2), 'json'),
    doctor.replace(/^#/gm, '##').trim(),
    '## End of the log',
    codeBlock(log),
    ...(recording === undefined ? [] : ['## Recording', codeBlock(recording, 'jsonl')]),
  ].join('\n\n');
  return `${safe(report, secrets)}\n`;
}

/** A recording is long, and what looks like a key there may be one that Converser doesn’t know. */
function safe(text: string, { hide }: Pick<KnownSecrets, 'hide'>): string {
  return withoutSecrets(hide(text)).replaceAll(/(:\/\/)[^/?#\s"@]+@/g, '$1…@');
}

function changedSettings(keys: readonly string[]): Readonly<Record<string, unknown>> {
  const configuration = vscode.workspace.getConfiguration();
  const all = keys.map(key => [key, configuration.get(key), configuration.inspect(key)?.defaultValue]);
  const isChanged = ([, value, usual]: readonly unknown[]) => JSON.stringify(value) !== JSON.stringify(usual);
  return Object.fromEntries(all.filter(isChanged).map(([key, value]) => [key, value]));
}

interface Offer {
  readonly inform: typeof inform;
  readonly address: string | undefined;
}

async function offer(document: vscode.TextDocument, { inform: ask, address }: Offer): Promise<void> {
  const [copy, save, open] = ['Copy', 'Save As…', 'Open Issues'];
  const question = 'Nothing was sent. Read the report, and remove what you don’t want to pass on.';
  const choice = await ask(question, copy, save, ...(address === undefined ? [] : [open]));
  if (choice === open && address !== undefined) await vscode.env.openExternal(vscode.Uri.parse(address));
  if (choice === copy) await vscode.env.clipboard.writeText(document.getText());
  if (choice !== save) return;
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.files.saveAs');
}
