import assert from 'node:assert/strict';
import type { ToolDefinition } from '../../../src/converser/words/models/provider.ts';
import { fitTools, leftOutText } from '../../../src/vscode/language-models/fit-tools.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';

const tool = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name,
  description: `Does ${name}.`,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});

const namesOf = (tools: readonly ToolDefinition[]) => tools.map(({ name }) => name);

describe('tools that are more than a model accepts', () => {
  const many = Array.from({ length: 200 }, (_, index) => tool(`github__t${String(index).padStart(3, '0')}`));
  const shipped = [tool('clock__now', { isShipped: true }), tool('workspace__read', { isShipped: true })];
  const tools = [...many, ...shipped, tool('zeta__a'), tool('zeta__b')].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );

  it('lose none while they are few enough', () => {
    const few = tools.slice(0, 128);
    assert.deepEqual(fitTools(few, { most: 128, canisters: [] }), { kept: few, leftOut: [] });
  });

  it('keep those that come with Converser, wherever they stand, in the order of the list', () => {
    const { kept, leftOut } = fitTools(tools, { most: 128, canisters: [] });
    assert.equal(kept.length, 128);
    assert.deepEqual(namesOf(kept), namesOf(kept).toSorted());
    assert.ok(namesOf(kept).includes('workspace__read') && namesOf(kept).includes('clock__now'));
    assert.deepEqual(namesOf([...kept, ...leftOut]).toSorted(), namesOf(tools).toSorted());
  });

  it('keep those that the conversation has called before others', () => {
    const make = canisterMaker();
    const canisters = [make.invocation('call-1', 'zeta:b', {})];
    const { kept, leftOut } = fitTools(tools, { most: 128, canisters });
    assert.ok(namesOf(kept).includes('zeta__b') && namesOf(kept).includes('workspace__read'));
    assert.ok(namesOf(leftOut).includes('zeta__a'));
  });

  it('are named when they are left out', () => {
    const { leftOut } = fitTools(tools, { most: 128, canisters: [] });
    assert.equal(leftOutText(leftOut), '74 tools of github and 2 tools of zeta');
    assert.equal(leftOutText([tool('mine'), tool('a__b')]), '1 other tool and 1 tool of a');
    const scattered = Array.from({ length: 10 }, (_, index) => tool(`e${index}__t`));
    assert.match(leftOutText(scattered), /1 tool of e7, and those of 2 more ensembles$/);
  });
});
