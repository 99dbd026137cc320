import assert from 'node:assert/strict';
import {
  explainServer,
  mergeSources,
  type SourcedServer,
} from '../../../../src/ensembles/mcp/mcp-json/merge-sources.ts';
import { aServer } from '../example-definition.ts';

const user = '/user/mcp.json';
const workspace = '/ws/.vscode/mcp.json';
const descriptor = '/ws/.converser/ensembles/weather.toml';

function inFile(file: string, rank: number, name: string, command?: string): SourcedServer {
  const definition = aServer(
    { command: command ?? '' },
    {
      name,
      origin: file === user ? 'user' : 'workspace',
      source: { kind: file === user ? 'user configuration' : 'mcp.json', place: file },
    },
  );
  return { name, file, rank, ...(command === undefined ? {} : { definition }) };
}

function explained(...sources: readonly SourcedServer[]): readonly string[] {
  return mergeSources(sources).map(explainServer);
}

describe('Where a server comes from', () => {
  it('is said of each, by name', () => {
    assert.deepEqual(explained(inFile(workspace, 1, 'weather', 'w'), inFile(user, 0, 'github', 'g')), [
      `github comes from ${user}, your VS Code configuration.`,
      `weather comes from ${workspace}, in this folder.`,
    ]);
  });

  it('is the strongest of several files, and the others are named', () => {
    const all = [
      inFile(workspace, 1, 'weather', 'b'),
      inFile(user, 0, 'weather', 'a'),
      inFile(descriptor, 2, 'weather', 'c'),
    ];
    for (const order of [all, all.toReversed()]) {
      assert.deepEqual(explained(...order), [
        `weather comes from ${descriptor}, in this folder. It replaces the server of the same name in ${workspace} and ${user}.`,
      ]);
    }
  });

  it('is nowhere when the strongest has a mistake', () => {
    assert.deepEqual(explained(inFile(user, 0, 'weather', 'a'), inFile(workspace, 1, 'weather')), [
      `weather is missing because of a mistake in ${workspace}. It replaces the server of the same name in ${user}.`,
    ]);
  });

  it('is said of the same server under several names, but not of one that is replaced', () => {
    const same = [inFile(user, 0, 'a', 'x'), inFile(user, 0, 'b', 'x'), inFile(workspace, 1, 'c', 'y')];
    assert.deepEqual(
      mergeSources([...same, inFile(user, 0, 'c', 'x')]).map(({ name, sameAs }) => [name, sameAs]),
      [
        ['a', ['b']],
        ['b', ['a']],
        ['c', []],
      ],
    );
    assert.match(explained(...same)[0] ?? '', /The same server is also defined as b\.$/);
  });

  it('is not said to be the same of two with mistakes', () => {
    assert.deepEqual(
      mergeSources([inFile(user, 0, 'a'), inFile(user, 0, 'b')]).map(({ sameAs }) => sameAs),
      [[], []],
    );
  });
});
