import * as vscode from 'vscode';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import type { InstructionList, ListedInstruction } from '../../instructions/list-instructions.ts';
import { withoutIcons } from '../common/markdown.ts';
import type { InstructionChoices } from './instruction-choices.ts';

export interface ManageInstructionsPorts {
  readonly list: (signal: AbortSignal) => Promise<InstructionList>;
  readonly choices: Pick<InstructionChoices, 'choose'>;
  readonly onChoose: () => Promise<void>;
}

/** In milliseconds. */
const patience = 10_000;

/** What you switch off stays off in this workspace from the next turn on. */
export async function manageInstructions({
  list,
  choices,
  onChoose,
}: ManageInstructionsPorts): Promise<void> {
  const chosen = await pickInstructions(list);
  if (chosen === undefined) return;
  const { on, off } = chosen;
  await choices.choose(on, off);
  await onChoose();
}

interface Item extends vscode.QuickPickItem {
  readonly instruction?: ListedInstruction;
}

interface Chosen {
  readonly on: readonly string[];
  readonly off: readonly string[];
}

/** The list opens at once. `undefined` says that you cancelled, or opened a file. */
function pickInstructions(list: ManageInstructionsPorts['list']): Promise<Chosen | undefined> {
  const box = vscode.window.createQuickPick<Item>();
  const stop = new AbortController();
  box.title = 'Instructions and Skills';
  box.placeholder = 'Select what models follow in this workspace';
  box.canSelectMany = true;
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  box.busy = true;
  void list(AbortSignal.any([stop.signal, AbortSignal.timeout(patience)])).then(found => {
    if (stop.signal.aborted) return;
    box.busy = false;
    box.items = itemsOf(found);
    box.selectedItems = box.items.filter(({ instruction }) => instruction?.isOn);
    if (found.all.length === 0) offerToCreate(box);
  });
  return new Promise(resolve => {
    box.onDidAccept(() => {
      if (box.busy) return;
      if (box.activeItems.some(item => item === creation)) void createInstructions();
      const paths = (items: readonly Item[]) => items.flatMap(({ instruction }) => instruction?.path ?? []);
      const on = paths(box.selectedItems);
      resolve({ on, off: paths(box.items).filter(path => !on.includes(path)) });
      box.hide();
    });
    box.onDidTriggerItemButton(({ item: { instruction } }) => {
      box.hide();
      if (instruction !== undefined)
        void vscode.commands.executeCommand('vscode.open', vscode.Uri.parse(instruction.uri));
    });
    box.onDidHide(() => {
      stop.abort();
      box.dispose();
      resolve(undefined);
    });
    box.show();
  });
}

const creation: Item = {
  label: '$(add) Create AGENTS.md',
  description: 'What models should know of this workspace',
  alwaysShow: true,
};

function offerToCreate(box: vscode.QuickPick<Item>): void {
  box.placeholder = 'No AGENTS.md, CLAUDE.md, instructions or skills found';
  if (vscode.workspace.workspaceFolders === undefined) return;
  box.canSelectMany = false;
  box.items = [creation, ...box.items];
}

/** It is there once you save it. */
async function createInstructions(): Promise<void> {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) return;
  const { path } = vscode.Uri.joinPath(folder.uri, 'AGENTS.md');
  const document = await vscode.workspace.openTextDocument(folder.uri.with({ scheme: 'untitled', path }));
  const editor = await vscode.window.showTextDocument(document);
  if (document.getText() === '') await editor.insertSnippet(new vscode.SnippetString().appendText(template));
}

const template =
  '# About this project\n\n- How it is built:\n- How it is tested:\n- How its code is written:\n';

const groups: Readonly<Record<ListedInstruction['kind'], string>> = {
  everywhere: 'Everywhere',
  somewhere: 'For some files',
  skill: 'Skills',
};

function itemsOf({ all, remarks }: InstructionList): readonly Item[] {
  return [
    ...all.flatMap((instruction, at) => {
      const { kind } = instruction;
      const isFirst = all[at - 1]?.kind !== kind;
      return isFirst ? [heading(groups[kind]), itemOf(instruction)] : [itemOf(instruction)];
    }),
    ...(remarks.length === 0 ? [] : [heading('Not followed'), ...remarks.map(remarkItem)]),
  ];
}

function heading(label: string): Item {
  return { label, kind: vscode.QuickPickItemKind.Separator };
}

function itemOf(instruction: ListedInstruction): Item {
  const { kind, path, holdsFor, tokens } = instruction;
  const shown = withoutIcons(visibleLine(path));
  return {
    label: shown,
    description: countText(tokens, 'token'),
    ...(kind === 'everywhere' ? {} : { detail: withoutIcons(holdsFor) }),
    buttons: [{ iconPath: new vscode.ThemeIcon('go-to-file'), tooltip: `Open ${shown}` }],
    instruction,
  };
}

function remarkItem(remark: string): Item {
  return { label: '$(info)', description: withoutIcons(remark) };
}
