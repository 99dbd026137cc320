import * as vscode from 'vscode';
import { compareTurns } from '../../converser/turn/replay/compare-turns.ts';
import type { RecordedTurn } from '../../converser/turn/replay/recorded-turn.ts';
import type { ReplayOptions } from '../../converser/turn/replay/replay-turn.ts';
import { textOf } from '../../converser/words/canister/content.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import { readRecording } from '../../store/recording/read-recording.ts';
import { fullText, type Recorder } from '../../store/recording/recorder.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { commands } from '../common/contributions.ts';
import { withoutIcons } from '../common/markdown.ts';
import type { inform } from '../common/notices.ts';
import type { Commands } from '../common/vscode-command.ts';
import type { SidebarConversation } from '../sidebar/conversation/sidebar-conversation.ts';
import { type Sides, sidesOf } from './replay-sides.ts';

export interface RecordingPorts {
  readonly conversation: Pick<SidebarConversation, 'id'>;
  readonly recorder: Pick<Recorder, 'begin' | 'end'>;
  /** Of the shown conversation. Resolves to `undefined` if there is none. */
  readonly readFile: () => Promise<string | undefined>;
  readonly models: Pick<ModelRoster, 'models'>;
  readonly ports: () => ReplayOptions['ports'];
  readonly ask: Pick<AskUser, 'pick' | 'wait'>;
  readonly inform: typeof inform;
  readonly show: (title: string, sides: Sides) => Promise<void>;
}

export function recordingCommands(ports: RecordingPorts): Commands {
  const { conversation, recorder } = ports;
  return {
    [commands.recordFromHere]: async () => {
      if (!recorder.begin(conversation.id)) void ports.inform(fullText);
    },
    [commands.stopRecording]: async () => recorder.end(conversation.id),
    [commands.replayWith]: () => replayShown(ports),
  };
}

const nothing = 'Nothing is recorded of this conversation. Choose “Record from Here”, and send a message.';
const title = 'Replay with Another Model';
/** In milliseconds. */
const patience = 10_000;

async function replayShown(ports: RecordingPorts): Promise<void> {
  const { ask, models, show } = ports;
  const text = await ports.readFile();
  if (text === undefined) return void ports.inform(nothing);
  const recorded = await pickTurn(await readRecording(text), ask);
  if (recorded === undefined) return;
  const all = await models.models(AbortSignal.timeout(patience));
  const model = await ask.pick({
    title,
    placeholder: 'Select the model that answers. Tools repeat what was recorded',
    choices: all.map(each => ({ label: each.label, description: modelReference(each), value: each })),
  });
  if (model === undefined) return;
  const { replayTurn } = await import('../../converser/turn/replay/replay-turn.ts');
  const replayed = await ask.wait(`Replaying with ${model.label}. No tool runs.`, signal =>
    replayTurn(recorded, { model, ports: ports.ports(), signal }),
  );
  if (replayed === undefined) return;
  const { conclusion } = compareTurns(recorded, replayed);
  await show(`${recorded.model.label} ↔ ${model.label}: ${conclusion}`, sidesOf(recorded, replayed));
}

async function pickTurn(
  turns: readonly RecordedTurn[],
  ask: RecordingPorts['ask'],
): Promise<RecordedTurn | undefined> {
  if (turns.length === 1) return turns[0];
  const choices = turns.toReversed().map(turn => {
    const asked = turn.canisters.find(({ role }) => role === 'user')?.content ?? [];
    const label = withoutIcons(textOf(asked).replaceAll(/\s+/g, ' ').trim().slice(0, 100));
    return { label, description: turn.model.label, detail: new Date(turn.at).toLocaleString(), value: turn };
  });
  return ask.pick({ title, placeholder: 'Select a recorded turn', choices });
}

/** Opens the two sides in an editor of differences. They are kept until the window reloads. */
export function createReplayEditor(): vscode.Disposable & Pick<RecordingPorts, 'show'> {
  const scheme = 'converser-replay';
  const kept: string[] = [];
  const registration = vscode.workspace.registerTextDocumentContentProvider(scheme, {
    provideTextDocumentContent: ({ query }) => kept[Number(query)] ?? 'Replay the turn again to see it.',
  });
  const keep = (name: string, text: string) =>
    vscode.Uri.from({ scheme, path: `/${name}.md`, query: String(kept.push(text) - 1) });
  return {
    async show(heading, { recorded, replayed }) {
      const sides = [keep('Recorded', recorded), keep('Replayed', replayed)];
      await vscode.commands.executeCommand('vscode.diff', ...sides, heading, { preview: false });
    },
    dispose: () => registration.dispose(),
  };
}
