import * as vscode from 'vscode';
import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import type { LaunchQuestion } from '../../../ensembles/mcp/approval/launch-question.ts';
import { warn } from '../../common/notices.ts';

export type AskLaunch = (question: LaunchQuestion, signal: AbortSignal) => Promise<boolean>;

const approve = 'Approve';
const showFile = 'Show File';
const notNow: vscode.MessageItem = { title: 'Not Now', isCloseAffordance: true };

/** After Show File it asks again in a notification, which does not cover the file. */
export const askLaunch: AskLaunch = async (question, signal) => {
  const { title, detail } = question;
  const items = [{ title: approve }, { title: showFile }, notNow];
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

export async function showPlace(place: string): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.file(place), { preview: true });
}
