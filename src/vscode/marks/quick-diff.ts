import * as vscode from 'vscode';
import type { MarkedFiles } from './marked-files.ts';

/** Has VS Code show, in the gutter and in its peek, what was before. It is in Source Control while something waits. */
export function createQuickDiff(
  marked: Pick<MarkedFiles, 'of' | 'waiting' | 'onDidChange'>,
  scheme: string,
): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.Uri>();
  const original = (uri: vscode.Uri) => uri.with({ scheme });
  let control: vscode.SourceControl | undefined;
  let group: vscode.SourceControlResourceGroup | undefined;

  function show(): void {
    const { waiting } = marked;
    if (waiting.length === 0) {
      control?.dispose();
      control = undefined;
      return;
    }
    if (control === undefined) {
      control = vscode.scm.createSourceControl('converser', 'Converser');
      control.inputBox.visible = false;
      control.count = 0;
      control.quickDiffProvider = {
        provideOriginalResource: uri =>
          uri.scheme === 'file' && marked.of(uri)?.found !== undefined ? original(uri) : undefined,
      };
      group = control.createResourceGroup('waiting', 'Keep or Undo');
    }
    // VS Code asks for what was before when these change.
    if (group !== undefined)
      group.resourceStates = waiting.map(resourceUri => ({
        resourceUri,
        command: { title: 'Open', command: 'vscode.open', arguments: [resourceUri] },
      }));
    for (const { uri } of vscode.workspace.textDocuments) if (uri.scheme === scheme) changed.fire(uri);
  }

  return vscode.Disposable.from(
    changed,
    marked.onDidChange(show),
    vscode.workspace.registerTextDocumentContentProvider(scheme, {
      onDidChange: changed.event,
      provideTextDocumentContent: uri =>
        marked.of(uri.with({ scheme: 'file' }))?.found?.base.join('\n') ?? '',
    }),
    { dispose: () => control?.dispose() },
  );
}
