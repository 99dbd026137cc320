// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.

import assert from 'node:assert/strict';
import type { ServerDefinition } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { createRedactor } from '../../../../src/ensembles/mcp/server/redact.ts';
import { whyFailed } from '../call.ts';
import { ensemblesOfTest } from '../ends.ts';
import { aServer } from '../example-definition.ts';
import { define, never } from '../servers.ts';

const secret = 'hunter2-of-weather';

describe('what a server was given to be kept secret', () => {
  const make = ensemblesOfTest();

  it('is removed from its log and from the reason of its end', async () => {
    const quoting = `process.stderr.write('No such key: ' + process.env.API_KEY + '\\n'); process.exit(1)`;
    const command = { kind: 'stdio', command: process.execPath, args: ['-e', quoting] } as const;
    const transport = { ...command, env: { API_KEY: secret } };
    const fillIn = async (definition: ServerDefinition) => ({ ...definition, transport });
    const { ensemble, ports } = make(define({ ...command, env: { API_KEY: '${secret:k}' } }), { fillIn });
    await ensemble.connect(never());
    assert.match(whyFailed(ensemble), /Its last output:\nNo such key: ••••$/);
    assert.ok(ports.logged.some(({ from, text }) => from === 'stderr' && text === 'No such key: ••••'));
    assert.ok(!JSON.stringify([ports.logged, ensemble.state]).includes(secret));
  });

  it('is removed from faults and their causes', async () => {
    const redactor = createRedactor();
    const filled = { kind: 'http', url: 'https://a', headers: { K: `Bearer ${secret}` } } as const;
    const fillIn = redactor.learnFrom(async () => aServer(filled));
    await fillIn(aServer({ kind: 'http', url: 'https://a', headers: { K: 'Bearer ${secret:k}' } }), never());
    const fault = redactor.redactFault(new Error(`It said: ${secret}`, { cause: new Error(secret) }));
    assert.deepEqual([String(fault), (fault as Error).cause], ['Error: It said: ••••', undefined]);
    const harmless = new Error('Bearer of news');
    assert.equal(redactor.redactFault(harmless), harmless);
  });

  it('consists of the values of secrets and inputs, and of what looks like a secret', async () => {
    const redactor = createRedactor();
    const env = (a: string, b: string, c: string) =>
      aServer({ env: { A: a, B: b, C: c, TOKEN: 'written-down' } }) as ServerDefinition;
    const fillIn = redactor.learnFrom(async () => env('x an answer y ${z}', '/home/ada', '/home/ada/c'));
    await fillIn(env('x ${input:i} y $${z}', '${env:HOME}', '${userHome}/c'), never());
    assert.equal(redactor.redact('an answer written-down /home/ada/c x y'), '•••• •••• /home/ada/c x y');
  });
});
