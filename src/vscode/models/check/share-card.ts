import * as vscode from 'vscode';
import { errors } from '../../../converser/errors.ts';
import { modelReference } from '../../../converser/models/model-reference.ts';
import type { Model } from '../../../converser/models/provider.ts';
import type { CapabilityCard } from '../../../providers/check/capability-card.ts';
import { withoutIcons } from '../../window/markdown.ts';
import { inform } from '../../window/notices.ts';

export interface SharePorts {
  readonly models: (signal: AbortSignal) => Promise<readonly Model[]>;
  /** What the last check of a model found. */
  readonly cardOf: (model: Model) => CapabilityCard | undefined;
  /** How cards are written for others, and read from them. */
  readonly sharedCards: SharedCards;
  /** What it says, in a sentence. */
  readonly conclusionOf: (card: CapabilityCard) => string;
  /** Uses another's card for a model from now on. */
  readonly keepCard: (model: Model, card: CapabilityCard) => Promise<void>;
}

interface SharedCards {
  readonly text: (card: CapabilityCard) => string;
  /** `undefined` if it is none. */
  readonly read: (text: string) => CapabilityCard | undefined;
  /** Bytes that a file may have. */
  readonly largest: number;
}

const filters = { 'Model checks': ['json'] };

/** “Export Model Check…”: writes what was found out about a model to a file, for others. */
export async function exportCard(ports: SharePorts, given?: unknown): Promise<void> {
  const models = (await ports.models(AbortSignal.timeout(10_000))).filter(
    each => ports.cardOf(each) !== undefined,
  );
  const named = models.find(each => modelReference(each) === given);
  const model = named ?? (await pick(models, { title: 'Export Model Check', placeHolder: 'Select a model' }));
  const card = model && ports.cardOf(model);
  if (model === undefined || card === undefined) {
    if (models.length === 0)
      void inform('No model has been checked yet. Run “Converser: Check Model…” first.');
    return;
  }
  const name = `${modelReference(model).replace(/[^\w.-]+/g, '-')}.json`;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const file = await vscode.window.showSaveDialog({
    title: 'Export Model Check',
    filters,
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
  if (file === undefined) return;
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(ports.sharedCards.text(card)));
  void inform(`The check of ${model.label} is in ${vscode.workspace.asRelativePath(file)}.`);
}

/** “Import Model Check…”: uses what somebody else has found out. */
export async function importCard(ports: SharePorts): Promise<void> {
  const [file] = (await vscode.window.showOpenDialog({ title: 'Import Model Check', filters })) ?? [];
  if (file === undefined) return;
  const card = await readFrom(file, ports);
  if (card === undefined)
    throw errors.badArguments(
      `${vscode.workspace.asRelativePath(file)} holds no model check. Export one with “Converser: Export Model Check…”.`,
    );
  const models = await ports.models(AbortSignal.timeout(10_000));
  const id = card.model.slice(card.model.indexOf('/') + 1);
  const sorted = models.toSorted((a, b) => Number(b.id === id) - Number(a.id === id));
  const placeHolder = `Select the model that it is about. It was made for ${withoutIcons(card.model.slice(0, 100))}`;
  const model = await pick(sorted, { title: 'Import Model Check', placeHolder });
  if (model === undefined) return;
  await ports.keepCard(model, card);
  void inform(`${model.label}: ${ports.conclusionOf(card)}`);
}

async function readFrom(
  file: vscode.Uri,
  { sharedCards: { largest, read } }: Pick<SharePorts, 'sharedCards'>,
): Promise<CapabilityCard | undefined> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > largest) return undefined;
  return read(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
}

async function pick(
  models: readonly Model[],
  shown: { readonly title: string; readonly placeHolder: string },
): Promise<Model | undefined> {
  const items = models.map(model => ({
    label: withoutIcons(model.label),
    description: modelReference(model),
    model,
  }));
  if (items.length === 0) return undefined;
  const picked = await vscode.window.showQuickPick(items, { ...shown, matchOnDescription: true });
  return picked?.model;
}
