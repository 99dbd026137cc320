import assert from 'node:assert/strict';
import type { Gateway } from '../../../src/gateway/gateway.ts';
import { type Door, listen } from '../../../src/gateway/listen.ts';
import {
  complaints,
  passedChecks,
  runSuite,
  type SuiteRun,
} from '../../ensembles/mcp/conformance/framework.ts';
import { conformanceEnsemble } from './conformance-offer.ts';
import { type OpenMcp, openMcp } from './open-mcp.ts';

/** Those for what /mcp offers. */
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-image',
  'tools-call-audio',
  'tools-call-embedded-resource',
  'tools-call-mixed-content',
  'tools-call-error',
  'tools-call-with-progress',
  'json-schema-2020-12',
  'server-sse-multiple-streams',
  'resources-list',
  'resources-read-text',
  'resources-read-binary',
  'resources-templates-read',
  'sep-2164-resource-not-found',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
  'resources-subscribe',
  'resources-unsubscribe',
  'completion-complete',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'server-session-lifecycle',
  'caching',
  'http-header-validation',
  'input-required-result-unsupported-methods',
  'input-required-result-validate-input',
];

const tasks = 'tasks are an extension that Converser does not offer';
const skills = 'skills are a draft; without them, the framework only sees that none are announced';
const asksAll =
  'it wants tools that ask for sampling, roots or several things at once; those of Converser ask forms';

/** The others, with the reason. */
const leftOut = {
  'logging-set-level': 'logs of tools are for the person, and the newest specification gives up logging',
  'tools-call-with-logging': 'as above',
  'tools-call-sampling': 'the tools of Converser have models of their own',
  'server-sse-polling': 'results of a stream that broke are not kept',
  'dns-rebinding-protection':
    'it is for servers without a key and wants pages of this machine let in; here no page is: see the tests of the guard',
  'server-stateless':
    'of 25 checks one wants a tool that cannot run without sampling, which Converser has not',
  'http-custom-header-server-validation': 'no tool of Converser wants an argument as a header, too',
  ...because(skills, ['directory', 'enumeration', 'manifest'], 'sep-2640-skills'),
  ...because(
    tasks,
    [
      'lifecycle',
      'capability-negotiation',
      'wire-fields',
      'request-state-removal',
      'mrtr-input',
      'request-headers',
      'dispatch-and-envelope',
      'status-notifications',
      'required-task-error',
      'mrtr-composition',
    ],
    'tasks',
  ),
  ...because(
    asksAll,
    [
      'basic-elicitation',
      'basic-sampling',
      'basic-list-roots',
      'request-state',
      'multiple-input-requests',
      'multi-round',
      'missing-input-response',
      'non-tool-request',
      'result-type',
      'tampered-state',
      'capability-check',
      'ignore-extra-params',
    ],
    'input-required-result',
  ),
};

describe('the conformance scenarios for MCP servers', () => {
  let suite: SuiteRun;
  let mcp: OpenMcp;
  let door: Door;
  before(async () => {
    // The framework wants bare names.
    mcp = await openMcp({
      ensembles: host => [conformanceEnsemble(host)],
      scopes: { bareNames: true },
    });
    // It has no key: here it is given the one of a client.
    const answer: Gateway['answer'] = (asked, way) => {
      const headers = new Map([...asked.headers, ['authorization', `Bearer ${mcp.keys.other}`]]);
      return mcp.gateway.answer({ ...asked, headers }, way);
    };
    door = await listen({ ...mcp.gateway, answer }, { port: 0 });
    suite = await runSuite('server', '--url', `${door.baseUrl}/mcp`);
  });
  after(async () => {
    await door.close();
    await mcp[Symbol.asyncDispose]();
  });

  for (const scenario of scenarios) {
    it(`pass in ${scenario}`, () => {
      const result = suite.results.get(scenario);
      assert.ok(result, suite.output);
      assert.equal(complaints(result), '');
      assert.ok(passedChecks(result) > 0);
    });
  }

  it('are all known', () => {
    assert.deepEqual([...suite.scenarios].sort(), [...scenarios, ...Object.keys(leftOut)].sort());
  });
});

function because(reason: string, names: readonly string[], prefix: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map(name => [`${prefix}-${name}`, reason]));
}
