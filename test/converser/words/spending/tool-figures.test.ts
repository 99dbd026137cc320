import assert from 'node:assert/strict';
import fc from 'fast-check';
import { figureGroups } from '../../../../src/converser/words/spending/figure-table.ts';
import {
  addToolCounts,
  addTools,
  type Counts,
  idleTools,
  noToolCounts,
  type ToolCounts,
  timeAt,
  timeKey,
  toolCountsOf,
} from '../../../../src/converser/words/spending/tool-figures.ts';

const figures = (tool: string, counts: Counts, model = 'p/m') => ({ tool, model, counts });

describe('figures of tools', () => {
  it('have the share of times that the calls took, right within 10 %', () => {
    const times = fc.array(fc.double({ min: 1, max: 3_600_000, noNaN: true }), {
      minLength: 1,
      maxLength: 50,
    });
    fc.assert(
      fc.property(times, fc.constantFrom(0.5, 0.95), (all, share) => {
        const counts: Record<string, number> = {};
        for (const time of all) counts[timeKey(time)] = (counts[timeKey(time)] ?? 0) + 1;
        const exact = all.toSorted((one, other) => one - other)[Math.ceil(all.length * share) - 1] ?? 0;
        const told = timeAt(share, counts) ?? 0;
        assert.ok(Math.abs(told - exact) <= exact * 0.1, `${told} for ${exact}`);
      }),
    );
    assert.equal(timeAt(0.5, { calls: 3 }), undefined);
  });

  it('are summed by tool, ensemble, MCP server and model', () => {
    const tools = [
      figures('files:read', { calls: 1, described: 10 }),
      figures('files:read', { calls: 2, described: 5 }, 'q/n'),
      { ...figures('github:issue', { calls: 4, described: 30 }), isServer: true as const },
      figures('', { calls: 8 }),
    ];
    const calls = figureGroups({ tools, recent: [] }).map(({ title, rows }) => [
      title,
      ...rows.map(({ name, counts }) => `${name} ${counts.calls}`),
    ]);
    assert.deepEqual(calls, [
      ['Tools', 'github:issue 4', 'files:read 3', 'Other tools 8'],
      ['Ensembles', 'github 4', 'files 3', 'Other tools 8'],
      ['MCP servers', 'github 4'],
      ['Models', 'p/m 13', 'q/n 2'],
    ]);
  });

  it('are of a thousand tools at most, and lose no count', () => {
    const many = Array.from({ length: 3_000 }, (_, at) => figures(`e:t${at}`, { calls: 1 }));
    const sum = addTools(many, many);
    assert.equal(sum.length, 1_001);
    assert.equal(
      sum.reduce((all, { counts }) => all + (counts.calls ?? 0), 0),
      6_000,
    );
  });
});

describe('idle tools', () => {
  const requests = { requests: 2, described: 100 };
  const turn = (id: string, called: string, told = ['a:b', 'a:c', 'a:d']) =>
    toolCountsOf(
      id,
      told.map(tool => figures(tool, { ...requests, ...(tool === called && { calls: 1 }) })),
    );
  const sum = (turns: readonly ToolCounts[]) => turns.reduce(addToolCounts, noToolCounts);
  const idle = (turns: readonly ToolCounts[], isAlways: (tool: string) => boolean = () => true) =>
    idleTools(sum(turns), isAlways)?.tools.map(({ tool, tokens }) => `${tool} ${tokens}`);

  for (const [what, turns, expected] of [
    [
      'are those that no conversation called',
      [turn('1', 'a:b'), turn('2', ''), turn('3', 'a:c')],
      ['a:d 50'],
    ],
    ['are unknown after two conversations', [turn('1', ''), turn('2', ''), turn('2', '')], undefined],
    ['are told in each conversation', [turn('1', ''), turn('2', ''), turn('3', '', ['a:b'])], ['a:b 50']],
    [
      'count a conversation once',
      [turn('1', 'a:b'), turn('2', ''), turn('3', ''), turn('1', '')],
      ['a:c 50', 'a:d 50'],
    ],
    ['need a turn that was told about tools', [turn('1', ''), turn('2', ''), turn('3', '', [])], undefined],
    [
      'are of the last ten conversations',
      [turn('0', 'a:b'), ...Array.from({ length: 10 }, (_, at) => turn(`c${at}`, 'a:c'))],
      ['a:b 50', 'a:d 50'],
    ],
  ] as const)
    it(what, () => assert.deepEqual(idle(turns), expected));

  it('are not those that you have put on demand', () => {
    const turns = ['1', '2', '3'].map(id => turn(id, 'a:b'));
    assert.deepEqual(
      idle(turns, tool => tool !== 'a:c'),
      ['a:d 50'],
    );
  });
});
