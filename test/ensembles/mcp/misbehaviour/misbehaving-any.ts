import assert from 'node:assert/strict';
import { ordinaryTimeout } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import type { McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { eventually } from '../../../eventually.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';
import { attempt, call, callInvoker, texts, whyFailed } from '../call.ts';
import { lockOfTest } from '../lock/examples.ts';
import { never, type SomePorts } from '../servers.ts';
import { isFine, isGivenUp, type Openings, type Peer, trials } from './misbehaving-trials.ts';

/*
 * What servers should not do, and where it is tried. `any` is this file, which is run over each transport and in each
 * of its eras; `http` is `misbehaving-over-http.ts`, which is run over both transports of HTTP.
 *
 * |                       | stdio | Streamable HTTP | HTTP with SSE |
 * | --------------------- | ----- | --------------- | ------------- |
 * | dies in mid-call      | any   | any; while it answers: misbehaving-http | any; without a call: misbehaving-sse |
 * | never answers         | any   | any             | any           |
 * | answers twice         | any   | any             | any           |
 * | floods stderr         | misbehaving-stdio | – it has none that we see | – likewise |
 * | changes its list      | any   | any             | any           |
 * | renames a tool        | any   | any             | any           |
 * | sends 5 MB            | any   | any             | any           |
 * | malformed JSON-RPC    | any   | any             | any           |
 * | wrong id              | any   | any             | any           |
 * | exits at start        | any   | any, as an address where nobody is | likewise |
 * | needs 10 s to start   | any   | any             | any           |
 * | never starts          | any   | any             | any           |
 * | slow-loris            | – a line that never ends is one that never answers | http | http |
 * | session lost          | – it ends with the process | http; not since 2026, which has none | http |
 * | 404                   | – there are no statuses | http  | http          |
 * | expired token         | – nobody signs in to a process | http | http  |
 *
 * HTTP with SSE ended before the newer era began.
 */

const offers = ({ invokers }: McpEnsemble, name: string) => invokers.some(invoker => invoker.name === name);

/** How every server is borne that misbehaves, over whatever transport. Call it inside a `describe`. */
export function bearsMisbehaviour<P extends Peer>(openings: Openings<P>): void {
  const { create, connect, refusal } = trials();
  const { window } = lockOfTest();
  const open = async (more: SomePorts = {}) => connect(await openings.open(), more);

  it('speaks the version of the specification that these tests are about', async () => {
    const { ensemble } = await open();
    assert.match(ensemble.manifest?.protocolVersion ?? '', openings.protocolVersion);
    await isFine(ensemble);
  });

  it('fails the call during which it dies, and is there for the next', async () => {
    const { ensemble } = await open();
    const lost = { code: 'server-lost', retryable: true, message: openings.lost };
    await assert.rejects(call(ensemble, 'die'), lost);
    await isFine(ensemble);
  });

  it('is told that a call was cancelled after its time limit', async () => {
    const { ensemble, ports, peer } = await open();
    const clock = createFakeClock();
    const silent = attempt(ensemble, 'silent', clock);
    await peer.heard('silent was called', ports);
    await clock.advance(ordinaryTimeout);
    const attempted = await silent;
    assert.equal(attempted.kind === 'failed' && attempted.failure.kind, 'timeout');
    await peer.heard('a call was cancelled', ports);
    await isFine(ensemble);
  });

  it('is told when a call was stopped', async () => {
    const { ensemble, ports, peer } = await open();
    const stop = new AbortController();
    const silent = call(ensemble, 'silent', { signal: stop.signal });
    silent.catch(() => {});
    await peer.heard('silent was called', ports);
    stop.abort('enough');
    await assert.rejects(silent);
    await peer.heard('a call was cancelled', ports);
    await isFine(ensemble);
  });

  it('counts once if it answers twice', async () => {
    const { ensemble } = await open();
    assert.deepEqual(texts(await call(ensemble, 'twice')), ['first']);
    await isFine(ensemble);
  });

  it('may answer with five megabytes', async () => {
    const { ensemble } = await open();
    const [text] = texts(await call(ensemble, 'huge'));
    assert.equal(text?.length, 5_000_000);
  });

  it('is understood between lines that are not messages, and answers that nobody requested', async () => {
    const { ensemble } = await open();
    assert.deepEqual(texts(await call(ensemble, 'malformed')), ['after all']);
    assert.deepEqual(texts(await call(ensemble, 'wrong_id')), ['for you']);
    await isFine(ensemble);
  });

  it('is not called again by itself if its answer cannot be read', async () => {
    const { ensemble } = await open();
    for (const result of [{ content: 7 }, { content: [{ type: 'hologram' }] }]) {
      const { failure } = await call(ensemble, 'as_told', { args: { result } });
      assert.equal(failure?.kind, 'execution');
      assert.match(
        failure?.message ?? '',
        /^as_told ran, but its answer isn’t valid MCP .*\(content[.0]*: [^{}]*\)\. Don’t call it again/,
      );
    }
    await isFine(ensemble);
  });

  it('offers its new tools when it announces them', async () => {
    const { ensemble } = await open();
    let outdated = 0;
    ensemble.onDidOutdate?.(() => outdated++);
    const before = ensemble.invokers.find(({ name }) => name === 'ok');
    await call(ensemble, 'add_tool');
    await eventually(ensemble.onDidChange, () => offers(ensemble, 'added'));
    assert.deepEqual(texts(await call(ensemble, 'added')), ['added {}']);
    assert.equal(
      ensemble.invokers.find(({ name }) => name === 'ok'),
      before,
    );
    assert.ok(outdated > 0);
  });

  it('does not run a tool under its earlier name', async () => {
    const { ensemble } = await open();
    const before = ensemble.invokers.find(({ name }) => name === 'ok');
    await call(ensemble, 'rename');
    await eventually(ensemble.onDidChange, () => offers(ensemble, 'fine'));
    assert.ok(!offers(ensemble, 'ok'));
    assert.ok(before !== undefined);
    await assert.rejects(callInvoker(before), { code: 'tool-changed' });
  });

  it('has a renamed tool withheld by both names until you accept it', async () => {
    const lock = window();
    const { ensemble } = await open({ inspect: lock.inspect });
    await call(ensemble, 'relabel');
    await eventually(ensemble.onDidChange, () => !offers(ensemble, 'ok'));
    const [drift] = lock.drifts;
    assert.deepEqual(
      [drift?.kind, drift?.tool, drift?.formerly, lock.drifts.length],
      ['renamed', 'fine', 'ok', 1],
    );
    assert.ok(!offers(ensemble, 'fine'));
    assert.deepEqual(
      ensemble.problems.map(({ tool, kind }) => [tool, kind]),
      [['fine', 'quarantined']],
    );
    await assert.rejects(call(ensemble, 'fine'), /There is no fine/);
    await lock.accept(lock.drifts);
    await ensemble.reinspect();
    assert.deepEqual(lock.drifts, []);
    assert.deepEqual(texts(await call(ensemble, 'fine')), ['fine {}']);
    assert.ok(!offers(ensemble, 'ok'));
  });

  it('says why it ended at its start', async () => {
    const { reason, ...peer } = await openings.openGone();
    assert.match(await refusal(peer), reason);
  });

  it('is not waited for if it takes ten seconds to start, and is ready when it has started', async () => {
    const clock = createFakeClock();
    const { ensemble, peer } = create(await openings.openLate(), { clock });
    const connecting = ensemble.connect(never());
    await eventually(ensemble.onDidChange, () => ensemble.state.status === 'connecting');
    await clock.advance(10_000);
    await connecting;
    assert.match(whyFailed(ensemble), /^Still starting\. /);
    assert.equal(ensemble.server, 'starting');
    peer.begin();
    await eventually(ensemble.onDidChange, () => ensemble.state.status === 'ready');
    await isFine(ensemble);
  });

  it('is given up if it never starts, and leaves nothing running', async () => {
    const clock = createFakeClock();
    const { ensemble, peer } = create(await openings.openLate(), { clock });
    // A process that is not through with its start heeds nothing but force, to which a fake clock does not come.
    await isGivenUp(ensemble, { clock, after: () => peer.begin() });
  });
}
