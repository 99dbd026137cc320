import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { createRandomIds, createSystemClock } from '../../../src/converser/ground/system-ports.ts';
import type { ServerTransport } from '../../../src/ensembles/mcp/definition/server-definition.ts';
import { createMcpEnsemble } from '../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { serverHandlers } from '../../../src/ensembles/mcp/server-handlers.ts';
import { createSignIns } from '../../../src/ensembles/mcp/sign-in/sign-ins.ts';
import { type ServerQuestions, serverQuestions } from '../../../src/terminal/ask/server-questions.ts';
import { call, texts } from '../../ensembles/mcp/call.ts';
import { createPorts, define, fakeProgram, serverProgram, stdio } from '../../ensembles/mcp/servers.ts';
import { startGuardedServer } from '../../fakes/mcp/guarded-server.ts';

/** A server, connected with `/w` opened, that asks so. */
async function connected(transport: ServerTransport, { questions, signIns }: ServerQuestions) {
  const clock = createSystemClock();
  const values = { folders: [{ name: 'w', path: '/w' }] };
  const ports = createPorts({
    limits: { shutdown: 300 },
    handlers: serverHandlers(questions, { clock, ids: createRandomIds(), values }),
    signIns: createSignIns({ ...signIns, clock }),
  });
  const ensemble = createMcpEnsemble(define(transport), ports);
  await ensemble.connect(new AbortController().signal);
  return { ensemble, [Symbol.asyncDispose]: () => ensemble.disconnect() };
}

describe('What servers ask in a terminal', () => {
  it('is asked of you, and answered with the folders', async () => {
    const input = new PassThrough();
    const terminal = { input, output: new PassThrough() };
    const asked = serverQuestions({ isUnattended: false, openTerminal: () => terminal });
    await using tried = await connected(stdio(fakeProgram('asking-stdio.ts')), asked);
    const answerTo = async (tool: string) => JSON.parse(texts(await call(tried.ensemble, tool))[0] ?? '');
    input.write('yes\nOslo\n2\n');
    assert.deepEqual(await answerTo('form'), { action: 'accept', content: { city: 'Oslo', days: 2 } });
    assert.deepEqual((await answerTo('roots')).roots, [{ uri: 'file:///w', name: 'w' }]);
  });

  it('is not possible where there is no user, and servers know that', async () => {
    const asked = serverQuestions({ isUnattended: true });
    await using tried = await connected(stdio(serverProgram('everything'), 'stdio'), asked);
    const names = tried.ensemble.invokers.map(({ name }) => name);
    // The reference server offers these to clients that can answer.
    assert.ok(names.includes('get-roots-list'));
    assert.ok(!names.includes('trigger-elicitation-request'));
  });

  it('opens no browser unless you say yes', async () => {
    const server = await startGuardedServer();
    const [input, output] = [new PassThrough(), new PassThrough()];
    const asked = serverQuestions({ isUnattended: false, openTerminal: () => ({ input, output }) });
    input.write('no\n');
    await using tried = await connected({ kind: 'http', url: server.mcp, headers: {} }, asked);
    await server.close();
    assert.equal(tried.ensemble.state.status, 'failed');
    assert.match(String(output.read()), /wants you to sign in at http:\/\/127\.0\.0\.1:\d+\n/);
  });

  it('explains what to do where you cannot be asked to sign in, as while the lock is verified', async () => {
    const server = await startGuardedServer();
    const asked = serverQuestions({ isUnattended: true });
    await using tried = await connected({ kind: 'http', url: server.mcp, headers: {} }, asked);
    await server.close();
    const { state } = tried.ensemble;
    const reason = state.status === 'failed' ? state.error.message : '';
    assert.match(
      reason,
      /Give the server a key in the headers of its description \(Authorization\), or use it/,
    );
    assert.doesNotMatch(reason, /Sign in, then/);
  });
});
