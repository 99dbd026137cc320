import * as vscode from 'vscode';
import type { InvocationCanister, ResultCanister } from '../../converser/canister/canister.ts';
import { textOf } from '../../converser/canister/content.ts';
import { fullName } from '../../converser/ensemble/invoker.ts';
import { codeBlock } from '../window/markdown.ts';

/** Whole results as read-only documents: a chat answer shows only how each begins. */
export interface ResultDocuments extends vscode.Disposable {
  add(called: Called): void;
  show(invocationId: string): Promise<void>;
}

export interface Called {
  readonly invocation: InvocationCanister;
  readonly result: ResultCanister;
}

const scheme = 'converser-result';
/** Older ones are dropped, so that a long day does not fill the memory. */
const mostKept = 500;

export function createResultDocuments(): ResultDocuments {
  const kept = new Map<string, Called>();
  const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => {
      const called = kept.get(query);
      return called === undefined ? 'This result is no longer kept. Ask again to see it.' : describe(called);
    },
  });
  return {
    add(called) {
      kept.set(called.invocation.id, called);
      const [oldest] = kept.keys();
      if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
    },
    async show(invocationId) {
      const called = kept.get(invocationId);
      // A model may have called the tool by any name at all.
      const name =
        called === undefined
          ? 'result'
          : fullName(called.invocation)
              .replace(/[^\w.-]+/g, ' ')
              .trim();
      const uri = vscode.Uri.from({ scheme, path: `/${name}.md`, query: invocationId });
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
    },
    dispose: () => registration.dispose(),
  };
}

function describe({ invocation, result }: Called): string {
  const args = invocation.malformedArguments ?? JSON.stringify(invocation.arguments, null, 2);
  const heading = result.failure === undefined ? 'Result' : `Failure: ${result.failure.kind}`;
  return [
    `# ${fullName(invocation)}`,
    '## Arguments',
    codeBlock(args, 'json'),
    `## ${heading}`,
    codeBlock(textOf(result.content)),
    '',
  ].join('\n\n');
}
