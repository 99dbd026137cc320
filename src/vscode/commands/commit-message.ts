import * as vscode from 'vscode';
import { atIntervals } from '../../converser/ground/async/at-intervals.ts';
import { ConverserError, errors } from '../../converser/ground/errors.ts';
import type { Host } from '../../converser/ground/host.ts';
import type { Prompt } from '../../converser/turn/converse-options.ts';
import { text } from '../../converser/words/canister/content.ts';
import { createConversation } from '../../converser/words/conversation/conversation.ts';
import type { TurnEnd } from '../../converser/words/conversation/converse-event.ts';
import type { Mode } from '../../converser/words/conversation/mode.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import { denial } from '../../converser/words/permission/permission-question.ts';
import {
  commitInstructions,
  commitMessageIn,
  commitQuestion,
} from '../../converser/words/texts/commit-message.ts';
import type { CommitChanges } from '../../ensembles/workspace/attachments/commit-changes.ts';
import type { WorkspaceAttachments } from '../../ensembles/workspace/attachments/workspace-attachments.ts';
import type { RunTurn } from '../../house/run-turn.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { commands } from '../common/contributions.ts';
import type { Commands } from '../common/vscode-command.ts';
import type { AvailableModels } from '../models/available-models.ts';
import { chosenModel, rehearsalReference } from '../models/chosen-model.ts';

/** The part that is used of https://github.com/microsoft/vscode/blob/main/extensions/git/src/api/git.d.ts */
export interface GitRepository {
  readonly rootUri: vscode.Uri;
  readonly inputBox: { value: string };
  readonly ui: { readonly selected: boolean };
}

interface GitApi {
  readonly repositories: readonly GitRepository[];
}

export interface CommitMessagePorts {
  readonly runTurn: RunTurn;
  readonly attachments: Pick<WorkspaceAttachments, 'commitChanges'>;
  readonly models: Pick<AvailableModels, 'all'>;
  readonly host: Pick<Host, 'ids' | 'clock' | 'secrets'>;
  readonly ask: Pick<AskUser, 'confirm'>;
  readonly repositories?: () => Promise<readonly GitRepository[]>;
}

/** In milliseconds. */
const patience = 10_000;
const betweenWords = 100;

export function commitMessageCommands(ports: CommitMessagePorts): Commands {
  const { ask, repositories = gitRepositories } = ports;
  let writing: AbortController | undefined;

  async function writeInto({ rootUri, inputBox }: GitRepository, stop: AbortController): Promise<void> {
    const before = inputBox.value;
    // VS Code tells each value back, and late.
    const shown = new Set([before]);
    const isTheirs = () => !shown.has(inputBox.value);
    const show = (message: string) => {
      if (isTheirs()) return stop.abort();
      shown.add(message);
      inputBox.value = message;
    };
    try {
      await writeMessage(rootUri.fsPath, { ...ports, show, signal: stop.signal });
    } catch (cause) {
      if (!isTheirs()) inputBox.value = before;
      if (!stop.signal.aborted) throw cause;
    }
  }

  return {
    async [commands.generateCommitMessage](given) {
      if (writing !== undefined) return;
      const stop = new AbortController();
      writing = stop;
      try {
        const repository = repositoryFor(given, await repositories());
        if (repository === undefined) throw errors.badArguments('No Git repository is open');
        const isEmpty = repository.inputBox.value.trim() === '';
        if (!isEmpty && !(await ask.confirm(replacing))) return;
        await setWriting(true);
        const location = vscode.ProgressLocation.SourceControl;
        await vscode.window.withProgress({ location }, () => writeInto(repository, stop));
      } finally {
        writing = undefined;
        await setWriting(false);
      }
    },
    [commands.stopCommitMessage]: async () => writing?.abort(),
  };
}

const replacing = {
  message: 'Replace the commit message that you have written?',
  detail: 'Converser writes another one in its place.',
  yes: 'Replace',
};

const setWriting = (isWriting: boolean) =>
  vscode.commands.executeCommand('setContext', 'converser.writesCommitMessage', isWriting);

interface Writing extends Pick<CommitMessagePorts, 'runTurn' | 'attachments' | 'models' | 'host'> {
  readonly show: (message: string) => void;
  readonly signal: AbortSignal;
}

/** Rejects unless the message is complete. */
async function writeMessage(repository: string, writing: Writing): Promise<void> {
  const { runTurn, attachments, models, host, show, signal } = writing;
  if (!vscode.workspace.isTrusted) throw errors.badArguments('Git runs in folders that you trust only');
  const model = await chosenModel(models.all, AbortSignal.any([signal, AbortSignal.timeout(patience)]));
  if (modelReference(model) === rehearsalReference) throw errors.noModel();
  const prompt = promptFor(host.secrets.hideIn(await attachments.commitChanges(repository, signal)));
  const conversation = createConversation(host.ids.next('commit'));
  const events = runTurn(conversation, prompt, { model, signal, mode: commitMode, approver: nobody });
  const shown = atIntervals(show, { ms: betweenWords, clock: host.clock });
  try {
    let reply = '';
    for await (const event of events) {
      if (event.type === 'round-restart') reply = '';
      if (event.type === 'turn-end') refuseUnlessWhole(event, reply);
      if (event.type !== 'text-delta') continue;
      reply += event.text;
      shown.give(commitMessageIn(reply));
    }
    shown.end();
  } finally {
    shown.dispose();
  }
}

function promptFor({ diff, subjects }: CommitChanges): Prompt {
  const changes = { type: 'resource', uri: 'changes.diff', mimeType: 'text/x-diff', text: diff } as const;
  return { content: [text(commitQuestion(subjects))], documents: [changes] };
}

function refuseUnlessWhole({ outcome, error }: TurnEnd, reply: string): void {
  if (error !== undefined) throw new ConverserError(error);
  if (outcome !== 'final') throw errors.cancelled();
  if (commitMessageIn(reply) === '')
    throw errors.badArguments('The model wrote no message. Try again, or choose another model');
}

/** Nothing can be called: what changes hold may have been written by others. */
const commitMode: Mode = {
  name: 'commit',
  title: 'Commit',
  description: 'Writes a commit message.',
  instructions: commitInstructions,
  readOnly: true,
  tools: [],
  options: {},
  origin: 'shipped',
};

const nobody = { ask: async () => denial };

/** Source Control’s title hands over its repository; the palette hands over none. */
function repositoryFor(given: unknown, all: readonly GitRepository[]): GitRepository | undefined {
  const root = (given as { readonly rootUri?: vscode.Uri } | undefined)?.rootUri?.toString();
  return (
    all.find(({ rootUri }) => rootUri.toString() === root) ?? all.find(({ ui }) => ui.selected) ?? all[0]
  );
}

async function gitRepositories(): Promise<readonly GitRepository[]> {
  const git = vscode.extensions.getExtension<{ getAPI(version: 1): GitApi }>('vscode.git');
  if (git === undefined) throw errors.badArguments('VS Code’s Git extension is off');
  return (await git.activate()).getAPI(1).repositories;
}
