import * as vscode from 'vscode';
import type { KnownSecrets } from '../../converser/ground/secrets/known-secrets.ts';
import { withoutSecrets } from '../../converser/ground/secrets/looks-secret.ts';
import { bytesText } from '../../converser/ground/wording/numbers.ts';
import { codeBlock } from '../../converser/words/texts/markdown-code.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import type { inform } from '../common/notices.ts';

export interface ReportPorts {
  readonly extension: Pick<vscode.Extension<unknown>, 'packageJSON'>;
  readonly system: string;
  readonly secrets: Pick<KnownSecrets, 'hide'>;
  readonly logged: () => readonly string[];
  /** Resolves to what Doctor says. */
  readonly examine: (signal: AbortSignal) => Promise<unknown>;
  /** Of the shown conversation. Resolves to `undefined` if there is none. */
  readonly readFile: () => Promise<string | undefined>;
  readonly ask: Pick<AskUser, 'pick' | 'wait'>;
  readonly inform: typeof inform;
}

/** What is read of `package.json`. */
interface Manifest {
  readonly version: string;
  readonly contributes: {
    readonly configuration: readonly { readonly properties: Readonly<Record<string, unknown>> }[];
  };
}

/** Invariant: sends nothing. You see all of it, may change it, and pass it on yourself. */
export async function reportProblem(ports: ReportPorts): Promise<void> {
  const { ask, extension, examine, secrets } = ports;
  const manifest: Manifest = extension.packageJSON;
  const recording = await chooseRecording(ports);
  if (recording === undefined) return;
  const doctor = await ask.wait('Examining Converser for your report', examine);
  if (doctor === undefined) return;
  const versions = `Converser ${manifest.version}, ${vscode.env.appName} ${vscode.version} (${vscode.env.appHost}), ${ports.system}`;
  const parts = [
    '# Problem with Converser\n\nWhat happened, and what did you expect?',
    `## Versions\n\n${versions}`,
    `## Settings\n\n${codeBlock(JSON.stringify(changedSettings(manifest), undefined, 2), 'json')}`,
    String(doctor).replaceAll(/^#/gm, '##').trim(),
    `## End of the log\n\n${codeBlock(ports.logged().join('\n'))}`,
    ...(recording === '' ? [] : [`## Recording\n\n${codeBlock(recording, 'jsonl')}`]),
  ];
  const hidden = withoutSecrets(secrets.hide(`${parts.join('\n\n')}\n`));
  const content = hidden.replaceAll(/:\/\/[^/?#\s"@]+@/g, '://…@');
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document, { preview: false });
  void offer(document, ports.inform);
}

/** Resolves to an empty text for a report without it, and to `undefined` if you cancel. */
async function chooseRecording({ ask, readFile }: ReportPorts): Promise<string | undefined> {
  const recording = await readFile();
  if (recording === undefined) return '';
  const description = `${bytesText(recording.length)}: messages, files and results of this conversation`;
  return ask.pick({
    title: 'Report a Problem',
    placeholder: 'Select what the report holds. You see all of it before you pass it on',
    choices: [
      { label: 'Without the Recording', value: '' },
      { label: 'With the Recording', description, value: recording },
    ],
  });
}

function changedSettings({ contributes }: Manifest): Readonly<Record<string, unknown>> {
  const settings = vscode.workspace.getConfiguration();
  const isChanged = (key: string) =>
    JSON.stringify(settings.get(key)) !== JSON.stringify(settings.inspect(key)?.defaultValue);
  const groups = contributes.configuration.map(({ properties }) => Object.keys(properties));
  const keys = groups.flat().filter(isChanged);
  return Object.fromEntries(keys.map(key => [key, settings.get(key)]));
}

async function offer(document: vscode.TextDocument, ask: typeof inform): Promise<void> {
  const [copy, save] = ['Copy', 'Save As…'];
  const question = 'Nothing was sent. Read the report, and remove what you don’t want to pass on.';
  const choice = await ask(question, copy, save);
  if (choice === copy) await vscode.env.clipboard.writeText(document.getText());
  if (choice !== save) return;
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.files.saveAs');
}
