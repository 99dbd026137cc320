import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import createMarkdownIt, { type Token } from 'markdown-it';

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

const markdown = createMarkdownIt();

/** Rejects with what is expected where the section has another shape than the tests know. */
export async function readGuideSetups(checkout: string): Promise<GuideSetups> {
  const page = await readFile(path.join(checkout, 'media', 'guide', 'tools.md'), 'utf8');
  const section = /^## MCP servers\n(.*?)^## /ms.exec(page)?.[1];
  assert.ok(section !== undefined, 'The guide has no section “MCP servers” any more.');
  const tokens = markdown.parse(section, {});
  const blocks = tokens.filter(({ type }) => type === 'fence');
  assert.deepEqual(
    blocks.map(({ info }) => info),
    ['toml', 'json', 'toml', 'sh'],
    'The section “MCP servers” has other code blocks than those that are run here: look through these tests.',
  );
  const [program = '', folder = '', remote = '', typed = ''] = blocks.map(({ content }) => content);
  const address = /^url = "(.*)"$/m.exec(remote)?.[1] ?? '';
  return { program, folder, remote, address, lines: linesOf(typed), quoted: quotedIn(tokens) };
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

function quotedIn(tokens: readonly Token[]): readonly string[] {
  return tokens
    .flatMap(({ children }) => children ?? [])
    .filter(({ type }) => type === 'code_inline')
    .map(({ content }) => content);
}
