import assert from 'node:assert/strict';
import { explainSource, type SourcedServer } from '../../../../src/ensembles/mcp/mcp-json/explain-source.ts';
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
  return { file, rank, ...(command === undefined ? {} : { definition }) };
}

describe('Where a server comes from', () => {
  it('is said of each', () => {
    assert.equal(
      explainSource([inFile(user, 0, 'github', 'g')]),
      `github comes from ${user}, your VS Code configuration.`,
    );
    assert.equal(
      explainSource([inFile(workspace, 1, 'weather', 'w')]),
      `weather comes from ${workspace}, in this folder.`,
    );
  });

  it('is the strongest of several files, and the others are named', () => {
    const all = [
      inFile(workspace, 1, 'weather', 'b'),
      inFile(user, 0, 'weather', 'a'),
      inFile(descriptor, 2, 'weather', 'c'),
    ];
    for (const order of [all, all.toReversed()]) {
      assert.equal(
        explainSource(order),
        `weather comes from ${descriptor}, in this folder. It replaces the server of the same name in ${workspace} and ${user}.`,
      );
    }
  });

  it('is nowhere when the strongest has a mistake', () => {
    assert.equal(
      explainSource([inFile(user, 0, 'weather', 'a'), inFile(workspace, 1, 'weather')]),
      undefined,
    );
  });
});
