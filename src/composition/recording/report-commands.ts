import os from 'node:os';
import * as vscode from 'vscode';
import type { Host } from '../../converser/ground/host.ts';
import { reportProblem } from '../../vscode/commands/report-problem.ts';
import type { AskUser } from '../../vscode/common/ask-in-vscode.ts';
import { commands } from '../../vscode/common/contributions.ts';
import type { inform } from '../../vscode/common/notices.ts';
import type { Commands } from '../../vscode/common/vscode-command.ts';
import type { ExtensionFacts, VscodeStorage } from '../vscode-ports.ts';
import { readRecordingOf } from './compose-recording.ts';

export interface ReportSources {
  readonly extension: Pick<ExtensionFacts, 'packageJSON'>;
  readonly host: Pick<Host, 'secrets'>;
  readonly ask: Pick<AskUser, 'pick' | 'wait'>;
  readonly inform: typeof inform;
  readonly storage: Pick<VscodeStorage, 'workspaceFolder'>;
  readonly conversation: () => string;
  readonly logged: () => readonly string[];
  /** Resolves to the text of Doctor. */
  readonly examine: (signal: AbortSignal) => unknown;
}

export function reportCommands(sources: ReportSources): Commands {
  const { extension, host, storage, conversation, examine } = sources;
  const { packageJSON: manifest } = extension;
  return {
    [commands.reportProblem]: () =>
      reportProblem({
        ...sources,
        secrets: host.secrets,
        manifest,
        versions: [
          `Converser ${manifest.version}`,
          `${vscode.env.appName} ${vscode.version} (${vscode.env.appHost}${vscode.env.remoteName ? `, ${vscode.env.remoteName}` : ''})`,
          `${os.type()} ${os.release()} ${os.arch()}`,
          `Node.js ${process.versions.node}`,
        ],
        examine: async signal => String((await examine(signal)) ?? ''),
        readRecording: () => readRecordingOf(conversation(), storage),
      }),
  };
}
