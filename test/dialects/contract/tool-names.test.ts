import assert from 'node:assert/strict';
import { createToolNames } from '../../../src/dialects/contract/tool-names.ts';

describe('the name of a tool that a model wrote', () => {
  const tool = (name: string, ...aliases: readonly string[]) => ({
    name,
    aliases,
    description: '',
    inputSchema: { type: 'object' },
  });
  const tools = [
    tool('files__read', 'cat'),
    tool('files__list'),
    tool('git__list'),
    tool('x__look', 'see'),
    tool('__odd'),
    tool('plain', 'simple'),
    tool('a__b__c'),
  ];

  for (const [written, wanted] of [
    ['files__read', 'files__read'],
    ['files:read', 'files__read'],
    ['files.read', 'files__read'],
    ['files/read', 'files__read'],
    [' read\n', 'files__read'],
    ['functions.read', 'files__read'],
    ['function:files:read', 'files__read'],
    ['cat', 'files__read'],
    ['files__cat', 'files__read'],
    ['files/cat', 'files__read'],
    ['git.cat', undefined],
    ['x:look', 'x__look'],
    ['look', 'x__look'],
    ['see', 'x__look'],
    ['x.see', 'x__look'],
    ['__odd', '__odd'],
    ['odd', undefined],
    [':odd', undefined],
    ['plain', 'plain'],
    ['simple', 'plain'],
    [':simple', undefined],
    ['b__c', 'a__b__c'],
    ['a:b__c', 'a__b__c'],
    ['c', undefined],
    ['', undefined],
    ['constructor', undefined],
  ] as const) {
    it(`${JSON.stringify(written)} means ${wanted ?? 'no tool'}`, () => {
      assert.equal(createToolNames(tools).resolve(written), wanted);
      assert.equal(createToolNames(tools, { marked: true }).resolve(written), wanted);
    });
  }

  it('stays as it is when two tools have it, and means none where a call must be certain', () => {
    assert.equal(createToolNames(tools).resolve('list'), 'list');
    assert.equal(createToolNames(tools, { marked: true }).resolve('list'), undefined);
    assert.equal(createToolNames(tools, { marked: true }).resolve('git.list'), 'git__list');
  });
});
