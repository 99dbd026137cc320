/** Whatever reads a file for a model asks, or leaves out, what `read_file` would. */

import assert from 'node:assert/strict';
import { link, mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { isResult } from '../../src/converser/words/canister/canister.ts';
import type { PermissionRule } from '../../src/converser/words/permission/rules.ts';
import { createWorkspaceAttachments } from '../../src/ensembles/workspace/attachments/workspace-attachments.ts';
import { createKeptLabels } from '../../src/ensembles/workspace/kept-labels.ts';
import { noAddedPlaces } from '../../src/ensembles/workspace/protection/added-places.ts';
import { rulesOf } from '../fakes/fake-approvals.ts';
import { invokes, says } from '../fakes/scripted-model.ts';
import { eachGuidedFolder } from '../instructions/guided-folder.ts';
import { answering, eachWorkspace } from './each-workspace.ts';
import { createWorkspaceCalls } from './workspace-calls.ts';

const signal = new AbortController().signal;
const denying: Readonly<Record<string, PermissionRule>> = { 'workspace:*(secrets/**)': 'deny' };

describe('instructions under rules about places', () => {
  const make = eachGuidedFolder();

  const ways: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'an import': { 'CLAUDE.md': 'Be brief.\n@secrets/x.md' },
    'an import of an import': { 'CLAUDE.md': 'Be brief.\n@docs/y.md', 'docs/y.md': '@../secrets/x.md' },
    'an import through a linked folder': { 'CLAUDE.md': 'Be brief.\n@alias/x.md' },
    'an import of a link': { 'CLAUDE.md': 'Be brief.\n@one.md' },
  };
  for (const [way, files] of Object.entries(ways))
    for (const rules of [
      denying,
      { 'workspace:read_file(secrets/**)': 'ask' },
      { 'workspace:read_file': 'allow', 'workspace:*(!{docs/**,*})': 'deny' },
    ] as const)
      it(`leave out what ${JSON.stringify(rules)} keeps, in ${way}`, async () => {
        const folder = await make({ ...files, 'secrets/x.md': 'SECRET' });
        await folder.link('alias', 'secrets');
        await folder.link('one.md', 'secrets/x.md');
        assert.match((await folder.begin(undefined, 'before')).above ?? '', /SECRET/);
        Object.assign(folder.rules, rules);
        const { above = '', notices } = await folder.begin();
        assert.match(above, /Be brief\./);
        assert.doesNotMatch(above, /SECRET/);
        assert.match(notices.join('\n'), /x\.md|one\.md/);
        assert.match(
          notices.join('\n'),
          /because the rule workspace:\S+ (denies reading it|asks before it is read)/,
        );
      });

  it('are not followed where the file itself is a link', async () => {
    for (const name of ['AGENTS.md', '.github/copilot-instructions.md', 'CLAUDE.local.md']) {
      const folder = await make({ 'secrets/x.md': 'SECRET' });
      await folder.link(name, 'secrets/x.md');
      Object.assign(folder.rules, denying);
      const { above = '', notices } = await folder.begin();
      assert.doesNotMatch(above, /SECRET/);
      assert.match(notices.join(), /denies reading it/);
    }
  });

  it('hold for skills, and for the files in their folders', async () => {
    const folder = await make({
      'secrets/x.md': '---\nname: b\ndescription: SECRET.\n---\nSECRET',
      '.agents/skills/a/SKILL.md': '---\nname: a\ndescription: Helps.\n---\nRead notes.md.',
      '.agents/skills/a/notes.md': 'SECRET',
    });
    await folder.link('.agents/skills/b/SKILL.md', 'secrets/x.md');
    Object.assign(folder.rules, denying, { 'workspace:read_file(**/notes.md)': 'deny' });
    const { say, model, conversation } = await folder.talk(
      invokes(['skills__read_skill', { name: 'a', file: 'notes.md' }], ['skills__read_skill', { name: 'b' }]),
      says('Done.'),
    );
    await say();
    const results = conversation.canisters.filter(isResult).map(({ failure }) => failure?.message ?? '');
    assert.match(results[0] ?? '', /denies reading it/);
    assert.equal(results.length, 2);
    assert.doesNotMatch(JSON.stringify(model.requests), /SECRET/);
  });

  it('are followed where a later rule allows them, and where rules are about the tool alone', async () => {
    const folder = await make({ 'CLAUDE.md': '@docs/x.md', 'docs/x.md': 'Use tabs.' });
    for (const [id, rules] of [
      { 'workspace:*(**)': 'ask', 'workspace:read_file({docs/**,*})': 'allow' },
      { 'workspace:read_file': 'ask' },
      { 'workspace:*': 'deny' },
      { 'workspace:write_file(**)': 'deny' },
    ].entries()) {
      for (const rule of Object.keys(folder.rules)) delete folder.rules[rule];
      Object.assign(folder.rules, rules);
      assert.match((await folder.begin(undefined, String(id))).above ?? '', /Use tabs\./);
    }
  });

  it('leave out hard links of files with keys', async () => {
    const folder = await make({ '.env': 'KEY=SECRET', 'CLAUDE.md': '@config/x.md' });
    await mkdir(path.join(folder.root, 'config'));
    for (const name of ['AGENTS.md', 'config/x.md'])
      await link(path.join(folder.root, '.env'), path.join(folder.root, name));
    const { above = '', notices } = await folder.begin();
    assert.doesNotMatch(above, /SECRET/);
    assert.equal(notices.join().match(/it may hold keys/g)?.length, 2);
  });
});

describe('a hard link of a file with keys', () => {
  const made = eachWorkspace();
  const at = (file: string) => path.join(made.root, file);
  beforeEach(async () => {
    await made.write('.env', 'KEY=SECRET');
    await made.write('app/id_rsa', 'SECRET');
    await made.write('app/notes.md', 'plain');
    await mkdir(at('app/deep'), { recursive: true });
    await link(at('.env'), at('beside.txt'));
    await link(at('.env'), at('app/deep/below.txt'));
    await link(at('app/id_rsa'), at('app/deep/key.md'));
    await symlink('beside.txt', at('alias.txt'));
    await link(at('app/notes.md'), at('app/deep/notes.md'));
  });
  const links = ['beside.txt', 'app/deep/below.txt', 'app/deep/key.md', 'alias.txt'];

  it('is not read without a question, which says why', async () => {
    for (const file of links) {
      const approver = answering('deny');
      const { call } = await createWorkspaceCalls(made.workspace, { approver, allowed: ['read_file'] });
      assert.doesNotMatch((await call('workspace:read_file', { path: file })).text, /SECRET/, file);
      assert.match(JSON.stringify(approver.asked), /is a hard link\. .*(\.env|id_rsa) is a protected place/);
      const allowing = await createWorkspaceCalls(made.workspace, { approver: answering('once') });
      assert.match((await allowing.call('workspace:read_file', { path: file })).text, /SECRET/, file);
    }
  });

  it('is not found, and the hard links of other files are', async () => {
    const approver = answering('deny');
    const { call } = await createWorkspaceCalls(made.workspace, { approver });
    const found = await call('workspace:search_text', { query: 'SECRET|plain', regex: true });
    assert.doesNotMatch(found.text, /SECRET/);
    assert.match(found.text, /app\/deep\/notes\.md:1: plain/);
    assert.match((await call('workspace:read_file', { path: 'app/deep/notes.md' })).text, /plain/);
    assert.equal(approver.asked.length, 0);
  });

  it('is labelled as one with keys where you attach it, and your rules deny it there, too', async () => {
    const attachments = (rules: Readonly<Record<string, PermissionRule>>) =>
      createWorkspaceAttachments({
        workspace: made.workspace,
        labels: createKeptLabels(),
        addedPlaces: noAddedPlaces,
        readBytes: async () => new Uint8Array(),
        rules: rulesOf(rules),
      });
    const target = { kind: 'place', path: 'beside.txt', isSure: true } as const;
    const attached = await attachments({}).place(target, signal);
    assert.equal(attached?.label?.confidentiality, 'secret');
    const [root] = made.workspace.roots;
    assert.ok(root !== undefined);
    await assert.rejects(
      attachments({ 'workspace:*(beside.txt)': 'deny' }).check({ root, path: 'alias.txt' }),
      /Your rules deny reading it/,
    );
    await attachments({}).check({ root, path: 'alias.txt' });
  });
});
