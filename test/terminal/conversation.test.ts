import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { serverProgram } from '../ensembles/mcp/servers.ts';
import {
  answerChunks,
  chunk,
  type Received,
  sendEvent,
  startEvents,
  startOpenAiServer,
} from '../fakes/openai-server.ts';
import { describedServer } from './described.ts';
import { eventsOf, mainFile, runConverse, type TempRoot, tempRoot } from './run-converse.ts';
import { runLine } from './run-line.ts';
import { at, saying } from './with-server.ts';

const onTerminal = process.platform === 'linux' ? describe : describe.skip;
const prompt = '> ';
const [interrupt, end] = ['\x03', '\x04'];

/** What was shown, without what moves the cursor. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to find.
const plain = (shown: string) => shown.replace(/\x1b\[[\d;?]*[A-Za-z]/g, '').replaceAll('\r', '');

interface Typing {
  readonly root: TempRoot;
  readonly args?: readonly string[];
}

async function converse(
  { root, args = [] }: Typing,
  ...typed: readonly (readonly [to: string, keys: string])[]
) {
  const line = [process.execPath, mainFile, '--root', root.path, ...args].map(word => `'${word}'`).join(' ');
  const answers = typed.map(([to, keys]) => ({ to, keys }));
  const environment = { XDG_STATE_HOME: root.path };
  const { code, shown } = await runLine(line, { home: root.path, environment, answers });
  return { code, shown: plain(shown) };
}

const messagesIn = ({ body }: Received) => JSON.stringify(body.messages);
