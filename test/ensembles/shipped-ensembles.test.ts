import assert from 'node:assert/strict';
import path from 'node:path';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import { converse } from '../../src/converser/turn/converse.ts';
import { text, textOf } from '../../src/converser/words/canister/content.ts';
import { createConversation } from '../../src/converser/words/conversation/conversation.ts';
import { askModel } from '../../src/ensembles/ask-model-tool.ts';
import type { Tool } from '../../src/ensembles/define-tool.ts';
import { checkArgumentsSchema } from '../../src/ensembles/descriptors/mistakes/check-arguments-schema.ts';
import { formatDiagnostic } from '../../src/ensembles/descriptors/mistakes/diagnostic.ts';
import type { PreparedEnsembles } from '../../src/ensembles/descriptors/prepared-ensembles.ts';
import { askPerson } from '../../src/ensembles/dialogue/ask-person.ts';
import { planTool } from '../../src/ensembles/dialogue/plan.ts';
import { prepareEnsembles } from '../../src/ensembles/prepare-ensembles.ts';
import { shellTools } from '../../src/ensembles/shell/shell-tools.ts';
import { summarizationTools } from '../../src/ensembles/summarization/summarization-tools.ts';
import { toolSearchTools } from '../../src/ensembles/tool-search/tool-search-tools.ts';
import { fetchPage } from '../../src/ensembles/web/fetch-page.ts';
import { createNodeWorkspace } from '../../src/ensembles/workspace/disk/node-workspace.ts';
import { createKeptLabels } from '../../src/ensembles/workspace/kept-labels.ts';
import { createToolContext } from '../../src/ensembles/workspace/places/tool-context.ts';
import { noAddedPlaces } from '../../src/ensembles/workspace/protection/added-places.ts';
import { workspaceToolsWith } from '../../src/ensembles/workspace/workspace-tools.ts';
import { createFakePorts } from '../fakes/fake-ports.ts';
import { createScriptedModel, invokes, says } from '../fakes/scripted-model.ts';
import { createTestShell } from './shell/test-shell.ts';

const shipped = path.resolve(import.meta.dirname, '../../ensembles');
/** What a program that leads a conversation may say of its user. */
const auxdata = { now: '2026-03-28T12:00:00Z', time_zone: 'Europe/Berlin' };

describe('the shipped ensembles', () => {
  let ports: Awaited<ReturnType<typeof createFakePorts>>;
  let ensembles: PreparedEnsembles;
  const workspace = createNodeWorkspace({ roots: [] });
  const shell = createTestShell(workspace);

  before(async () => {
    ports = await createFakePorts();
    const files = createToolContext(workspace, {
      protectedRoles: () => [],
      addedPlaces: noAddedPlaces,
      labels: createKeptLabels(),
    });
    const tools: readonly Tool[] = [
      ...workspaceToolsWith(files),
      ...summarizationTools(files),
      fetchPage({}),
      askPerson({ ask: async () => ({ action: 'accept', content: { answer_1: 'tea' } }) }),
      planTool(),
      askModel(),
      ...shellTools(shell),
      ...toolSearchTools(),
    ];
    ensembles = await prepareEnsembles({
      folders: [{ path: shipped, origin: 'shipped', isTrusted: () => true }],
      tools,
      roster: ports.roster,
      log: ports.host.log,
    });
  });

  after(async () => {
    await ensembles.dispose();
    await shell.dispose();
    workspace.dispose();
  });

  /** What a model is told when it makes one call, and what people see. */
  async function invoke(name: string, args: JsonObject) {
    const conversation = createConversation('c');
    const model = createScriptedModel(invokes([name, args]), says('Done.'));
    const prompt = { content: [text('Go.')] };
    const signal = new AbortController().signal;
    for await (const event of converse(conversation, prompt, { ports, model, signal, auxdata })) void event;
    const result = conversation.canisters.find(canister => canister.role === 'result');
    assert.ok(result?.role === 'result');
    return { model: textOf(result.content), screen: result.screen, failure: result.failure?.kind };
  }

  it('load without a diagnostic', () => {
    assert.deepEqual([...ensembles.diagnostics.values()].flat().map(formatDiagnostic), []);
    const names =
      'calculate clock dialogue models probability shell statistics summarization tools web workspace'.split(
        ' ',
      );
    assert.deepEqual(ports.roster.ensembles.map(({ name }) => name).sort(), names);
  });

  it('have schemas for their arguments that are right, which no start checks', async () => {
    const written = ensembles.prepared.flatMap(({ descriptor }) => descriptor?.invokers ?? []);
    const described = written.flatMap(({ arguments: schema, place }) => (schema ? [{ schema, place }] : []));
    assert.ok(described.length > 5);
    for (const { schema, place } of described)
      assert.deepEqual(await checkArgumentsSchema(schema, place), []);
  });

  it('are on, but for those whose tools cost requests', () => {
    const off = ports.roster.ensembles.filter(({ enabled }) => !enabled).map(({ name }) => name);
    assert.deepEqual(off, ['models', 'summarization']);
  });

  const drinks = ['tea', 'coffee'];
  const letters = ['a', 'b', 'c'];
  const mixed = '["a","c","b"],"count":3,"of":3';
  const examples: readonly (readonly [string, JsonObject, string, string | undefined])[] = [
    ['probability__roll', { dice: '3d6+2', seed: 7 }, '3d6+2: 16 (dice: 5, 4, 5)', '🎲 **16** (5, 4, 5)'],
    ['dice', { dice: 'd1' }, 'd1: 1 (dice: 1)', '🎲 **1** (1)'],
    ['probability__choose', { options: drinks, weights: [0, 1] }, 'coffee', '🎲 **coffee**'],
    ['probability__sample', { items: letters, count: 3, seed: 3 }, `{"sample":${mixed}}`, '🎲 **a, c, b**'],
    ['probability__random_number', { min: 4, max: 4 }, '4', '🎲 **4**'],
    ['calculate__calculate', { expression: '0.1 + 0.2' }, '0.1 + 0.2 = 0.3', '🧮 0.1 + 0.2 = **0.3**'],
    ['calculator', { expression: '1/3 * 3' }, '1/3 * 3 ≈ 1', '🧮 1/3 * 3 ≈ **1**'],
    [
      'statistics__percentiles',
      { values: [4, 1, 3, 2], percentiles: [50, 95] },
      'p50: 2.5, p95: 3.85',
      '📊 4 numbers: **p50: 2.5, p95: 3.85**',
    ],
    [
      'statistics__histogram',
      { values: [1, 2, 2, 5], bins: 2 },
      '1 to 3: 3\n3 to 5: 1',
      `\`\`\`\n1 to 3  ${'█'.repeat(30)} 3\n3 to 5  ${'█'.repeat(10)} 1\n\`\`\``,
    ],
    [
      'linear_regression',
      { x: [1, 2, 3], y: [3, 5, 7], predict_at: [10] },
      '{"count":3,"slope":2,"intercept":1,"r_squared":1,"predicted":[{"x":10,"y":21}]}',
      '📊 y = **2** x + **1** (R² 1, 3 points)',
    ],
    ['AskUserQuestion', { questions: [{ question: 'Which?', options: drinks }] }, 'Which?\n→ tea', undefined],
    [
      'TodoWrite',
      { todos: [{ content: 'Test', status: 'in_progress' }] },
      '0 of 1 done.\n1. [>] Test',
      undefined,
    ],
    [
      'clock__current_time',
      {},
      'Saturday, 2026-03-28T13:00:00+01:00 (Europe/Berlin)',
      '🕒 Saturday, 2026-03-28, **13:00** (Europe/Berlin)',
    ],
    [
      'clock__convert_time',
      { time: '18:30', to: 'Asia/Kolkata' },
      'Saturday, 2026-03-28T18:30:00+01:00 (Europe/Berlin) is Saturday, 2026-03-28T23:00:00+05:30 (Asia/Kolkata)',
      '🕒 18:30 (Europe/Berlin) is **23:00** (Asia/Kolkata), Saturday, 2026-03-28',
    ],
    [
      'clock__duration',
      { start: 'now', end: '2026-03-29T13:00' },
      '{"duration":"1 day","iso":"P1D","days":1,"hours":23,"seconds":82800,"start":"2026-03-28T13:00:00+01:00","end":"2026-03-29T13:00:00+02:00"}',
      '⏱️ **1 day** (2026-03-28T13:00:00+01:00 to 2026-03-29T13:00:00+02:00)',
    ],
    [
      'clock__add_duration',
      { start: '2026-01-31', months: 1, hours: -2 },
      'Friday, 2026-02-27T22:00:00+01:00 (Europe/Berlin)',
      '🕒 Friday, 2026-02-27, **22:00** (Europe/Berlin)',
    ],
  ];
  for (const [name, args, model, screen] of examples) {
    it(`answer ${name} ${JSON.stringify(args)}`, async () => {
      assert.deepEqual(await invoke(name, args), { model, screen, failure: undefined });
    });
  }

  const refusals: readonly (readonly [string, JsonObject, string, RegExp])[] = [
    ['probability__roll', { dice: 'three' }, 'validation', /"dice"/],
    ['probability__roll', { dice: '9999d6' }, 'execution', /from 1 to 1000 dice/],
    ['probability__choose', { options: ['a'], weights: [0] }, 'execution', /At least one weight/],
    ['probability__sample', { items: ['a'], count: 2 }, 'execution', /Only 1 items/],
    ['probability__random_number', { min: 0.2, max: 0.8 }, 'execution', /no whole number from 0.2 to 0.8/],
    ['calculate__calculate', { expression: '9^9^9^9' }, 'execution', /too large: the limit is 1000 digits/],
    ['calculate__calculate', { expression: '('.repeat(2000) }, 'validation', /"expression"/],
    ['statistics__correlation', { x: [1, 2], y: [1] }, 'validation', /"y"/],
    ['statistics__correlation', { x: [1, 2, 3], y: [1, 2] }, 'execution', /x has 3 numbers but y has 2/],
    ['clock__current_time', { time_zone: 'Mars/Base' }, 'execution', /"Mars\/Base" is not a time zone/],
    ['clock__duration', { start: 'soon', end: 'now' }, 'execution', /"soon" is not a time\. Write it like/],
    ['clock__add_duration', { start: 'now', years: 1_000_000 }, 'execution', /Too far away/],
    ['clock__current_time', { zone: 'UTC' }, 'validation', /"zone" is unknown; known: time_zone/],
  ];
  for (const [name, args, kind, message] of refusals) {
    it(`refuse ${name} ${JSON.stringify(args)} with the reason`, async () => {
      const told = await invoke(name, args);
      assert.equal(told.failure, kind);
      assert.match(told.model, message);
    });
  }

  it('never take an answer about chance or time for an earlier one', () => {
    const others = ['workspace', 'shell', 'summarization'];
    for (const { annotations, deduplication } of ports.roster.ensembles
      .filter(({ name }) => !others.includes(name))
      .flatMap(({ invokers }) => invokers))
      assert.deepEqual([annotations.readOnly, deduplication], [true, 'none']);
  });
});
