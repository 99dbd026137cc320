import * as vscode from 'vscode';
import { reasonOf } from '../../converser/ground/errors.ts';

interface Found<T> extends vscode.QuickPickItem {
  readonly value?: T | undefined;
}

interface Search<T> {
  readonly title: string;
  readonly placeholder: string;
  readonly find: (text: string, signal: AbortSignal) => AsyncIterable<readonly Found<T>[]>;
}

/** In milliseconds. You may be about to type on. */
const pause = 80;

/** Resolves to `undefined` if you cancel. All that is found is shown, whatever VS Code itself would match. */
export function pickWhileTyping<T>({ title, placeholder, find }: Search<T>): Promise<T | undefined> {
  const box = vscode.window.createQuickPick<Found<T>>();
  Object.assign(box, { title, placeholder, matchOnDetail: true });
  let searching = new AbortController();
  let due: NodeJS.Timeout | undefined;
  let current: Promise<void> | undefined;
  let shown: string | undefined;

  async function search(text: string): Promise<void> {
    searching.abort();
    searching = new AbortController();
    const { signal } = searching;
    box.busy = true;
    let isFirst = true;
    try {
      for await (const items of find(text, signal)) {
        if (signal.aborted) return;
        const [active] = isFirst ? [] : box.activeItems;
        const at = active === undefined ? -1 : box.items.indexOf(active);
        box.items = items.map(item => ({ ...item, alwaysShow: true }));
        // You may have gone down already.
        const kept = box.items[at];
        if (kept !== undefined) box.activeItems = [kept];
        isFirst = false;
        shown = text;
      }
    } catch (cause) {
      if (!signal.aborted) box.items = [{ label: reasonOf(cause), alwaysShow: true }];
    } finally {
      if (!signal.aborted) box.busy = false;
    }
  }

  return new Promise<T | undefined>(resolve => {
    const searchNow = () => {
      clearTimeout(due);
      due = undefined;
      current = search(box.value);
    };
    box.onDidChangeValue(() => {
      clearTimeout(due);
      due = setTimeout(searchNow, pause);
    });
    box.onDidAccept(async () => {
      // You may press Enter before what you typed is found.
      const isLate = shown !== box.value;
      if (isLate && due !== undefined) searchNow();
      if (isLate) await current;
      const chosen = isLate ? box.items.find(item => item.value !== undefined) : box.selectedItems[0];
      const value = chosen?.value;
      if (value === undefined) return;
      resolve(value);
      box.hide();
    });
    box.onDidHide(() => {
      clearTimeout(due);
      searching.abort();
      box.dispose();
      resolve(undefined);
    });
    box.show();
    searchNow();
  });
}
