import assert from 'node:assert/strict';
import { errorData, errors } from '../../../src/converser/ground/errors.ts';
import { createSystemClock } from '../../../src/converser/ground/system-ports.ts';
import { createEnsembleRoster } from '../../../src/converser/words/ensemble/ensemble-roster.ts';
import { commandCheck } from '../../../src/gateway/doctor/command-check.ts';
import { guardCheck, runsCheck } from '../../../src/gateway/doctor/door-checks.ts';
import { ensembleCheck } from '../../../src/gateway/doctor/ensemble-check.ts';
import { examine, type Report } from '../../../src/gateway/doctor/examine.ts';
import type { Check, Finding } from '../../../src/gateway/doctor/finding.ts';
import { mcpCheck } from '../../../src/gateway/doctor/mcp-check.ts';
import { type ModelPorts, modelCheck } from '../../../src/gateway/doctor/model-checks.ts';
import { programCheck } from '../../../src/gateway/doctor/program-check.ts';
import { reportText } from '../../../src/gateway/doctor/report-text.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createFakeClock } from '../../fakes/fake-host.ts';
import { startJsonServer } from '../../fakes/json-server.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { openGateway } from '../support/open-gateway.ts';

const clock = createSystemClock();
const patient = new AbortController().signal;

const run = (...checks: readonly Check[]) => examine(checks, { clock, signal: patient, show() {} });
const lines = ({ sections }: Report) =>
  sections.flatMap(({ findings = [] }) => findings.map(({ state, title }) => `${state} ${title}`));
const findingsOf = async (check: Check) => (await run(check)).sections[0]?.findings ?? [];
const titled = (findings: readonly Finding[], title: string) => {
  const found = findings.find(finding => finding.title === title);
  assert.ok(found, title);
  return found;
};

describe('the doctor', () => {
  it('finds nothing wrong with a gateway that works, over its real socket', async () => {
    await using gateway = await openGateway({
      models: [createScriptedModel()],
      ensembles: [createFakeEnsemble('clock', { now: () => 'noon' })],
    });
    const { baseUrl } = gateway;
    const runs = runsCheck({ status: 'running', baseUrl, isOpen: false });
    const report = await run(runs, guardCheck(gateway), mcpCheck(gateway));
    assert.deepEqual(lines(report), [
      ...['good Running', 'good Key', 'good Wrong key', 'good Host check', 'good Origin check'],
      ...['good Current clients', 'good Older clients'],
    ]);
    assert.equal(report.conclusion, 'Everything works.');
    const [current, older] = report.sections[2]?.findings ?? [];
    assert.match(current?.found ?? '', /^Specification 2026-07-28: \d tools offered\.$/);
    assert.match(older?.found ?? '', /^Specification 2025-11-25: \d tools offered\.$/);
  });

  it('warns of a door that lets in everyone', async () => {
    const server = await startJsonServer(() => ({ body: {} }));
    const findings = await findingsOf(guardCheck({ baseUrl: server.url, key: 'any' }));
    await server.close();
    assert.equal(titled(findings, 'Key').state, 'good');
    for (const title of ['Wrong key', 'Host check', 'Origin check']) {
      const { state, found } = titled(findings, title);
      assert.equal(state, 'bad');
      assert.match(found, /was accepted/);
    }
    const hosts = server.seen.map(({ headers }) => headers.host);
    assert.ok(hosts.includes('rebinding.example'), hosts.join(' '));
  });

  it('says that a key was refused, and that nothing answers at an address', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const { baseUrl } = gateway;
    const refused = titled(await findingsOf(guardCheck({ baseUrl, key: 'wrong' })), 'Key');
    assert.equal(refused.state, 'bad');
    assert.match(refused.found, /401/);
    const [current] = await findingsOf(mcpCheck({ baseUrl, key: 'wrong' }));
    assert.equal(current?.state, 'bad');
    assert.equal(current.remedy?.action, 'restart-gateway');
    const server = await startJsonServer(() => undefined);
    await server.close();
    const [gone] = await findingsOf(runsCheck({ status: 'running', baseUrl: server.url, isOpen: true }));
    assert.equal(gone?.state, 'bad');
    assert.match(gone.found, /no connection/);
  });

  it('says why the gateway does not run, and what starts it', async () => {
    const [stopped] = await findingsOf(runsCheck({ status: 'stopped' }));
    assert.equal(stopped?.remedy?.action, 'start-gateway');
    const [failed] = await findingsOf(runsCheck({ status: 'failed', reason: 'The port is taken.' }));
    assert.equal(failed?.state, 'bad');
    assert.match(failed.found, /The port is taken\./);
    assert.equal(failed.remedy?.action, 'change-port');
  });

  it('gives up a check that takes too long, and tells it to stop', async () => {
    const fake = createFakeClock();
    let stopped = false;
    const run: Check['run'] = signal => {
      signal.addEventListener('abort', () => {
        stopped = true;
      });
      return new Promise(() => {});
    };
    const options = { clock: fake, signal: patient, limit: 5_000, show() {} };
    const examined = examine([{ title: 'Slow', run }], options);
    await fake.untilWaiting(5_000);
    await fake.advance(5_000);
    const [finding] = (await examined).sections[0]?.findings ?? [];
    assert.equal(finding?.found, 'No answer within 5 s.');
    assert.equal(stopped, true);
    assert.equal(fake.pending, 0);
  });

  it('ends at once when you cancel, and says what was not checked', async () => {
    const stop = new AbortController();
    const shown: Report[] = [];
    const hangs: Check = { title: 'Slow', run: () => new Promise(() => {}) };
    const quick: Check = { title: 'Quick', run: async () => [{ state: 'good', title: 'It', found: 'Is.' }] };
    const show = (each: Report) => {
      shown.push(each);
      if (each.sections[1]?.findings !== undefined) stop.abort();
    };
    const report = await examine([hangs, quick], { clock, signal: stop.signal, show });
    assert.equal(report.isRunning, false);
    assert.equal(report.conclusion, 'No problems found. 1 check stopped before the end.');
    assert.match(reportText(report), /## Slow\n\n- not checked/);
    const isRunnings = shown.map(({ isRunning }) => isRunning);
    assert.deepEqual(isRunnings, [true, true, false]);
  });

  it('goes on when a check fails, and has no key in what it says', async () => {
    const key = `converser-${'k'.repeat(43)}`;
    const breaks: Check = { title: 'Broken', run: () => Promise.reject(new Error(`Bearer ${key}`)) };
    const quotes: Check = {
      title: 'Quotes',
      run: async () => [{ state: 'bad', title: 'It', found: key, remedy: { text: `Send ${key}.` } }],
    };
    const report = await run(breaks, quotes);
    const text = reportText(report);
    assert.ok(!text.includes(key), text);
    assert.match(text, /The check failed: Bearer converser-…/);
    assert.match(text, /- ✗ It: converser-… → Send converser-…\./);
    assert.equal(report.conclusion, '2 problems.');
  });
});

describe('the doctor, about models', () => {
  const ports: ModelPorts = { providers: async () => [], chosen: async () => undefined };

  it('says which provider failed, and that its key is missing', async () => {
    const outcome = errorData(errors.modelUnauthorized('OpenAI'));
    const providers = async () => [
      { label: 'Ollama', outcome: { models: 2 } },
      { label: 'OpenAI', outcome },
      { label: 'Slow', outcome: errorData(errors.cancelled()) },
    ];
    const findings = await findingsOf(modelCheck({ ...ports, providers }));
    assert.equal(titled(findings, 'Ollama').found, '2 models available.');
    assert.equal(titled(findings, 'Slow').found, 'It didn’t list its models in time.');
    const { state, found, remedy } = titled(findings, 'OpenAI');
    assert.deepEqual([state, found, remedy?.action], ['bad', outcome.message, 'set-api-key']);
  });

  it('says that there is no language model, and where some are', async () => {
    const findings = await findingsOf(modelCheck(ports));
    assert.equal(titled(findings, 'Language model').remedy?.action, 'connect-models');
    const consents = async () => ({ granted: 0, refused: 0, notAsked: 3 });
    const others = await findingsOf(modelCheck({ ...ports, consents }));
    const titles = others.map(({ title }) => title);
    assert.deepEqual(titles, ['VS Code']);
  });

  it('says that VS Code has yet to ask you about its models', async () => {
    const consents = async () => ({ granted: 1, refused: 2, notAsked: 3 });
    const [finding] = await findingsOf(modelCheck({ ...ports, consents }));
    assert.equal(finding?.state, 'warning');
    assert.match(finding.found, /^6 models: .* use 1, .* not use 2, .* about 3\.$/);
    const all = async () => ({ granted: 6, refused: 0, notAsked: 0 });
    assert.equal((await findingsOf(modelCheck({ ...ports, consents: all })))[0]?.state, 'good');
  });

  it('says that the model that you chose is gone', async () => {
    const gone = async () => ({ name: 'ollama/qwen', isThere: false });
    const finding = titled(await findingsOf(modelCheck({ ...ports, chosen: gone })), 'Default model');
    assert.deepEqual([finding.state, finding.remedy?.action], ['bad', 'choose-model']);
  });
});

describe('the doctor, about tools and commands', () => {
  it('says how each enabled ensemble is, and starts none', async () => {
    const error = errorData(errors.ensembleFailed('The server did not start.'));
    const roster = createEnsembleRoster();
    let connected = 0;
    const connect = async () => void connected++;
    const fake = (name: string) => ({ ...createFakeEnsemble(name, { one: () => 1 }), connect });
    await roster.set(fake('clock'));
    await roster.set({ ...fake('notes'), state: { status: 'failed', error } });
    await roster.set({ ...fake('later'), state: { status: 'disconnected' } });
    await roster.set({ ...fake('off'), enabled: false });
    await roster.set({ ...fake('held'), withheld: new Map([['two', 'It has changed.']]) });
    const findings = await findingsOf(ensembleCheck(roster));
    const told = findings.map(({ state, title, found }) => `${state} ${title}: ${found}`);
    assert.deepEqual(told, [
      'good clock: 1 tool.',
      'bad notes: The server did not start.',
      'good later: Starts on first use.',
      'warning held: 1 tool. 1 tool withheld.',
    ]);
    assert.equal(connected, 0);
  });

  it('says which programs find Converser no more, and how they find it again', async () => {
    const findings = await findingsOf(
      programCheck(async () => [
        { program: 'Codex', file: '~/.codex/config.toml', state: 'current' },
        { program: 'Cursor', file: '~/.cursor/mcp.json', state: 'other-address' },
        { program: 'Claude Code', file: '~/.claude.json', state: 'unknown-key' },
      ]),
    );
    const told = findings.map(({ state, title, found, remedy }) => [state, title, found, remedy?.action]);
    assert.deepEqual(told, [
      ['good', 'Codex', 'Converser is in ~/.codex/config.toml.', undefined],
      ['bad', 'Cursor', '~/.cursor/mcp.json has another address than the gateway’s.', 'add-to-program'],
      ['bad', 'Claude Code', 'The key in ~/.claude.json is not valid any more.', 'add-to-program'],
    ]);
    const [none] = await findingsOf(programCheck(async () => []));
    assert.deepEqual([none?.state, none?.remedy?.action], ['good', 'add-to-program']);
  });

  it('says where node and npx are, and what to do where they are missing', async () => {
    const found = { file: '/opt/node', isOfLogin: true };
    const check = commandCheck(async command => (command === 'node' ? found : undefined));
    const [node, npx] = await findingsOf(check);
    assert.equal(node?.found, '/opt/node, found through your login shell.');
    assert.equal(npx?.state, 'warning');
    assert.match(npx.remedy?.text ?? '', /nodejs\.org/);
  });
});
