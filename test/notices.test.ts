/** What servers and models say is told in notifications and below fields, where VS Code looks for links. */

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { withoutLinks } from '../src/vscode/common/markdown.ts';
import { source, sourceFiles } from './source-modules.ts';

/** `parseLinkedText` of VS Code. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/gi;

describe('A notification', () => {
  it('has no link in it, whatever it quotes', () => {
    for (const target of [
      'command:workbench.action.quit',
      'https://a.example',
      'file:///etc/passwd "title"',
    ]) {
      const told = `It ended. Its last output:\n[Sign in](${target})`;
      assert.equal(told.match(link)?.length, 1);
      assert.equal(withoutLinks(told).match(link), null);
    }
    assert.equal(withoutLinks('a [b] (c) [d]'), 'a [b] (c) [d]');
  });

  it('is made in one place, unless it is a dialog, which shows no links', async () => {
    const makers: string[] = [];
    for (const file of await sourceFiles()) {
      const text = await readFile(path.join(source, file), 'utf8');
      for (const { index } of text.matchAll(/\.show(Information|Warning|Error)Message\(/g)) {
        if (!text.slice(index, index + 200).includes('modal: true')) makers.push(file);
      }
    }
    assert.deepEqual([...new Set(makers)], ['vscode/common/notices.ts']);
  });
});
