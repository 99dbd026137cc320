import assert from 'node:assert/strict';
import { invoke } from '../../../../src/converser/call/invocation/invoke.ts';
import { createSystemClock } from '../../../../src/converser/ground/system-ports.ts';
import { createEnsembleRoster } from '../../../../src/converser/words/ensemble/ensemble-roster.ts';
import { fullName } from '../../../../src/converser/words/ensemble/invoker.ts';
import type { ServerDefinition } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { find } from '../../descriptors/prepare.ts';
import { ensemblesOfTest } from '../ends.ts';
import { define, misbehaving, never, type SomePorts } from '../servers.ts';

describe('what a person chooses for tools of an MCP server', () => {
  const make = ensemblesOfTest();

  async function ready(more: Partial<ServerDefinition> = {}, ports: SomePorts = {}) {
    const { ensemble } = make(define(misbehaving(), more), { limits: { shutdown: 200 }, ...ports });
    const roster = createEnsembleRoster();
    await roster.set(ensemble);
    await ensemble.connect(never());
    return { ensemble, roster, offered: () => roster.invokers().map(fullName) };
  }

  it('applies to a running server, without a restart', async () => {
    const { ensemble, roster, offered } = await ready();
    const running = await ensemble.run(never());
    roster.setToolChoices(new Map([['tried:ok', { enabled: false }]]));
    assert.ok(!offered().includes('tried:ok'));
    roster.setToolChoices(new Map());
    assert.ok(offered().includes('tried:ok'));
    assert.equal(await ensemble.run(never()), running);
  });

  it('sets the time limit of their calls', async () => {
    const { roster } = await ready();
    roster.setToolChoices(new Map([['tried:silent', { totalTimeLimit: 20 }]]));
    const invoker = find(roster, 'tried:silent');
    const context = { namespace: new Map(), signal: never(), progress: () => {} };
    const attempted = await invoke(invoker, {}, { context, clock: createSystemClock() });
    assert.equal(attempted.kind === 'failed' && attempted.failure.kind, 'timeout');
  });

  it('never offers a changed tool, whether a descriptor or the user enables it', async () => {
    const tools = { ok: { enabled: false } };
    const inspect = async () => new Map([['ok', 'It has changed.']]);
    const { ensemble, roster, offered } = await ready({ tools }, { inspect });
    roster.setToolChoices(new Map([['tried:ok', { enabled: true }]]));
    assert.ok(!offered().includes('tried:ok'));
    assert.equal(roster.whyWithheld('tried:ok'), 'It has changed.');
    assert.equal(roster.switchedOff(ensemble).has('ok'), false);
  });
});
