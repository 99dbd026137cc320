import assert from 'node:assert/strict';
import { blocksOf, quotedIn, readPage, sectionOf } from './guide-pages.ts';

/** What the section “MCP servers” of the guide tells people to write and to type, in exactly its words. */
export interface GuideSetups {
  /** `memory.toml`: a program on the person's machine. */
  readonly program: string;
  /** `.vscode/mcp.json` of a folder. */
  readonly folder: string;
  /** The descriptor of a remote server. */
  readonly remote: string;
  /** The address in it. */
  readonly address: string;
  /** For a terminal, a line each, with `DIR` or `FOLDER` to be replaced. */
  readonly lines: GuideLines;
  /** What stands in the text between backquotes, in order. */
  readonly quoted: readonly string[];
}

export interface GuideLines {
  readonly invokeOfDescriptor: string;
  readonly invokeOfFolder: string;
  readonly acceptLock: string;
  readonly verifyLock: string;
}

/** Rejects with what is expected where the section has another shape than the tests know. */
export async function readGuideSetups(checkout?: string): Promise<GuideSetups> {
  const section = sectionOf(await readPage('media/guide/tools.md', checkout), 'MCP servers');
  const blocks = blocksOf(section);
  assert.deepEqual(
    blocks.map(({ language }) => language),
    ['toml', 'json', 'toml', 'sh'],
    'The section “MCP servers” has other code blocks than those that are run here: look through these tests.',
  );
  const [program = '', folder = '', remote = '', typed = ''] = blocks.map(({ content }) => content);
  const address = /^url = "(.*)"$/m.exec(remote)?.[1] ?? '';
  return { program, folder, remote, address, lines: linesOf(typed), quoted: quotedIn(section) };
}

function linesOf(typed: string): GuideLines {
  const lines = typed.trimEnd().split('\n');
  assert.equal(
    lines.length,
    4,
    'The section “MCP servers” has more or fewer lines to type than are run here.',
  );
  const [invokeOfDescriptor = '', invokeOfFolder = '', acceptLock = '', verifyLock = ''] = lines;
  return { invokeOfDescriptor, invokeOfFolder, acceptLock, verifyLock };
}
