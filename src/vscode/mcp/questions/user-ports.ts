import * as vscode from 'vscode';
import { orAborted } from '../../../converser/ground/async/abort.ts';
import type { ImportSurroundings } from '../../../ensembles/mcp/import/client-files.ts';
import type { SignInUser } from '../../../ensembles/mcp/sign-in/sign-in-ports.ts';
import type { AskUser } from '../../common/ask-in-vscode.ts';
import { inform } from '../../common/notices.ts';
import { type AskLaunch, askLaunch } from './ask-launch.ts';

export interface UserPorts {
  readonly ask: AskUser;
  readonly askLaunch: AskLaunch;
  readonly mayOpen: NonNullable<SignInUser['mayOpen']>;
  /** Contract: gets addresses of http and https only. */
  readonly openPage: (page: URL) => Promise<void>;
  readonly machine: Pick<ImportSurroundings, 'platform' | 'home' | 'environment'>;
}

export function createUserPorts(own: Pick<UserPorts, 'ask' | 'machine'>): UserPorts {
  return { ...own, askLaunch, mayOpen, openPage };
}

/** The server decides when it requires a sign-in, the user whether a browser opens for it. */
const mayOpen: UserPorts['mayOpen'] = async ({ server, page }, signal) => {
  const signIn = 'Sign In';
  const message = `MCP server ${server} requires you to sign in at ${page.host}.`;
  const answer = Promise.resolve(inform(message, signIn));
  return (await orAborted(answer, signal)) === signIn;
};

/** A `Uri` would decode the query and mix separators with values, so the sign-in would fail. */
async function openPage(page: URL): Promise<void> {
  await vscode.env.openExternal(page.href as unknown as vscode.Uri);
}
