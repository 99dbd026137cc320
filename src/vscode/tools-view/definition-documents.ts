import * as vscode from 'vscode';

export interface DefinitionDocuments extends vscode.Disposable {
  /** Shows a value as JSON that can't be edited. */
  show(name: string, value: unknown): Promise<void>;
}

const scheme = 'converser-definition';

export function createDefinitionDocuments(): DefinitionDocuments {
  const texts = new Map<string, string>();
  const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => texts.get(query),
  });
  return {
    async show(name, value) {
      // VS Code keeps what a document held, so a newer definition is another document.
      const text = JSON.stringify(value, null, 2);
      const query = [...texts].find(([, each]) => each === text)?.[0] ?? String(texts.size);
      texts.set(query, text);
      const path = `/${name.replace(/[^\w.-]+/g, ' ')}.json`;
      const uri = vscode.Uri.from({ scheme, path, query });
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
    },
    dispose: () => registration.dispose(),
  };
}
