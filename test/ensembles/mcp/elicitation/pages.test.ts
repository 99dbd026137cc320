import assert from 'node:assert/strict';
import type { McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { type JsonAnswer, startJsonServer } from '../../../fakes/json-server.ts';
import { endsOfTest, ensemblesOfTest } from '../ends.ts';
import { define, never } from '../servers.ts';

interface Asked {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly cursor?: string };
}

/** The items of a page, by its number from 0 on. */
type Page = (page: number) => Readonly<Record<string, readonly object[]>>;

describe('a list that a server gives page by page', () => {
  const ends = endsOfTest();
  const make = ensemblesOfTest(ends);

  async function connected(pages: number, page: Page): Promise<McpEnsemble> {
    const result = ({ method, params }: Asked): object | undefined => {
      const at = Number(params?.cursor ?? 0);
      const next = at + 1 < pages ? { nextCursor: String(at + 1) } : {};
      const hasNone = page(at).resourceTemplates === undefined;
      if (method === 'resources/templates/list' && hasNone) return undefined;
      if (method.endsWith('/list')) return { ...page(at), ...next };
      if (method !== 'initialize') return undefined;
      const capabilities = { tools: {}, resources: {}, prompts: {} };
      return { protocolVersion: '2025-11-25', capabilities, serverInfo: { name: 'pages', version: '1' } };
    };
    const server = await startJsonServer(({ method, body }): JsonAnswer => {
      const asked = body as Asked;
      if (method !== 'POST') return { status: 405, body: '' };
      if (asked.id === undefined) return { status: 202, body: '' };
      const answer = result(asked);
      const error = { code: -32601, message: 'Method not found' };
      const { id } = asked;
      return { body: { jsonrpc: '2.0', id, ...(answer === undefined ? { error } : { result: answer }) } };
    });
    const transport = { kind: 'http', url: `${server.url}/mcp`, headers: {} } as const;
    ends.push(server.close);
    const { ensemble } = make(define(transport));
    await ensemble.connect(never());
    return ensemble;
  }

  const three: Page = at => ({
    tools: [{ name: `tool-${at}`, inputSchema: { type: 'object' } }],
    resources: [{ name: `resource-${at}`, uri: `demo://${at}` }],
    resourceTemplates: [{ name: `template-${at}`, uriTemplate: `demo://${at}/{part}` }],
    prompts: [{ name: `prompt-${at}` }],
  });
  const names = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

  it('is read to its end, whatever it lists', async () => {
    const ensemble = await connected(3, three);
    assert.deepEqual(names(ensemble.invokers), ['tool-0', 'tool-1', 'tool-2']);
    const { library } = ensemble;
    const resources = await library.resources(never());
    assert.deepEqual(names(resources), ['resource-0', 'resource-1', 'resource-2']);
    assert.deepEqual(names(await library.prompts(never())), ['prompt-0', 'prompt-1', 'prompt-2']);
    const templates = await library.resourceTemplates(never());
    assert.deepEqual(names(templates), ['template-0', 'template-1', 'template-2']);
  });

  it('loses only what is malformed on one of its pages', async () => {
    const ensemble = await connected(3, at =>
      at === 1 ? { tools: [{ name: 'broken', inputSchema: 7 }] } : three(at),
    );
    assert.deepEqual(names(ensemble.invokers), ['tool-0', 'tool-2']);
    const [problem, ...others] = ensemble.problems;
    assert.deepEqual([problem?.tool, problem?.kind, others], ['broken', 'unusable', []]);
  });

  it('is empty where the server has resources, and does not know what templates are', async () => {
    const resources = [{ name: 'clock', uri: 'demo://clock' }];
    const ensemble = await connected(1, () => ({ tools: [], resources }));
    assert.deepEqual(await ensemble.library.resourceTemplates(never()), []);
    assert.deepEqual(names(await ensemble.library.resources(never())), ['clock']);
  });

  it('loses only the pages after the first 64, and is told of, if it never ends', async () => {
    const ensemble = await connected(Number.POSITIVE_INFINITY, three);
    const first = Array.from({ length: 64 }, (_, at) => `tool-${at}`);
    assert.deepEqual(names(ensemble.invokers), first);
    const message = 'Its list of tools has more than 64 pages. The others are left out.';
    assert.deepEqual(ensemble.problems, [{ tool: '(further tools)', kind: 'unusable', message }]);
  });

  it('loses only the tools after the first 5,000, on however many pages they are', async () => {
    const [tool] = three(0).tools ?? [];
    const page = (at: number) => Array.from({ length: 3_000 }, (_, n) => ({ ...tool, name: `t-${at}-${n}` }));
    let last = 0;
    const ensemble = await connected(9, at => {
      last = Math.max(last, at);
      return { tools: page(at) };
    });
    assert.deepEqual([ensemble.invokers.length, ensemble.invokers.at(-1)?.name], [5_000, 't-1-1999']);
    const message = 'Its list of tools has more than 5,000 entries. The others are left out.';
    assert.deepEqual(ensemble.problems, [{ tool: '(further tools)', kind: 'unusable', message }]);
    assert.equal(last, 1);
  });
});
