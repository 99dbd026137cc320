import os from 'node:os';
import * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import type { Converser } from '../../house/create-converser.ts';
import type { Recorder } from '../../store/recording/recorder.ts';
import { recordingCommands } from '../../vscode/commands/recording-commands.ts';
import { type ReportPorts, reportProblem } from '../../vscode/commands/report-problem.ts';
import type { AskUser } from '../../vscode/common/ask-in-vscode.ts';
import { commands } from '../../vscode/common/contributions.ts';
import { inform } from '../../vscode/common/notices.ts';
import { createTextDiffs } from '../../vscode/common/text-diffs.ts';
import type { Commands } from '../../vscode/common/vscode-command.ts';
import type { AvailableModels } from '../../vscode/models/available-models.ts';
import { onPages } from '../../vscode/sidebar/pages/conversation-pages.ts';
import type { Pages } from '../compose-pages.ts';

export interface RecordingSources extends Pick<ReportPorts, 'extension' | 'logged' | 'examine'> {
  readonly converser: Pick<Converser, 'host' | 'ports'>;
  readonly models: AvailableModels;
  readonly side: Pick<Pages, 'pages' | 'store'>;
  readonly recorder: Recorder;
  readonly ask: AskUser;
}

export function composeRecording(sources: RecordingSources): Disposable & { readonly commands: Commands } {
  const { converser, models, side, recorder, ask } = sources;
  const { pages, store } = side;
  const diffs = createTextDiffs('converser-replay');
  const following = recorder.onDidChange(() => {
    for (const { sidebar } of pages.all) sidebar.refresh();
  });
  const system = `${os.type()} ${os.release()} ${os.arch()}, Node.js ${process.versions.node}`;
  const { secrets } = converser.host;
  return {
    commands: {
      ...onPages(pages, ({ conversation }) => {
        const readFile = () => store.recording(conversation.id);
        const { ports } = converser;
        return {
          ...recordingCommands({
            ...{ conversation, recorder, ask, inform, readFile, models, ports, diffs },
          }),
          [commands.reportProblem]: () => reportProblem({ ...sources, secrets, system, readFile, inform }),
        };
      }),
    },
    dispose: () => vscode.Disposable.from(diffs, following).dispose(),
  };
}
