import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import pLimit from 'p-limit';
import { type HttpListener, listenWith } from '../../fakes/mcp/http-listener.ts';
import { conformanceLibrary } from './conformance-library.ts';
import { conformanceTools } from './conformance-tools.ts';
import { type OpenMcp, openMcp } from './open-mcp.ts';

const require = createRequire(import.meta.url);
const framework = path.join(
  path.dirname(require.resolve('@modelcontextprotocol/conformance/package.json')),
  'dist',
  'index.js',
);

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
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
  'prompts-get-embedded-resource',
  'prompts-get-with-image',
  'completion-complete',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
];

/** The others, with the reason. */
const leftOut = {
  'logging-set-level': 'logs of tools are for the person, and the newest specification gives up logging',
  'tools-call-with-logging': 'as above',
  'tools-call-sampling': 'the tools of Converser have models of their own',
  'server-sse-polling': 'results of a stream that broke are not kept',
  'resources-subscribe': 'a client that reads a resource again sees what it has become',
  'resources-unsubscribe': 'as above',
  'dns-rebinding-protection':
    'it is for servers without a key and wants pages of this machine let in; here no page is: see the tests of the guard',
};

describe('the conformance scenarios for MCP servers', () => {
  const outcomes = new Map<string, Promise<Outcome>>();
  let mcp: OpenMcp;
  let door: HttpListener;
  before(async () => {
    // The framework wants bare names.
    mcp = await openMcp({
      ensembles: host => [{ ...conformanceTools(host), library: conformanceLibrary }],
      scopes: { bareNames: true },
    });
    // It has no key: here it is given the one of a client.
    door = await listenWith(request => mcp.gateway.fetch(withKey(request, mcp.keys.other)));
    const limit = pLimit(Math.max(2, availableParallelism()));
    for (const scenario of scenarios) {
      outcomes.set(
        scenario,
        limit(() => run('server', '--url', `${door.url}/mcp`, '--scenario', scenario)),
      );
    }
  });
  after(async () => {
    await Promise.all(outcomes.values());
    await door.close();
    await mcp[Symbol.asyncDispose]();
  });

  for (const scenario of scenarios) {
    it(`pass in ${scenario}`, async () => {
      const { code, output } = (await outcomes.get(scenario)) ?? { code: 1, output: '' };
      assert.equal(code, 0, output);
      assert.match(output, /Passed: [1-9]\d*\/\d+, 0 failed, 0 warnings/);
    });
  }

  it('are all known', async () => {
    const { output } = await run('list');
    const listed = output.split('Server scenarios')[1]?.split('Client scenarios')[0] ?? '';
    const offered = [...listed.matchAll(/^ {2}- (\S+)/gm)].map(([, name]) => name);
    assert.deepEqual(offered.sort(), [...scenarios, ...Object.keys(leftOut)].sort());
  });
});

function withKey(request: Request, key: string): Request {
  const headers = new Headers(request.headers);
  headers.set('authorization', `Bearer ${key}`);
  return new Request(request, { headers });
}

interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

function run(...args: readonly string[]): Promise<Outcome> {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [framework, ...args], {
      // Each scenario starts the framework anew.
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(tmpdir(), 'converser-compile-cache') },
    });
    let output = '';
    const add = (chunk: string) => {
      output += chunk;
    };
    child.stdout.setEncoding('utf8').on('data', add);
    child.stderr.setEncoding('utf8').on('data', add);
    child.on('close', code => resolve({ code, output }));
  });
}
