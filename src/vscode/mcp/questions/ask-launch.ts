import * as vscode from 'vscode';
import { aborted, orAborted } from '../../../converser/async/abort.ts';
import type { LaunchQuestion, ToldFact } from '../../../ensembles/mcp/approval/launch-question.ts';
import { warn } from '../../window/notices.ts';

/** Whether a person lets a server start; see `LaunchApprovalOptions`. */
export type AskLaunch = (question: LaunchQuestion, signal: AbortSignal) => Promise<boolean>;

const approve = 'Approve';
const showFile = 'Show File';
const notNow: vscode.MessageItem = { title: 'Not Now', isCloseAffordance: true };

/**
 * Asks in a dialog that shows all that would be launched. Whoever wants to see the file first is asked again beside
 * it, where nothing covers what it says.
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
  const what = `the MCP server ${title ?? name}, which came with this folder`;
  return isChanged
    ? `What would be started for ${what}, has changed. Start it so?`
    : `May Converser start ${what}?`;
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
  // The command line and the address are told already.
  const others = facts.filter(({ key }) => !/^(command|args\[\d+\]|url)$/.test(key));
  const changes = facts.filter(({ change }) => change !== undefined);
  return [
    isProgram ? 'It runs this program on your machine:' : 'It connects to this address:',
    launch,
    ...(others.length === 0 ? [] : [others.map(({ key, shown }) => `${key} = ${shown}`).join('\n')]),
    ...(isChanged ? ['Since you approved it last:', ...changes.map(sayChange), ...gone.map(sayGone)] : []),
    ...warnings,
    `It is described in ${definition.source.place}.`,
  ].join('\n\n');
}

function sayChange({ key, change, shown, was }: ToldFact): string {
  if (change === 'new') return `• ${key} is new: ${shown}`;
  return was === undefined ? `• ${key} is another one now` : `• ${key} was ${was}, and is now ${shown}`;
}

function sayGone(key: string): string {
  return `• ${key} is gone`;
}

/** Opens the file that describes something. */
export async function showPlace(place: string): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.file(place), { preview: true });
}
