import * as vscode from 'vscode';
import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import { visibleProse } from '../../converser/ground/wording/visible-text.ts';
import { withoutLinks } from './markdown.ts';
import { warn } from './notices.ts';
import { pickWhileTyping } from './pick-while-typing.ts';
import { withProgress } from './with-progress.ts';

/** Tests stand in for the user here, not for VS Code. */
export interface AskUser {
  /** Resolves to `undefined` if the user cancels. */
  pick<T>(question: Pick<T>): Promise<T | undefined>;
  /** What you type decides on the choices. Resolves to `undefined` if the user cancels. */
  search<T>(question: Search<T>): Promise<T | undefined>;
  enter<T>(question: Entry<T>): Promise<T | 'back' | undefined>;
  /** Without details, the question does not cover the editor, and may stay open. */
  confirm(question: Confirmation): Promise<boolean>;
  wait<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined>;
}

export interface Pick<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly Choice<T>[];
  /** These choices take time to find. They appear in this order before the others, as soon as they are known. */
  readonly later?: readonly ((signal: AbortSignal) => Promise<readonly Choice<T>[]>)[];
}

export interface Search<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Each list goes on where the one before ends. A choice without a value only says something. */
  readonly find: (text: string, signal: AbortSignal) => AsyncIterable<readonly Choice<T | undefined>[]>;
}

export interface Choice<T> {
  readonly label: string;
  /** Names one of VS Code's icons. Screen readers leave it out, unlike one in the label. */
  readonly icon?: string;
  readonly description?: string;
  readonly detail?: string;
  /** Neighbours of the same group share this heading. */
  readonly group?: string;
  readonly value: T;
  readonly buttons?: readonly ChoiceButton<T>[];
}

export interface ChoiceButton<T> {
  readonly label: string;
  readonly icon: string;
  readonly value: T;
}

export interface Entry<T> {
  readonly title: string;
  readonly prompt: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly secret?: boolean;
  readonly back?: boolean;
  /** The box stays open meanwhile; the signal aborts if the user cancels. */
  readonly take: (text: string, signal: AbortSignal) => Promise<Taken<T>>;
}

export interface Confirmation {
  readonly message: string;
  readonly detail?: string;
  readonly yes: string;
}

export type Taken<T> = { readonly value: T } | { readonly problem: string };

/** VS Code's quick input stays open while you copy a key from another window. */
export function createAskUser(): AskUser {
  return { pick, search, enter, confirm, wait };
}

function pick<T>({ title, placeholder, choices, later = [] }: Pick<T>): Promise<T | undefined> {
  const box = vscode.window.createQuickPick<Item<T>>();
  Object.assign(box, { title: visibleProse(title), placeholder: visibleProse(placeholder) });
  Object.assign(box, { ignoreFocusOut: true, matchOnDescription: true });
  box.items = itemsOf(choices);
  const asking = new AbortController();
  showFound(box, later, asking.signal);
  return new Promise(resolve => {
    box.onDidAccept(() => {
      const [chosen] = box.selectedItems;
      if (chosen?.value === undefined) return;
      resolve(chosen.value);
      box.hide();
    });
    box.onDidTriggerItemButton(({ item, button }) => {
      const at = item.buttons?.indexOf(button) ?? -1;
      const pressed = item.values?.[at];
      if (pressed === undefined) return;
      resolve(pressed);
      box.hide();
    });
    box.onDidHide(() => {
      asking.abort();
      box.dispose();
      resolve(undefined);
    });
    show(box);
  });
}

function search<T>({ find, ...question }: Search<T>): Promise<T | undefined> {
  return pickWhileTyping<T>({
    ...question,
    async *find(text, signal) {
      for await (const choices of find(text, signal)) yield itemsOf(choices);
    },
  });
}

/**
 * When the palette closes, the walkthrough gets the focus back, and the end of the key press that chose the command with
 * it. It takes that for a click on its step, which it focuses 250 ms later (`selectStep` in VS Code's `gettingStarted.ts`).
 * A box that is open by then would lose the focus, and nothing of the API could give it back.
 */
function show(box: vscode.QuickInput): void {
  const { activeTab } = vscode.window.tabGroups.activeTabGroup;
  // Pages of VS Code, unlike editors, have no input.
  const isOverPage = activeTab !== undefined && activeTab.input === undefined;
  if (isOverPage) setTimeout(() => box.show(), stepSelected);
  else box.show();
}

/** In milliseconds: a key press and those 250. */
const stepSelected = 400;

function showFound<T>(
  box: vscode.QuickPick<Item<T>>,
  later: NonNullable<Pick<T>['later']>,
  signal: AbortSignal,
): void {
  const { items } = box;
  const found = later.map((): readonly Item<T>[] => []);
  let awaited = later.length;
  box.busy = awaited > 0;
  for (const [at, find] of later.entries()) {
    void orAborted(foundBy(find, signal), signal).then(more => {
      if (more === aborted) return;
      box.busy = --awaited > 0;
      if (more.length === 0) return;
      found[at] = itemsOf(more);
      const { activeItems } = box;
      box.items = [...found.flat(), ...items];
      // You may be about to press Enter. If no item is active, VS Code takes the first.
      if (activeItems.length > 0) box.activeItems = activeItems;
    });
  }
}

/** A failure only leaves out its own choices. */
async function foundBy<T>(find: NonNullable<Pick<T>['later']>[number], signal: AbortSignal) {
  try {
    return await find(signal);
  } catch {
    return [];
  }
}

interface Item<T> extends vscode.QuickPickItem {
  readonly value?: T;
  readonly values?: readonly T[];
}

function itemsOf<T>(choices: readonly Choice<T>[]): readonly Item<T>[] {
  return choices.flatMap(({ group, icon, buttons = [], ...choice }, index): Item<T>[] => {
    const isFirst = group !== undefined && choices[index - 1]?.group !== group;
    const heading = { label: group ?? '', kind: vscode.QuickPickItemKind.Separator };
    const item = {
      ...choice,
      ...(icon === undefined ? {} : { iconPath: new vscode.ThemeIcon(icon) }),
      buttons: buttons.map(({ label, icon }) => ({ tooltip: label, iconPath: new vscode.ThemeIcon(icon) })),
      values: buttons.map(({ value }) => value),
    };
    return isFirst ? [heading, item] : [item];
  });
}

function enter<T>(question: Entry<T>): Promise<T | 'back' | undefined> {
  const box = createEntryBox(question);
  const controller = new AbortController();
  return new Promise(resolve => {
    const close = (answer: T | 'back') => {
      resolve(answer);
      box.hide();
    };
    box.onDidAccept(async () => {
      const taken = await submit(box, question.take, controller.signal);
      if (taken !== undefined) close(taken.value);
    });
    box.onDidTriggerButton(button => {
      if (button === vscode.QuickInputButtons.Back) close('back');
    });
    box.onDidHide(() => {
      controller.abort();
      box.dispose();
      resolve(undefined);
    });
    show(box);
  });
}

type EntryBox<T> = Omit<Entry<T>, 'take'>;

function createEntryBox<T>(entry: EntryBox<T>): vscode.InputBox {
  const { title, prompt, placeholder = '', value = '', secret = false, back = false } = entry;
  const box = vscode.window.createInputBox();
  const shown = { title: visibleProse(title), prompt: withoutLinks(prompt), placeholder, value };
  Object.assign(box, { ...shown, password: secret, ignoreFocusOut: true });
  const leading = back ? [vscode.QuickInputButtons.Back] : [];
  const showButtons = () => {
    box.buttons = secret ? [...leading, box.password ? reveal : conceal] : leading;
  };
  showButtons();
  box.onDidTriggerButton(button => {
    if (button === vscode.QuickInputButtons.Back) return;
    box.password = !box.password;
    showButtons();
  });
  box.onDidChangeValue(() => {
    box.validationMessage = undefined;
  });
  return box;
}

/** Resolves to `undefined` while the value is being taken, if it was refused, or if the user cancelled. */
async function submit<T>(
  box: vscode.InputBox,
  take: Entry<T>['take'],
  signal: AbortSignal,
): Promise<{ readonly value: T } | undefined> {
  if (box.busy) return undefined;
  box.busy = true;
  box.enabled = false;
  box.validationMessage = undefined;
  const taken = await takeSafely(take, box.value, signal);
  if (signal.aborted) return undefined;
  if ('value' in taken) return taken;
  box.busy = false;
  box.enabled = true;
  box.validationMessage = withoutLinks(taken.problem);
  // Showing it again returns the focus to the input.
  box.show();
  return undefined;
}

/** A revealed key lets you find a typo. */
const reveal: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('eye'),
  tooltip: 'Show Input',
};
const conceal: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('eye-closed'),
  tooltip: 'Hide Input',
};

async function takeSafely<T>(take: Entry<T>['take'], text: string, signal: AbortSignal): Promise<Taken<T>> {
  try {
    return await take(text.trim(), signal);
  } catch (cause) {
    return { problem: reasonOf(cause) };
  }
}

async function confirm({ message, detail, yes }: Confirmation): Promise<boolean> {
  const notNow: vscode.MessageItem = { title: 'Not Now', isCloseAffordance: true };
  if (detail === undefined) return (await warn(message, yes, notNow.title)) === yes;
  const agreed: vscode.MessageItem = { title: yes };
  const { showWarningMessage } = vscode.window;
  const answer = await showWarningMessage(
    message,
    { modal: true, detail: visibleProse(detail) },
    agreed,
    notNow,
  );
  return answer === agreed;
}

async function wait<T>(title: string, work: (signal: AbortSignal) => Promise<T>): Promise<T | undefined> {
  const done = await withProgress(title, signal => orAborted(work(signal), signal));
  return done === aborted ? undefined : done;
}
