import { orAborted } from '../../../converser/async/abort.ts';
import type { ImportSurroundings } from '../../../ensembles/mcp/import/client-files.ts';
import type { SignInPorts } from '../../../ensembles/mcp/sign-in/account.ts';
import type { AskUser } from '../../window/ask-user.ts';
import { inform } from '../../window/notices.ts';
import { type AskLaunch, askLaunch } from './ask-launch.ts';
import { openPage } from './open-page.ts';

/** The person whom servers concern, with their browser and their machine. Who stands in for them is no other VS Code. */
export interface UserPorts {
  readonly ask: AskUser;
  readonly askLaunch: AskLaunch;
  readonly mayOpen: NonNullable<SignInPorts['mayOpen']>;
  /** Is given addresses of http and https only. */
  readonly openPage: (page: URL) => Promise<void>;
  /** Where other programs keep what they know. */
  readonly machine: Pick<ImportSurroundings, 'platform' | 'home' | 'environment'>;
}

export function createUserPorts(own: Pick<UserPorts, 'ask' | 'machine'>): UserPorts {
  return { ...own, askLaunch, mayOpen, openPage };
}

/** A server decides when it wants somebody to sign in, and the person whether a browser comes up for it. */
const mayOpen: UserPorts['mayOpen'] = async ({ server, page }, signal) => {
  const signIn = 'Sign In';
  const message = `The MCP server ${server} wants you to sign in, on a page of ${page.host}.`;
  const told = Promise.resolve(inform(message, signIn));
  return (await orAborted(told, signal)) === signIn;
};
