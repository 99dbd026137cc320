import { compareTurns } from '../../converser/turn/replay/compare-turns.ts';
import type { RecordedTurn } from '../../converser/turn/replay/recorded-turn.ts';
import type { ReplayOptions } from '../../converser/turn/replay/replay-turn.ts';
import { textOf } from '../../converser/words/canister/content.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { readRecording } from '../../store/recording/read-recording.ts';
import { fullText, type Recorder } from '../../store/recording/recorder.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { commands } from '../common/contributions.ts';
import { withoutIcons } from '../common/markdown.ts';
import type { inform } from '../common/notices.ts';
import type { Commands } from '../common/vscode-command.ts';
import type { SidebarConversation } from '../sidebar/conversation/sidebar-conversation.ts';
import { sidesOf } from './replay-text.ts';

export interface RecordingPorts {
  readonly conversation: Pick<SidebarConversation, 'id'>;
  readonly recorder: Recorder;
  /** Resolves to `undefined` if nothing is recorded of the conversation. */
  readonly readFile: (conversation: string) => Promise<string | undefined>;
  readonly models: Pick<ModelRoster, 'models'>;
  readonly ports: () => ReplayOptions['ports'];
  readonly ask: Pick<AskUser, 'pick' | 'wait'>;
  readonly inform: typeof inform;
  readonly showSides: ShowSides;
}

/** Opens two texts side by side, which nothing changes. */
export type ShowSides = (
  title: string,
  sides: { readonly recorded: string; readonly replayed: string },
) => Promise<void>;

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

async function replayShown(ports: RecordingPorts): Promise<void> {
  const { conversation, ask } = ports;
  const text = await ports.readFile(conversation.id);
  if (text === undefined) {
    void ports.inform(
      'Nothing is recorded of this conversation. Choose “Record from Here”, and send a message.',
    );
    return;
  }
  const recorded = await pickTurn(await readRecording(text), ports);
  const model = recorded && (await pickModel(ports));
  if (recorded === undefined || model === undefined) return;
  const { replayTurn } = await import('../../converser/turn/replay/replay-turn.ts');
  const replayed = await ask.wait(`Replaying with ${model.label}. No tool runs.`, signal =>
    replayTurn(recorded, { model, ports: ports.ports(), signal }),
  );
  if (replayed === undefined) return;
  const { conclusion } = compareTurns(recorded, replayed);
  const title = `${recorded.model.label} ↔ ${model.label}: ${conclusion}`;
  await ports.showSides(title, sidesOf(recorded, replayed));
}

async function pickTurn(
  turns: readonly RecordedTurn[],
  { ask }: Pick<RecordingPorts, 'ask'>,
): Promise<RecordedTurn | undefined> {
  const [only, ...others] = turns;
  if (others.length === 0) return only;
  return ask.pick({
    title: 'Replay with Another Model',
    placeholder: 'Select a recorded turn',
    choices: turns.toReversed().map(turn => ({
      label: withoutIcons(promptOf(turn)),
      description: turn.model.label,
      detail: new Date(turn.at).toLocaleString(),
      value: turn,
    })),
  });
}

function promptOf({ canisters }: RecordedTurn): string {
  const prompt = canisters.find(({ role }) => role === 'user');
  return textOf(prompt?.content ?? [])
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 100);
}

/** In milliseconds. */
const patience = 10_000;

async function pickModel({
  ask,
  models,
}: Pick<RecordingPorts, 'ask' | 'models'>): Promise<Model | undefined> {
  const all = await models.models(AbortSignal.timeout(patience));
  return ask.pick({
    title: 'Replay with Another Model',
    placeholder: 'Select the model that answers. Tools repeat what was recorded',
    choices: all.map(model => ({ label: model.label, description: modelReference(model), value: model })),
  });
}
