import * as vscode from 'vscode';
import type { Drift } from '../../../ensembles/mcp/lock/find-drift.ts';
import type { AskUser, Choice } from '../../window/ask-user.ts';
import { withoutIcons } from '../../window/markdown.ts';
import { changeText } from './describe-change.ts';

export interface ReviewParts {
  readonly ask: AskUser;
  readonly drifts: () => readonly Drift[];
  /** Both sides of a change, for people. */
  readonly diffTexts: (drift: Drift) => { readonly pinned: string; readonly present: string };
  readonly accept: (drifts: readonly Drift[]) => Promise<void>;
  readonly documents: DriftDocuments;
  readonly inform: (message: string) => void;
}

/** Both sides of changes as read-only documents for VS Code's own comparison. */
export interface DriftDocuments extends vscode.Disposable {
  show(drift: Drift, texts: { readonly pinned: string; readonly present: string }): Promise<void>;
}

const scheme = 'converser-tool';
/** Its lines are wrapped: of a long description, what was added at its end would be beyond the edge. */
const language = 'converser-tool';

export function createDriftDocuments(): DriftDocuments {
  const texts = new Map<string, string>();
  const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => texts.get(query) ?? '',
  });
  let shown = 0;
  return {
    async show({ server, tool, formerly }, { pinned, present }) {
      // Each comparison has documents of its own: VS Code keeps what it has once been given.
      const id = ++shown;
      const side = async (name: string, text: string, which: string) => {
        texts.set(`${id} ${which}`, text);
        const path = `/${server} ${name}`.replace(/[^\w./ -]+/g, '_');
        const uri = vscode.Uri.from({ scheme, path, query: `${id} ${which}` });
        const document = await vscode.workspace.openTextDocument(uri);
        await vscode.languages.setTextDocumentLanguage(document, language);
        return uri;
      };
      await vscode.commands.executeCommand(
        'vscode.diff',
        await side(formerly ?? tool, pinned, 'pinned'),
        await side(tool, present, 'present'),
        `${server}: ${tool} (accepted ↔ now)`,
        { preview: true },
      );
    },
    dispose() {
      registration.dispose();
      texts.clear();
    },
  };
}

type Choosing = { readonly drift: Drift } | { readonly all: readonly Drift[] };

/** Lets the person look at what servers have changed of their tools, and accept it tool by tool or altogether. */
export async function reviewTools(
  { server, tool }: { readonly server: string | undefined; readonly tool: string | undefined },
  parts: ReviewParts,
): Promise<void> {
  const waiting = parts
    .drifts()
    .filter(drift => server === undefined || drift.server === server)
    .filter(drift => tool === undefined || drift.tool === tool);
  if (waiting.length === 0) return parts.inform('No tool has changed since it was accepted.');
  const [only] = waiting;
  const chosen =
    waiting.length === 1 && only !== undefined
      ? { drift: only }
      : await parts.ask.pick<Choosing>({
          title: 'Review Changed Tools',
          placeholder: 'They are not offered to models until you accept them as they are now',
          choices: [
            ...waiting.map(choiceOf),
            {
              label: `$(check-all) Accept All ${waiting.length}`,
              group: 'Without looking',
              value: { all: waiting },
            },
          ],
        });
  if (chosen === undefined) return;
  if ('drift' in chosen) return reviewOne(chosen.drift, parts);
  await parts.accept(chosen.all);
  parts.inform(`${chosen.all.length} tools are accepted as they are now.`);
}

/** The question covers nothing of the comparison: a box on top of it would hide what is read first. */
async function reviewOne(drift: Drift, parts: ReviewParts): Promise<void> {
  const { server, tool } = drift;
  await parts.documents.show(drift, parts.diffTexts(drift));
  const message = `${server}:${tool} ${changeText(drift)}, see the editor. ${outcomes[drift.kind]}`;
  if (!(await parts.ask.confirm({ message, yes: 'Accept' }))) return;
  await parts.accept([drift]);
  parts.inform(`${server}:${tool} is accepted as it is now.`);
}

function choiceOf(drift: Drift): Choice<Choosing> {
  return {
    label: withoutIcons(`${drift.server}:${drift.tool}`),
    description: withoutIcons(changeText(drift)),
    group: 'Changed tools',
    value: { drift },
  };
}

/** What comes of a yes. */
const outcomes: Readonly<Record<Drift['kind'], string>> = {
  changed: 'Once you accept it, it is offered to models again, as it is now.',
  vanished: 'Once you accept that, you are not told of it any more.',
  renamed: 'Once you accept it, it is offered to models under this name.',
  new: 'Once you accept it, it is offered to models.',
};
