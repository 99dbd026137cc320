import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { JsonValue } from '../../../../src/converser/ground/json/json.ts';
import { manifestHash } from '../../../../src/ensembles/mcp/connection/capabilities.ts';
import type { ServerDefinition } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import type { McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { folderManifests } from '../../../../src/ensembles/mcp/manifest/folder-manifests.ts';
import type { ToolProblem } from '../../../../src/ensembles/mcp/manifest/tool-invokers.ts';
import { eventually } from '../../../eventually.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';
import { listen } from '../../../fakes/mcp/http-listener.ts';
import { createMemoryLists } from '../../../fakes/memory-lists.ts';
import { createTempFolder } from '../../temp-folder.ts';
import { attempt, call, texts, whyFailed } from '../call.ts';
import { endsOfTest, ensemblesOfTest } from '../ends.ts';
import { define, misbehaving, never, type SomePorts, serverProgram, stdio } from '../servers.ts';

const quick = { shutdown: 200, debounce: 10 };

/** One start alone fails, for want of a value. */
function failingOnce(failing: number, reason: string): NonNullable<SomePorts['fillIn']> {
  let starts = 0;
  return async definition => {
    if (++starts === failing) throw new Error(reason);
    return definition;
  };
}

/** Why it fails from now on, each time that this is told. */
function reasonsOf(ensemble: McpEnsemble): readonly string[] {
  const reasons: string[] = [];
  ensemble.onDidChange(() => {
    if (ensemble.state.status === 'failed') reasons.push(ensemble.state.error.message);
  });
  return reasons;
}

describe('the life of an MCP server', () => {
  const ends = endsOfTest();
  const make = ensemblesOfTest(ends);

  function create(options: readonly string[], more: SomePorts = {}) {
    return createDefined(define(misbehaving(...options)), more);
  }

  function createDefined(definition: ServerDefinition, { limits = {}, ...more }: SomePorts = {}) {
    return make(definition, { limits: { ...quick, ...limits }, ...more });
  }

  /** What servers have to wait at before they begin. */
  async function createGate() {
    const opened = Promise.withResolvers<void>();
    const gate = await listen(async (_incoming, outgoing) => {
      await opened.promise;
      outgoing.end();
    });
    ends.push(() => gate.close());
    return { option: `--gate=${gate.url}`, open: opened.resolve };
  }

  describe('whose tools are known from the last time', () => {
    async function seen() {
      const memory = createMemoryLists();
      const { ensemble } = create([], { memory });
      await ensemble.connect(never());
      await ensemble.disconnect();
      assert.equal(memory.kept.size, 1);
      return memory;
    }

    /** One that is connected, and has become another since it was seen. */
    async function seenAs(option: string) {
      const transport = misbehaving(option);
      const memory = createMemoryLists();
      const [kept] = [...(await seen()).kept.values()];
      await memory.write(manifestHash({ transport }, []), kept as JsonValue);
      const { ensemble } = createDefined(define(transport), { memory });
      await ensemble.connect(never());
      return ensemble;
    }

    it('starts on a restart, and says why if it cannot', async () => {
      const memory = await seen();
      let refusal: string | undefined = 'nobody has approved it.';
      const { ensemble } = create([], { memory, approve: async () => refusal });
      await ensemble.connect(never());
      assert.deepEqual(ensemble.state, { status: 'ready' });
      await ensemble.restart(never());
      assert.match(whyFailed(ensemble), /nobody has approved it/);
      refusal = undefined;
      await ensemble.restart(never());
      assert.deepEqual([ensemble.state.status, ensemble.server], ['ready', 'running']);
    });

    it('starts with the first call', async () => {
      const memory = await seen();
      const { ensemble } = create([], { memory });
      await ensemble.connect(never());
      assert.deepEqual(ensemble.state, { status: 'ready' });
      assert.equal(ensemble.server, 'stopped');
      assert.ok(ensemble.invokers.some(({ name }) => name === 'ok'));
      const told: string[] = [];
      const returned = await call(ensemble, 'ok', { progress: message => told.push(message) });
      assert.deepEqual(texts(returned), ['ok {}']);
      assert.deepEqual(told, ['Starting tried']);
      assert.equal(ensemble.server, 'running');
    });

    it('has failed if it is eager and does not start, until it starts', async () => {
      const memory = await seen();
      const eager = define(misbehaving(), { eager: true });
      const fillIn = failingOnce(1, 'a key is missing.');
      const { ensemble, ports } = createDefined(eager, { memory, fillIn });
      const reasons = reasonsOf(ensemble);
      await ensemble.connect(never());
      await eventually(ensemble.onDidChange, () => ensemble.server === 'running');
      assert.match(reasons[0] ?? '', /a key is missing/);
      assert.deepEqual(ensemble.state, { status: 'ready' });
      await ports.line(/a key is missing/);
    });

    it('is not restarted when it is disconnected during an eager start', async () => {
      const memory = await seen();
      const { clock } = createFakeHost();
      let starts = 0;
      const started = Promise.withResolvers<void>();
      const approve = () => {
        starts++;
        started.resolve();
        return new Promise<undefined>(() => {});
      };
      const eager = define(misbehaving(), { eager: true });
      const { ensemble } = createDefined(eager, { memory, clock, approve });
      await ensemble.connect(never());
      await started.promise;
      assert.equal(ensemble.server, 'starting');
      await ensemble.disconnect();
      for (let second = 0; second < 90; second++) await clock.advance(1_000);
      assert.deepEqual([ensemble.state.status, ensemble.server, starts], ['disconnected', 'stopped', 1]);
    });

    it('does not call a tool that has been replaced, and offers the present ones', async () => {
      const ensemble = await seenAs('--renamed');
      const names = () => ensemble.invokers.map(({ name }) => name);
      assert.ok(names().includes('ok'));
      await assert.rejects(call(ensemble, 'ok'), { code: 'tool-changed' });
      assert.ok(names().includes('fine') && !names().includes('ok'));
      assert.deepEqual(texts(await call(ensemble, 'fine')), ['fine {}']);
    });

    it('shows a user who can be asked what it did not show without one', async () => {
      const memory = createMemoryLists();
      const definition = define(stdio(serverProgram('everything'), 'stdio'));
      const hasAsking = (ensemble: McpEnsemble) =>
        ensemble.invokers.some(({ name }) => name === 'trigger-elicitation-request');
      const alone = createDefined(definition, { memory });
      await alone.ensemble.connect(never());
      assert.ok(!hasAsking(alone.ensemble));
      await alone.ensemble.disconnect();
      const handlers = { elicit: async () => ({ action: 'decline' }) as const };
      const asked = createDefined(definition, { memory, handlers });
      await asked.ensemble.connect(never());
      await eventually(asked.ensemble.onDidChange, () => hasAsking(asked.ensemble));
      await asked.ensemble.disconnect();
      const again = createDefined(definition, { memory, handlers });
      await again.ensemble.connect(never());
      assert.equal(again.ensemble.server, 'stopped');
      assert.ok(hasAsking(again.ensemble));
    });

    it('lists them again if what was stored is damaged', async () => {
      const temp = await createTempFolder();
      ends.push(temp.dispose);
      const memory = folderManifests(temp.path);
      const first = create([], { memory });
      await first.ensemble.connect(never());
      await first.ensemble.disconnect();
      const [name = ''] = await readdir(temp.path);
      const file = temp.file(name);
      const whole = await readFile(file, 'utf8');
      for (const damaged of ['', 'null', whole.slice(0, -1), whole.replace('"tools"', '"tooth"')]) {
        await writeFile(file, damaged);
        const { ensemble } = create([], { memory });
        await ensemble.connect(never());
        assert.equal(ensemble.server, 'running');
        assert.ok(ensemble.invokers.length > 0);
        await ensemble.disconnect();
        assert.equal(await readFile(file, 'utf8'), whole);
      }
    });

    it('fails a call with the reason when it no longer starts', async () => {
      const ensemble = await seenAs('--exit');
      await assert.rejects(call(ensemble, 'ok'), { code: 'server-unavailable', message: /no licence/ });
      assert.equal(ensemble.state.status, 'failed');
    });
  });

  it('keeps starting when a turn stops waiting for it, and announces when it is ready', async () => {
    const gate = await createGate();
    const { clock } = createFakeHost();
    const { ensemble } = create([gate.option], { clock });
    const connecting = ensemble.connect(never());
    await eventually(ensemble.onDidChange, () => ensemble.state.status === 'connecting');
    await clock.advance(10_000);
    await connecting;
    assert.equal(ensemble.state.status, 'failed');
    assert.equal(ensemble.server, 'starting');
    let changes = 0;
    const heard = ensemble.onDidChange(() => changes++);
    await ensemble.connect(never());
    assert.equal(changes, 0, 'The next turn does not wait for it at all.');
    heard.dispose();
    gate.open();
    await eventually(ensemble.onDidChange, () => ensemble.state.status === 'ready');
    assert.deepEqual(texts(await call(ensemble, 'ok')), ['ok {}']);
  });

  it('is waited for after a restart, however long it takes', async () => {
    const gate = await createGate();
    const { clock } = createFakeHost();
    const { ensemble } = create([gate.option], { clock });
    let isOver = false;
    const restarting = ensemble.restart(never()).then(() => {
      isOver = true;
    });
    await eventually(ensemble.onDidChange, () => ensemble.state.status === 'connecting');
    await clock.advance(10_000);
    await eventually(ensemble.onDidChange, () => ensemble.state.status === 'failed');
    await clock.advance(0);
    assert.equal(isOver, false);
    gate.open();
    await restarting;
    assert.deepEqual([ensemble.state.status, ensemble.server], ['ready', 'running']);
  });

  it('is waited for by each caller for as long as that caller likes', async () => {
    const gate = await createGate();
    const { ensemble } = create([gate.option]);
    const leaving = new AbortController();
    let isSettled = false;
    const first = ensemble.connect(leaving.signal);
    const second = ensemble.connect(never()).then(() => {
      isSettled = true;
    });
    await eventually(ensemble.onDidChange, () => ensemble.state.status === 'connecting');
    leaving.abort('enough');
    await first;
    assert.equal(isSettled, false);
    assert.equal(ensemble.state.status, 'connecting');
    gate.open();
    await second;
    assert.deepEqual(ensemble.state, { status: 'ready' });
  });

  it('is still starting when the last caller has left, and can be waited for again', async () => {
    const gate = await createGate();
    const { ensemble } = create([gate.option]);
    const [one, other] = [new AbortController(), new AbortController()];
    const waiting = [one, other].map(({ signal }) => ensemble.connect(signal));
    await eventually(ensemble.onDidChange, () => ensemble.state.status === 'connecting');
    one.abort('enough');
    other.abort('enough');
    await Promise.all(waiting);
    assert.match(whyFailed(ensemble), /^Still starting\. Its tools will appear/);
    const anew = ensemble.connect(never());
    gate.open();
    await anew;
    assert.deepEqual(ensemble.state, { status: 'ready' });
  });

  it('rests for longer and longer while it keeps ending, until it is restarted by hand', async () => {
    const { clock } = createFakeHost();
    const memory = createMemoryLists();
    const { ensemble, ports } = create([], { clock, memory });
    await ensemble.connect(never());
    await assert.rejects(call(ensemble, 'die'), { code: 'server-lost' });
    await ensemble.connect(never());
    await assert.rejects(call(ensemble, 'die'), { code: 'server-lost' });
    await ensemble.connect(never());
    assert.match(whyFailed(ensemble), /Failed 2 times; next attempt in 1 s\./);
    await clock.advance(1_000);
    await ensemble.connect(never());
    assert.deepEqual(ensemble.state, { status: 'ready' });
    await assert.rejects(call(ensemble, 'die'), { code: 'server-lost' });
    await ensemble.connect(never());
    assert.equal(ensemble.state.status, 'failed');
    await ensemble.restart(never());
    assert.deepEqual(ensemble.state, { status: 'ready' });
    assert.equal(ensemble.server, 'running');
    assert.ok(ports.logged.some(({ level, from }) => level === 'warn' && from === 'host'));
  });

  it('says why the last restart failed, and not how it ended before', async () => {
    const fillIn = failingOnce(2, 'the key is gone.');
    const eager = define(misbehaving(), { eager: true });
    const { ensemble } = createDefined(eager, { fillIn, limits: { backOff: 10 } });
    await ensemble.connect(never());
    const reasons = reasonsOf(ensemble);
    await assert.rejects(call(ensemble, 'die'), { code: 'server-lost' });
    await eventually(ensemble.onDidChange, () => ensemble.server === 'running');
    assert.match(reasons.at(0) ?? '', /exit code/);
    assert.match(reasons.at(-1) ?? '', /the key is gone/);
    assert.deepEqual(ensemble.state, { status: 'ready' });
  });

  it('is not started again by itself while the user does not allow it, and starts once they do', async () => {
    let refusal: string | undefined = 'Nobody has approved it.';
    let starts = 0;
    const approve = async () => {
      starts++;
      return refusal;
    };
    const { clock } = createFakeHost();
    const eager = define(misbehaving(), { eager: true });
    const { ensemble } = createDefined(eager, { approve, clock });
    await ensemble.connect(never());
    assert.ok(ensemble.state.status === 'failed' && ensemble.state.error.code === 'approval-needed');
    const before = starts;
    for (let minute = 0; minute < 10; minute++) await clock.advance(60_000);
    assert.equal(starts, before);
    refusal = undefined;
    await ensemble.restart(never());
    assert.deepEqual([ensemble.state.status, ensemble.server], ['ready', 'running']);
  });

  it('is not started by the retry of a call after it was disconnected', async () => {
    const { clock } = createFakeHost();
    const settings = { annotations: { idempotent: true }, maxRetries: 1 };
    const definition = define(misbehaving(), { tools: { silent: settings } });
    const { ensemble, ports } = createDefined(definition, { clock });
    await ensemble.connect(never());
    const hanging = attempt(ensemble, 'silent', clock);
    await ports.line(/silent was called/);
    await ensemble.disconnect();
    // The pause before the second attempt.
    await clock.untilWaiting(250);
    await clock.advance(250);
    const attempted = await hanging;
    assert.ok(attempted.kind === 'failed');
    assert.match(attempted.failure.message, /is not available: It was disconnected/);
    assert.deepEqual([ensemble.state.status, ensemble.server], ['disconnected', 'stopped']);
  });

  it('does not start without approval, and none of its placeholders is replaced', async () => {
    let filled = 0;
    const { ensemble } = create([], {
      approve: async () => 'It came with this folder, and nobody has approved it.',
      fillIn: async definition => {
        filled++;
        return definition;
      },
    });
    await ensemble.connect(never());
    assert.match(whyFailed(ensemble), /nobody has approved it/);
    assert.equal(filled, 0);
  });

  it('applies your settings for its tools, and reports settings for tools that it does not have', async () => {
    const reported: (readonly ToolProblem[])[] = [];
    const tools = {
      ok: { annotations: { readOnly: true }, timeout: 5, permission: 'allow', aliases: ['fine'] },
      huge: { enabled: false },
      none: { permission: 'deny' },
    } as const;
    const { ensemble } = createDefined(
      { ...define(misbehaving()), tools, maxRetries: 2 },
      { report: (_definition, problems) => reported.push(problems) },
    );
    await ensemble.connect(never());
    const ok = ensemble.invokers.find(({ name }) => name === 'ok');
    assert.deepEqual(
      [ok?.annotations, ok?.limits.timeLimit, ok?.permission, ok?.aliases, ok?.deduplication],
      [{ readOnly: true }, 5, 'allow', ['fine'], 'none'],
    );
    assert.equal(ok?.limits.maxRetries, 2);
    assert.equal(ok?.enabled, undefined);
    assert.equal(ensemble.invokers.find(({ name }) => name === 'huge')?.enabled, false);
    const told = reported.at(-1)?.map(({ tool, kind }) => `${kind} ${tool}`);
    assert.deepEqual(told, ['unknown none']);
  });
});
