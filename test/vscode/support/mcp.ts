import assert from 'node:assert/strict';
import * as nodeModule from 'node:module';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { textOf } from '../../../src/converser/words/canister/content.ts';
import { isMcpEnsemble } from '../../../src/ensembles/mcp/ensemble/is-mcp-ensemble.ts';
import type { McpEnsemble } from '../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { eventually } from '../../eventually.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import type { ComposedConverser } from './compose.ts';
import { workspaceFile, writeWorkspaceFile } from './converser.ts';

/**
 * The bundles of tests declare `createRequire` themselves. They run from a folder inside the repository, so that its
 * packages are found.
 */
const packages = nodeModule.createRequire(import.meta.url);

/** The command line of a server from npm. */
export function npmServer(name: string): readonly string[] {
  const manifest = packages.resolve(`@modelcontextprotocol/server-${name}/package.json`);
  return [path.join(path.dirname(manifest), 'dist', 'index.js')];
}

/** The command line of a server of our own, in test/fakes/mcp. */
export function fakeServer(name: string, ...options: readonly string[]): readonly string[] {
  return [path.join(checkout(), 'test', 'fakes', 'mcp', `${name}.ts`), ...options];
}

/** The repository's folder. */
export function checkout(): string {
  return path.resolve(path.dirname(packages.resolve('mocha/package.json')), '..', '..');
}

/**
 * Writes `.vscode/mcp.json` with servers that are run by VS Code's own Node, by their names: it reads TypeScript, and a
 * desktop VS Code is one when it is told so.
 */
export async function writeMcpJson(
  servers: Readonly<Record<string, readonly string[]>>,
): Promise<vscode.Uri> {
  const entries = Object.entries(servers).map(([name, args]) => [
    name,
    { type: 'stdio', command: process.execPath, args, env: { ELECTRON_RUN_AS_NODE: '1' } },
  ]);
  return writeWorkspaceFile(
    '.vscode/mcp.json',
    JSON.stringify({ servers: Object.fromEntries(entries) }, null, 2),
  );
}

/** The ensemble of a server, as soon as there is one. */
export async function serverNamed(converser: ConverserInVscode, name: string): Promise<McpEnsemble> {
  const find = () => converser.roster.ensembles.filter(isMcpEnsemble).find(server => server.name === name);
  return eventually(converser.roster.onDidChange, find);
}

/** A server that has started. */
export async function startedServer(converser: ConverserInVscode, name: string): Promise<McpEnsemble> {
  const server = await serverNamed(converser, name);
  await server.connect(AbortSignal.timeout(60_000));
  assert.equal(server.state.status, 'ready', JSON.stringify(server.state));
  return server;
}

/** Resolves once there is none of these ensembles. */
export function untilGone({ roster }: ConverserInVscode, ...names: readonly string[]): Promise<unknown> {
  const isGone = () => !roster.ensembles.some(({ name }) => names.includes(name));
  return eventually(roster.onDidChange, isGone);
}

/** Ends a Converser after it has let go of these servers, which only this file describes. */
export async function endAfter(
  { converser, dispose }: ComposedConverser,
  names: readonly string[],
  file = '.vscode/mcp.json',
): Promise<void> {
  await vscode.workspace.fs.delete(workspaceFile(...file.split('/')));
  await untilGone(converser, ...names);
  await dispose();
}

/** Allows every call, as somebody would who reads each question. */
export async function allowing<T>({ questions }: ConverserInVscode, work: () => Promise<T>): Promise<T> {
  const allowed = questions.onDidChange(() => {
    for (const { id } of questions.all) questions.answer(id, answerOf('once'));
  });
  try {
    return await work();
  } finally {
    allowed.dispose();
  }
}

/** Calls a tool from a conversation of its own in the sidebar: what came back, or why nothing did. */
export async function callFromSidebar(
  converser: ConverserInVscode,
  tool: string,
  args: object = {},
): Promise<string> {
  return sayInSidebar(converser, `/invoke ${tool} ${JSON.stringify(args)}`);
}

/** Says something in a conversation of its own in the sidebar that calls one tool: what came of the call. */
export async function sayInSidebar(converser: ConverserInVscode, message: string): Promise<string> {
  await converser.conversation.open();
  await allowing(converser, () => converser.sidebar.send(message));
  const result = converser.conversation.shown.canisters.find(({ role }) => role === 'result');
  if (result?.role !== 'result') throw new Error(`Nothing was called: ${message}`);
  return result.failure?.message ?? textOf(result.content);
}
