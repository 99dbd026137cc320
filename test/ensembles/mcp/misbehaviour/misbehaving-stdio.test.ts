import assert from 'node:assert/strict';
import { manifestHash } from '../../../../src/ensembles/mcp/connection/capabilities.ts';
import { eventually } from '../../../eventually.ts';
import { listen } from '../../../fakes/mcp/http-listener.ts';
import { createMemoryLists } from '../../../fakes/memory-lists.ts';
import { call, texts, whyFailed } from '../call.ts';
import { misbehaving, never } from '../servers.ts';
import { bearsMisbehaviour } from './misbehaving-any.ts';
import { isFine, limits, type Peer, trials } from './misbehaving-trials.ts';

async function open(...options: readonly string[]): Promise<Peer> {
  return { transport: misbehaving(...options), heard: (note, ports) => ports.line(new RegExp(note)) };
}

const eras = [
  { name: 'of the older era', options: [], protocolVersion: /^2025-06-18$/ },
  { name: 'of the newer era', options: ['--modern'], protocolVersion: /^2026-07-28$/ },
] as const;

for (const { name, options, protocolVersion } of eras) {
  describe(`an MCP server ${name} that misbehaves on its standard streams`, () => {
    bearsMisbehaviour({
      protocolVersion,
      lost: /exit code 3[\s\S]*I cannot go on\./,
      open: () => open(...options),
      async openLate() {
        const opened = Promise.withResolvers<void>();
        const gate = await listen(async (_incoming, outgoing) => {
          await opened.promise;
          outgoing.end();
        });
        const peer = await open(...options, `--gate=${gate.url}`);
        return { ...peer, begin: opened.resolve, close: () => gate.close() };
      },
      async openGone() {
        const peer = await open(...options, '--exit');
        return { ...peer, reason: /exit code 7[\s\S]*There is no licence here\./ };
      },
    });
  });
}

describe('an MCP server that misbehaves on its standard streams', () => {
  const { create, connect } = trials();

  it('loses only the malformed parts of an answer', async () => {
    const { ensemble } = await connect(await open());
    const told = { type: 'text', text: 'done', annotations: { lastModified: 'yesterday' } };
    const result = { content: [told, { type: 'hologram' }], isError: null };
    const returned = await call(ensemble, 'as_told', { args: { result } });
    assert.match(texts(returned).join(), /^done,\[a part of the type hologram can’t be read: it is broken/);
    assert.equal(returned.failure, undefined);
  });

  it('is understood if it answers with a batch, or without the version of JSON-RPC', async () => {
    const { ensemble } = await connect(await open());
    assert.deepEqual(texts(await call(ensemble, 'batch')), ['of a batch']);
    assert.deepEqual(texts(await call(ensemble, 'no_version')), ['of no version']);
    await isFine(ensemble);
  });

  it('has failed if it answers with both a result and an error', async () => {
    const { ensemble } = await connect(await open());
    await assert.rejects(call(ensemble, 'both'), /I broke it/);
    await isFine(ensemble);
  });

  it('loses the call at once if it closes its output but lives on, and is started by the next call', async () => {
    const { ensemble } = await connect(await open('--stubborn'));
    const lost = { code: 'server-lost', message: /It closed its standard output/ };
    await assert.rejects(call(ensemble, 'close_output'), lost);
    await isFine(ensemble);
  });

  it('is launched once more if it says at its start why it cannot go on', async () => {
    const { ensemble, ports } = create(await open('--dies-in-words'));
    await ensemble.connect(never());
    assert.match(whyFailed(ensemble), /Error: no token/);
    const said = ports.logged.filter(({ text, from }) => from === 'stderr' && text === 'Error: no token');
    assert.equal(said.length, 2);
  });

  for (const id of ['null', '0', '"another"']) {
    it(`is an old one at once if it answers the question for its version with the id ${id}`, async () => {
      const { ensemble } = await connect(await open(`--no-id-when-asked=${id}`), {
        limits: { ...limits, probe: 600_000 },
      });
      await isFine(ensemble);
    });
  }

  for (const [option, probe] of [
    ['silent-when-asked', 200],
    ['dies-when-asked', 10_000],
    ['complains-when-asked', 10_000],
  ] as const) {
    it(`is greeted as an old one at once the next time if it was ${option}`, async () => {
      const memory = createMemoryLists();
      const impatient = { memory, limits: { ...limits, probe } };
      const first = await connect(await open(`--${option}`, '--tells-questions'), impatient);
      await first.ports.line(/^asked$/);
      await first.ensemble.disconnect();
      const { ensemble, ports } = await connect(await open(`--${option}`, '--tells-questions'), { memory });
      await isFine(ensemble);
      assert.ok(!ports.logged.some(({ text }) => text === 'asked'));
    });
  }

  it('is asked again if it has become one that refuses the greeting', async () => {
    const memory = createMemoryLists();
    const old = await connect(await open('--dies-when-asked'), { memory });
    await old.ensemble.disconnect();
    const [kept = null] = memory.kept.values();
    const peer = await open('--modern');
    const { ensemble } = create(peer, { memory });
    await memory.write(manifestHash({ transport: peer.transport }, []), kept);
    await ensemble.connect(never());
    await isFine(ensemble);
    assert.match(ensemble.manifest?.protocolVersion ?? '', /^2026-/);
  });

  it('may write to its standard error as much as it likes', async () => {
    const { ensemble, ports } = await connect(await open());
    assert.deepEqual(texts(await call(ensemble, 'flood')), ['flooded']);
    await ensemble.disconnect();
    const flood = ports.logged.filter(({ from }) => from === 'stderr');
    assert.ok(flood.length < 5_000, `${flood.length} lines`);
    assert.ok(flood.every(({ text }) => text.length <= 2_001));
    assert.ok(flood.some(({ text }) => /lines skipped/.test(text)));
  });

  it('is not asked for its new tools if it ends right after announcing them', async () => {
    const { ensemble, ports } = await connect(await open(), { limits: { ...limits, debounce: 100 } });
    await assert.rejects(call(ensemble, 'add_and_die'), { code: 'server-lost', message: /exit code 4/ });
    const warnings = ports.logged.filter(({ level }) => level === 'warn').map(({ text }) => text);
    assert.deepEqual(warnings, ['The process ended with exit code 4.']);
  });

  it('is asked for its new tools though it never stops announcing some', async () => {
    const { ensemble } = await connect(await open(), { limits: { ...limits, debounce: 100 } });
    assert.deepEqual(texts(await call(ensemble, 'announces')), ['announced']);
    await eventually(ensemble.onDidChange, () => ensemble.invokers.some(({ name }) => name === 'added'));
  });
});
