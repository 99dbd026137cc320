import * as vscode from 'vscode';

export interface TextDiffs extends vscode.Disposable {
  show(diff: TextDiff): Promise<ShownDiff>;
  /** Opens one text, in the language that its name says. */
  open(name: string, text: string): Promise<void>;
}

export interface TextDiff {
  readonly before: DiffSide;
  readonly after: DiffSide;
  readonly title: string;
  /** Default: as the name says. */
  readonly language?: string;
  /** Wraps long lines, whatever your settings say. */
  readonly wraps?: true;
}

interface DiffSide {
  readonly name: string;
  readonly text: string;
}

export interface ShownDiff {
  close(): Promise<void>;
}

export function createTextDiffs(scheme: string): TextDiffs {
  const texts = new Map<string, string>();
  const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => texts.get(query),
  });
  let shown = 0;

  function uriOf({ name, text }: DiffSide, query: string): vscode.Uri {
    texts.set(query, text);
    const path = `/${name}`.replace(/[^\w./ -]+/g, '_');
    return vscode.Uri.from({ scheme, path, query });
  }

  async function side(shown: DiffSide, query: string, language: string | undefined): Promise<vscode.Uri> {
    const uri = uriOf(shown, query);
    if (language !== undefined)
      await vscode.languages.setTextDocumentLanguage(await vscode.workspace.openTextDocument(uri), language);
    return uri;
  }

  return {
    async show({ before, after, title, language, wraps }) {
      // Each comparison has its own documents, because VS Code caches them.
      const id = ++shown;
      const left = await side(before, `${id} before`, language);
      const right = await side(after, `${id} after`, language);
      const wrapping = wraps ? wrapOnceShown(right) : undefined;
      await vscode.commands.executeCommand('vscode.diff', left, right, title, { preview: true });
      return {
        async close() {
          wrapping?.dispose();
          await closeTabs(right);
          texts.delete(left.query);
          texts.delete(right.query);
        },
      };
    },
    async open(name, text) {
      await vscode.window.showTextDocument(uriOf({ name, text }, String(++shown)), { preview: true });
    },
    dispose() {
      registration.dispose();
      texts.clear();
    },
  };
}

async function closeTabs(modified: vscode.Uri): Promise<void> {
  const tabs = vscode.window.tabGroups.all
    .flatMap(group => group.tabs)
    .filter(
      ({ input }) =>
        input instanceof vscode.TabInputTextDiff && input.modified.toString() === modified.toString(),
    );
  await vscode.window.tabGroups.close(tabs);
}

/** VS Code has no option for that, and a default for a language of ours would be a row in everybody's settings. */
function wrapOnceShown(modified: vscode.Uri): vscode.Disposable {
  const listening = vscode.window.onDidChangeActiveTextEditor(editor => {
    if (editor?.document.uri.toString() !== modified.toString()) return;
    listening.dispose();
    if (!isWrapped(editor.document)) void vscode.commands.executeCommand('editor.action.toggleWordWrap');
  });
  return listening;
}

function isWrapped(document: vscode.TextDocument): boolean {
  const wordWrap = (of: string) => vscode.workspace.getConfiguration(of, document).get<string>('wordWrap');
  const inDiffs = wordWrap('diffEditor');
  return (inDiffs === 'inherit' ? wordWrap('editor') : inDiffs) !== 'off';
}
