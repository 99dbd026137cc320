import * as vscode from 'vscode';
import { aborted, orAborted } from '../../../converser/async/abort.ts';
import type { LaunchQuestion, ShownFact } from '../../../ensembles/mcp/approval/launch-question.ts';
import { warn } from '../../window/notices.ts';

/** Whether the user lets a server start; see `LaunchApprovalOptions`. */
export type AskLaunch = (question: LaunchQuestion, signal: AbortSignal) => Promise<boolean>;

const approve = 'Approve';
const showFile = 'Show File';
const notNow: vscode.MessageItem = { title: 'Not Now', isCloseAffordance: true };

/**
 * Asks in a dialog that shows all that would be launched. After Show File it asks again in a notification, which does
 * not cover the file.
 */
export const askLaunch: AskLaunch = async (question, signal) => {
  const title = titleOf(question);
  const items = [{ title: approve }, { title: showFile }, notNow];
  const detail = launchDetail(question);
  const first = await orAborted(
    Promise.resolve(vscode.window.showWarningMessage(title, { modal: true, detail }, ...items)),
    signal,
  );
  if (first === aborted || first === undefined) return false;
  if (first.title !== showFile) return first.title === approve;
  await showPlace(question.definition.source.place);
  const second = await orAborted(Promise.resolve(warn(title, approve, notNow.title)), signal);
  return second === approve;
};

function titleOf({ definition: { title, name }, isChanged }: LaunchQuestion): string {
  const what = `MCP server ${title ?? name} from this folder`;
  return isChanged ? `${what} has changed what it runs. Start it?` : `Start ${what}?`;
}

/** All that would be launched, in plain text: a dialog shows no markup. */
export function launchDetail({
  definition,
  launch,
  facts,
  gone,
  isChanged,
  warnings,
}: LaunchQuestion): string {
  const isProgram = definition.transport.kind === 'stdio';
  // The command line and the address are shown already.
  const others = facts.filter(({ key }) => !/^(command|args\[\d+\]|url)$/.test(key));
  const changes = facts.filter(({ change }) => change !== undefined);
  return [
    isProgram ? 'Runs this program on your machine:' : 'Connects to this address:',
    launch,
    ...(others.length === 0 ? [] : [others.map(({ key, shown }) => `${key} = ${shown}`).join('\n')]),
    ...(isChanged
      ? [
          'Changes since you approved it:',
          ...changes.map(changeText),
          ...gone.map(key => `• ${key} was removed`),
        ]
      : []),
    ...warnings,
    `Defined in ${definition.source.place}.`,
  ].join('\n\n');
}

function changeText({ key, change, shown, was }: ShownFact): string {
  if (change === 'new') return `• ${key} is new: ${shown}`;
  return was === undefined ? `• ${key} has changed` : `• ${key} changed from ${was} to ${shown}`;
}

/** Opens the file that describes something. */
export async function showPlace(place: string): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.file(place), { preview: true });
}
