import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { createRandomIds, createSystemClock } from '../../../src/converser/ground/system-ports.ts';
import { createMcpEnsemble } from '../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { serverHandlers } from '../../../src/ensembles/mcp/server-handlers.ts';
import { createSignIns } from '../../../src/ensembles/mcp/sign-in/sign-ins.ts';
import { type ServerQuestions, serverQuestions } from '../../../src/terminal/ask/server-questions.ts';
import { call, texts } from '../../ensembles/mcp/call.ts';
import { createPorts, define, fakeProgram, serverProgram, stdio } from '../../ensembles/mcp/servers.ts';
import { startGuardedServer } from '../../fakes/mcp/guarded-server.ts';

const never = () => new AbortController().signal;

/** With `/w` opened. */
function portsFor({ questions, signIns }: ServerQuestions) {
  const clock = createSystemClock();
  return createPorts({
    limits: { shutdown: 300 },
    handlers: serverHandlers(questions, {
      clock,
      ids: createRandomIds(),
      values: { folders: [{ name: 'w', path: '/w' }] },
    }),
    signIns: createSignIns({ ...signIns, clock }),
  });
}

describe('What servers ask in a terminal', () => {
  it('is asked of you, and answered with the folders', async () => {
    const input = new PassThrough();
    const terminal = { input, output: new PassThrough() };
    const asked = serverQuestions({
      isUnattended: false,
      openTerminal: () => terminal,
    });
    const ensemble = createMcpEnsemble(define(stdio(fakeProgram('asking-stdio.ts'))), portsFor(asked));
    try {
      await ensemble.connect(never());
      input.write('yes\nOslo\n2\n');
      assert.deepEqual(JSON.parse(texts(await call(ensemble, 'form'))[0] ?? ''), {
        action: 'accept',
        content: { city: 'Oslo', days: 2 },
      });
      const { roots } = JSON.parse(texts(await call(ensemble, 'roots'))[0] ?? '');
      assert.deepEqual(roots, [{ uri: 'file:///w', name: 'w' }]);
    } finally {
      await ensemble.disconnect();
    }
  });

  it('is not possible where there is no user, and servers know that', async () => {
    const asked = serverQuestions({ isUnattended: true });
    const ensemble = createMcpEnsemble(define(stdio(serverProgram('everything'), 'stdio')), portsFor(asked));
    try {
      await ensemble.connect(never());
      const names = ensemble.invokers.map(({ name }) => name);
      // The reference server offers these to clients that can answer.
      assert.ok(names.includes('get-roots-list'));
      assert.ok(!names.includes('trigger-elicitation-request'));
    } finally {
      await ensemble.disconnect();
    }
  });

  it('opens no browser unless you say yes', async () => {
    const server = await startGuardedServer();
    const input = new PassThrough();
    const output = new PassThrough();
    const asked = serverQuestions({
      isUnattended: false,
      openTerminal: () => ({ input, output }),
    });
    const transport = { kind: 'http', url: server.mcp, headers: {} } as const;
    const ensemble = createMcpEnsemble(define(transport), portsFor(asked));
    try {
      input.write('no\n');
      await ensemble.connect(never());
      assert.equal(ensemble.state.status, 'failed');
      assert.match(String(output.read()), /wants you to sign in at http:\/\/127\.0\.0\.1:\d+\n/);
    } finally {
      await ensemble.disconnect();
      await server.close();
    }
  });

  it('explains what to do where you cannot be asked to sign in, as while the lock is verified', async () => {
    const server = await startGuardedServer();
    const asked = serverQuestions({ isUnattended: true });
    const transport = { kind: 'http', url: server.mcp, headers: {} } as const;
    const ensemble = createMcpEnsemble(define(transport), portsFor(asked));
    try {
      await ensemble.connect(never());
      const reason = ensemble.state.status === 'failed' ? ensemble.state.error.message : '';
      assert.match(
        reason,
        /Give the server a key in the headers of its description \(Authorization\), or use it/,
      );
      assert.doesNotMatch(reason, /Sign in, then/);
    } finally {
      await ensemble.disconnect();
      await server.close();
    }
  });
});
