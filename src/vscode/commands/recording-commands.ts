import { compareTurns } from '../../converser/turn/replay/compare-turns.ts';
import type { RecordedTurn } from '../../converser/turn/replay/recorded-turn.ts';
import type { ReplayOptions } from '../../converser/turn/replay/replay-turn.ts';
import { isPrivate } from '../../converser/words/conversation/private.ts';
import { titleOf } from '../../store/conversation-title.ts';
import { readRecording } from '../../store/recording/read-recording.ts';
import { fullText, type Recorder } from '../../store/recording/recorder.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { commands } from '../common/contributions.ts';
import { withoutIcons } from '../common/markdown.ts';
import type { inform } from '../common/notices.ts';
import type { TextDiffs } from '../common/text-diffs.ts';
import type { Commands } from '../common/vscode-command.ts';
import type { AvailableModels } from '../models/available-models.ts';
import { pickModel } from '../models/pick-model.ts';
import type { SidebarConversation } from '../sidebar/conversation/sidebar-conversation.ts';
import { sidesOf } from './replay-sides.ts';

export interface RecordingPorts {
  readonly conversation: Pick<SidebarConversation, 'id'>;
  readonly recorder: Pick<Recorder, 'begin' | 'end'>;
  /** Of the shown conversation. Resolves to `undefined` if there is none. */
  readonly readFile: () => Promise<string | undefined>;
  readonly models: AvailableModels;
  readonly ports: () => ReplayOptions['ports'];
  readonly ask: Pick<AskUser, 'pick' | 'wait'>;
  readonly inform: typeof inform;
  readonly diffs: Pick<TextDiffs, 'show'>;
}

export function recordingCommands(ports: RecordingPorts): Commands {
  const { conversation, recorder } = ports;
  return {
    [commands.recordFromHere]: async () => {
      if (isPrivate(conversation.id)) void ports.inform(notStored);
      else if (!recorder.begin(conversation.id)) void ports.inform(fullText);
    },
    [commands.stopRecording]: async () => recorder.end(conversation.id),
    [commands.replayWith]: () => replayShown(ports),
  };
}

const nothing = 'Nothing is recorded of this conversation. Choose “Record from Here”, and send a message.';
const notStored = 'Nothing of a private conversation is stored. Record another one.';
const title = 'Replay with Another Model';

async function replayShown(ports: RecordingPorts): Promise<void> {
  const { ask, diffs } = ports;
  const text = await ports.readFile();
  if (text === undefined) return void ports.inform(nothing);
  const recorded = await pickTurn(await readRecording(text), ask);
  if (recorded === undefined) return;
  const model = await pickModel(title, ports);
  if (model === undefined) return;
  const { replayTurn } = await import('../../converser/turn/replay/replay-turn.ts');
  const replayed = await ask.wait(`Replaying with ${model.label}. No tool runs.`, signal =>
    replayTurn(recorded, { model, ports: ports.ports(), signal }),
  );
  if (replayed === undefined) return;
  const { conclusion } = compareTurns(recorded, replayed);
  const sides = sidesOf(recorded, replayed);
  await diffs.show({
    before: { name: 'Recorded.md', text: sides.recorded },
    after: { name: 'Replayed.md', text: sides.replayed },
    title: `${recorded.model.label} ↔ ${model.label}: ${conclusion}`,
  });
}

async function pickTurn(
  turns: readonly RecordedTurn[],
  ask: RecordingPorts['ask'],
): Promise<RecordedTurn | undefined> {
  if (turns.length === 1) return turns[0];
  const choices = turns.toReversed().map(turn => {
    const label = withoutIcons(titleOf(turn.canisters));
    return { label, description: turn.model.label, detail: new Date(turn.at).toLocaleString(), value: turn };
  });
  return ask.pick({ title, placeholder: 'Select a recorded turn', choices });
}
