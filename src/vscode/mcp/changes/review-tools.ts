import type { Drift } from '../../../ensembles/mcp/lock/find-drift.ts';
import type { AskUser, Choice } from '../../common/ask-in-vscode.ts';
import { withoutIcons } from '../../common/markdown.ts';
import type { TextDiffs } from '../../common/text-diffs.ts';
import { changeText, isAboutInstructions, subjectOf } from './describe-tool-change.ts';

export interface ReviewPorts {
  readonly ask: AskUser;
  readonly drifts: () => readonly Drift[];
  readonly diffTexts: (drift: Drift) => { readonly pinned: string; readonly present: string };
  readonly accept: (drifts: readonly Drift[]) => Promise<void>;
  readonly diffs: Pick<TextDiffs, 'show'>;
  readonly inform: (message: string) => void;
}

/** Unlike plain text, this language marks characters that look like others. */
const language = 'converser-tool';

type Reviewed = { readonly drift: Drift } | { readonly all: readonly Drift[] };

export type ReviewTools = (of: { readonly ensemble: string; readonly tool?: string }) => Promise<void>;

export async function reviewTools(
  { ensemble, tool }: Parameters<ReviewTools>[0],
  ports: ReviewPorts,
): Promise<void> {
  const waiting = ports
    .drifts()
    .filter(drift => drift.server === ensemble)
    .filter(drift => tool === undefined || drift.tool === tool);
  if (waiting.length === 0) return ports.inform('No tools have changed since you accepted them.');
  const [only] = waiting;
  const chosen =
    waiting.length === 1 && only !== undefined
      ? { drift: only }
      : await ports.ask.pick<Reviewed>({
          title: 'Review Changed Tools',
          placeholder: 'Select a change. Models get none of them until you accept it.',
          choices: [
            ...waiting.map(choiceOf),
            {
              label: `Accept All ${waiting.length}`,
              icon: 'check-all',
              group: 'Skip review',
              value: { all: waiting },
            },
          ],
        });
  if (chosen === undefined) return;
  if ('drift' in chosen) return reviewOne(chosen.drift, ports);
  await ports.accept(chosen.all);
  ports.inform(`Accepted ${chosen.all.length} changed tools.`);
}

/** A quick pick would hide the top of the comparison. */
async function reviewOne(drift: Drift, ports: ReviewPorts): Promise<void> {
  const subject = subjectOf(drift);
  const { server, tool, formerly } = drift;
  const { pinned, present } = ports.diffTexts(drift);
  const name = tool || 'instructions';
  await ports.diffs.show({
    before: { name: `${server} ${formerly ?? name}`, text: pinned },
    after: { name: `${server} ${name}`, text: present },
    title: `${server}: ${name} (accepted ↔ now)`,
    language,
    // An addition at the end of a long description must not be off screen.
    wraps: true,
  });
  const message = `${subject} ${changeText(drift)}, as the editor shows. ${isAboutInstructions(drift) ? forInstructions : outcomes[drift.kind]}`;
  if (!(await ports.ask.confirm({ message, yes: 'Accept' }))) return;
  await ports.accept([drift]);
  ports.inform(`Accepted the change to ${subject}.`);
}

function choiceOf(drift: Drift): Choice<Reviewed> {
  return {
    label: withoutIcons(subjectOf(drift)),
    icon: 'diff',
    description: withoutIcons(changeText(drift)),
    group: 'Changed tools',
    value: { drift },
  };
}

const forInstructions = 'Models get the instructions of a server only as you accepted them.';

const outcomes: Readonly<Record<Drift['kind'], string>> = {
  changed: 'Accept to offer it to models again.',
  vanished: 'Accept to dismiss this.',
  renamed: 'Accept to offer it to models under its new name.',
  new: 'Accept to offer it to models.',
};
