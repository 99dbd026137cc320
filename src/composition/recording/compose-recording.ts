import * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { hasCode } from '../../converser/ground/causes.ts';
import type { Host } from '../../converser/ground/host.ts';
import { readText } from '../../files/read-regular-file.ts';
import type { Converser } from '../../house/create-converser.ts';
import { createRecorder, type Recorder } from '../../store/recording/recorder.ts';
import { largestRecording, recordingFile } from '../../store/recording/recording-file.ts';
import { recordingCommands } from '../../vscode/commands/recording-commands.ts';
import { createSides } from '../../vscode/commands/show-sides.ts';
import type { AskUser } from '../../vscode/common/ask-in-vscode.ts';
import { inform } from '../../vscode/common/notices.ts';
import type { Commands } from '../../vscode/common/vscode-command.ts';
import type { RecentRequests } from '../../vscode/sidebar/recent-requests.ts';
import { conversationsFolder, type Sidebar } from '../compose-surfaces.ts';
import type { VscodeStorage } from '../vscode-ports.ts';

type Storage = Pick<VscodeStorage, 'workspaceFolder'>;

export function openRecorder(
  recent: RecentRequests,
  { host, storage }: { readonly host: Host; readonly storage: Storage },
): Recorder {
  const folder = conversationsFolder(storage);
  const recorder = createRecorder({ host, fileOf: id => recordingFile(folder, id) });
  recent.record = recorder.log;
  return recorder;
}

export interface RecordingSources {
  readonly converser: Pick<Converser, 'models' | 'ports'>;
  readonly side: Pick<Sidebar, 'conversation' | 'sidebar'>;
  readonly recorder: Recorder;
  readonly ask: AskUser;
  readonly storage: Storage;
}

export function composeRecording(sources: RecordingSources): Disposable & { readonly commands: Commands } {
  const { converser, side, recorder, ask, storage } = sources;
  const { conversation, sidebar } = side;
  const sides = createSides();
  const show = () => {
    const isRecording = recorder.isRecording(conversation.id);
    void vscode.commands.executeCommand('setContext', 'converser.recording', isRecording);
  };
  const following = [
    conversation.onDidChange(show),
    recorder.onDidChange(() => {
      show();
      sidebar.refresh();
    }),
  ];
  return {
    commands: recordingCommands({
      ...{ conversation, recorder, ask, inform },
      readFile: id => readRecordingOf(id, storage),
      models: converser.models,
      ports: converser.ports,
      showSides: sides.show,
    }),
    dispose: () => vscode.Disposable.from(sides, ...following).dispose(),
  };
}

/** Resolves to `undefined` if there is none. */
export async function readRecordingOf(id: string, storage: Storage): Promise<string | undefined> {
  try {
    return await readText(recordingFile(conversationsFolder(storage), id), { most: largestRecording });
  } catch (cause) {
    if (hasCode(cause, 'ENOENT')) return undefined;
    throw cause;
  }
}
