// biome-ignore-all lint/suspicious/noTemplateCurlyInString: this is how placeholders are written.

import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  type ApprovedLaunch,
  approvalHash,
  createLaunchApproval,
  type LaunchApprovalOptions,
} from '../../../../src/ensembles/mcp/approval/launch-approval.ts';
import type { LaunchQuestion } from '../../../../src/ensembles/mcp/approval/launch-question.ts';
import type {
  InputDefinition,
  ServerDefinition,
} from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import { aServer, someValues } from '../example-definition.ts';

const { signal } = new AbortController();
const notApproved = /^Defined in this folder and not approved\./;
const remote = { kind: 'http', url: 'https://a.example', headers: {} } as const;

function approver(answers: readonly boolean[], more: Partial<LaunchApprovalOptions> = {}) {
  const kept = new Map<string, ApprovedLaunch | undefined>();
  const asked: LaunchQuestion[] = [];
  const approval = createLaunchApproval({
    ask: async question => {
      asked.push(question);
      const answer = answers[asked.length - 1];
      assert(answer !== undefined, 'Nobody expected to be asked again.');
      return answer;
    },
    memory: {
      read: server => kept.get(server),
      write: async (server, launch) => void kept.set(server, launch),
    },
    isTrusted: () => true,
    values: someValues(),
    ...more,
  });
  return { ...approval, asked, kept };
}

describe('The launch of a server that came with a folder', () => {
  it('is approved once, also for other windows', async () => {
    const { approve, isApproved, asked, kept } = approver([true]);
    assert.equal(isApproved(aServer()), false);
    assert.equal(await approve(aServer(), signal), undefined);
    assert.equal(await approve(aServer(), signal), undefined);
    assert.equal(asked.length, 1);
    assert.equal(isApproved(aServer()), true);
    const memory = { read: (server: string) => kept.get(server), write: async () => {} };
    assert.equal(await approver([], { memory }).approve(aServer(), signal), undefined);
  });

  it('needs no approval if you described the server yourself', async () => {
    const { approve } = approver([], { isTrusted: () => false });
    assert.equal(await approve(aServer({}, { origin: 'user' }), signal), undefined);
  });

  it('is refused without a question in an untrusted workspace, even if it was approved before', async () => {
    let trusted = true;
    const { approve, isApproved } = approver([true], { isTrusted: () => trusted });
    assert.equal(await approve(aServer(), signal), undefined);
    trusted = false;
    assert.match((await approve(aServer(), signal)) ?? '', /isn’t trusted/);
    assert.equal(isApproved(aServer()), false);
  });

  it('is refused if the workspace loses trust while the question is open', async () => {
    let trusted = true;
    const { approve } = approver([], {
      isTrusted: () => trusted,
      ask: async () => {
        trusted = false;
        return true;
      },
    });
    assert.match((await approve(aServer(), signal)) ?? '', /isn’t trusted/);
  });

  it('is not asked about again after you declined, until you start the server by hand', async () => {
    const { approve, reconsider, asked } = approver([false, true]);
    assert.match((await approve(aServer(), signal)) ?? '', notApproved);
    assert.match((await approve(aServer(), signal)) ?? '', notApproved);
    assert.equal(asked.length, 1);
    reconsider(aServer());
    assert.equal(await approve(aServer(), signal), undefined);
  });

  it('is asked about again when it has changed, and the question shows how', async () => {
    const { approve, asked } = approver([true, true]);
    await approve(aServer({ env: { MODE: 'dry', GONE: '1' } }), signal);
    await approve(aServer({ args: ['-y', 'evil-server'], env: { MODE: 'wet', NEW: '2' } }), signal);
    assert.equal(
      asked[1]?.detail,
      `Runs this program on your machine:

npx -y evil-server

env.MODE = wet
env.NEW = 2
folder = /ws

Changes since you approved it:

• args[1] changed from weather-server@1.2.3 to evil-server
• env.MODE has changed
• env.NEW is new: 2
• env.GONE was removed

Your approval covers this launch, not the code of the program.

Defined in /ws/.vscode/mcp.json. In this folder, converser.lock.toml pins its tools.`,
    );
  });

  it('shows every change, including inputs and requested rights', async () => {
    const input = { id: 'city', description: 'Which city?', password: false };
    const scoped = (oauthScope?: string) => aServer({ ...remote, ...(oauthScope && { oauthScope }) });
    const asking = (more: Partial<InputDefinition>) => aServer({}, { inputs: [{ ...input, ...more }] });
    const evil = [{ value: '--evil', label: 'Oslo' }];
    const changes: readonly (readonly [ServerDefinition, ServerDefinition, RegExp])[] = [
      [scoped(), scoped('repo admin'), /oauth\.scope = repo admin/],
      [scoped('repo'), scoped('repo admin'), /repo admin/],
      [asking({}), asking({ proposal: '$(curl evil)' }), /evil/],
      [asking({ options: [{ value: 'Oslo' }] }), asking({ options: evil }), /--evil/],
      [asking({ password: true }), asking({}), /input isn’t masked/],
    ];
    for (const [before, after, expected] of changes) {
      const { approve, asked } = approver([true, true]);
      await approve(before, signal);
      await approve(after, signal);
      const { detail = '' } = asked[1] ?? {};
      assert.equal(detail.split('\n').filter(line => line.startsWith('• ')).length, 1);
      assert.match(detail, expected);
    }
  });

  it('is asked about again after the approval was revoked, whatever the launch is by then', async () => {
    const { approve, isApproved, revoke, asked } = approver([true, true, true]);
    const other = aServer({}, { name: 'rain' });
    assert.equal(await approve(aServer(), signal), undefined);
    assert.equal(await approve(other, signal), undefined);
    await revoke(aServer({ args: ['other.js'] }));
    assert.equal(isApproved(aServer()), false);
    assert.equal(isApproved(other), true);
    assert.equal(await approve(aServer(), signal), undefined);
    assert.equal(asked.length, 3);
  });

  it('is one question for all who wait for it at the same time', async () => {
    const { approve, asked } = approver([true]);
    const answers = await Promise.all([approve(aServer(), signal), approve(aServer(), signal)]);
    assert.deepEqual(answers, [undefined, undefined]);
    assert.equal(asked.length, 1);
  });

  it('is asked about one server after the other', async () => {
    const open: ((yes: boolean) => void)[] = [];
    const asks = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const ask = () => new Promise<boolean>(resolve => asks[open.push(resolve) - 1]?.resolve());
    const { approve } = approver([], { ask });
    // They name no files, whose reading would take longer for one than for the other.
    const one = approve(aServer(remote), signal);
    const two = approve(aServer(remote, { name: 'rain' }), signal);
    await asks[0]?.promise;
    await new Promise(setImmediate);
    assert.equal(open.length, 1);
    open[0]?.(true);
    assert.equal(await one, undefined);
    await asks[1]?.promise;
    open[1]?.(false);
    assert.match((await two) ?? '', notApproved);
  });

  it('is asked about again for those who still wait when the first one has left', async () => {
    // It names no files, whose reading would take longer for one than for the other.
    const leaving = new AbortController();
    const asked: AbortSignal[] = [];
    const isAsked = Promise.withResolvers<void>();
    const { approve } = approver([], {
      ask: (_, until) => {
        asked.push(until);
        isAsked.resolve();
        if (asked.length > 1) return Promise.resolve(true);
        return new Promise(resolve => until.addEventListener('abort', () => resolve(false)));
      },
    });
    const first = approve(aServer(remote), leaving.signal);
    const second = approve(aServer(remote), signal);
    await isAsked.promise;
    await new Promise(setImmediate);
    leaving.abort();
    assert.match((await first) ?? '', notApproved);
    assert.equal(await second, undefined);
    assert.equal(asked.length, 2);
  });

  it('counts as declined if asking fails, and as approved once if the approval cannot be stored', async () => {
    const broken = approver([], { ask: () => Promise.reject(new Error('no window')) });
    assert.match((await broken.approve(aServer(), signal)) ?? '', notApproved);
    const memory = { read: () => undefined, write: () => Promise.reject(new Error('disk full')) };
    const full = approver([true, true], { memory });
    assert.equal(await full.approve(aServer(), signal), undefined);
    assert.equal(await full.approve(aServer(), signal), undefined);
    assert.equal(full.asked.length, 2);
  });

  it('stores no values of variables and headers', async () => {
    const { approve, kept } = approver([true, true]);
    const env = { API_KEY: 'sk-abcdefghijklmnopqrstuvwxyz' };
    await approve(aServer({ env, args: ['--key=sk-abcdefghijklmnopqrstuvwxyz'] }), signal);
    const headers = { Authorization: 'Bearer abcdefghijklmnopqrstuvwxyz' };
    const other = { kind: 'http', url: 'https://me:pass@a.example', headers } as const;
    await approve(aServer(other, { name: 'b' }), signal);
    assert.equal(kept.size, 2);
    assert.doesNotMatch(JSON.stringify([...kept]), /abcdefghijklmnopqrstuvwxyz|me:pass/);
  });
});

describe('The question about a launch', () => {
  async function question(definition: ServerDefinition): Promise<string> {
    const { approve, asked } = approver([false]);
    await approve(definition, signal);
    return asked[0]?.detail ?? '';
  }

  it('shows the whole command line, where each argument ends, and nothing hides in it', async () => {
    const long = 'x'.repeat(5000);
    const said = await question(
      aServer({ command: 'sh', args: ['-c', `echo 'hi'\n\u202erm -rf ~\u200b`, '', long, 'a\u00a0b'] }),
    );
    assert(said.includes(long));
    assert(said.includes(`sh -c 'echo '\\''hi'\\''\\u000a\\u202erm -rf ~\\u200b' '' ${long} a\\u00a0b\n`));
    assert(said.includes('A shell: it runs'));
    assert((await question(aServer({ env: { 'A\n\u202eB': 'x' } }))).includes('env.A\\u000a\\u202eB = x'));
  });

  it('counts long runs of spaces, and warns of long command lines', async () => {
    const said = await question(aServer({ command: 'sh', args: ['-c', `echo  hi${' '.repeat(900)}; evil`] }));
    assert(said.includes(`sh -c 'echo  hi ⟨900 spaces⟩ ; evil'\n`));
    assert.doesNotMatch(said, /characters long/);
    const long = await question(aServer({ command: 'sh', args: ['-c', 'x'.repeat(900)] }));
    assert.match(long, /⚠ 906 characters long\. Read all of it\./);
  });

  it('names the receiver of your secrets', async () => {
    const headers = { Authorization: 'Bearer ${secret:github}', 'X-Trace': '${env:AWS_KEY}${input:id}' };
    const said = await question(aServer({ kind: 'http', url: 'http://evil.example/mcp', headers }));
    const receives =
      /⚠ evil\.example receives your secret "github", your environment variable AWS_KEY, your answer for "id"\./;
    assert.match(said, receives);
    assert.match(said, /⚠ Unencrypted \(http\)/);
    assert.match(said, /headers\.authorization = Bearer \$\{secret:github\}/);
    const client = { oauthClientId: 'me', oauthClientSecret: '${secret:client}' };
    const signing = await question(aServer({ ...remote, ...client }));
    assert.match(signing, /a\.example receives your secret "client"/);
    assert.match(signing, /oauth\.client_id = me\noauth\.client_secret = \$\{secret:client\}/);
  });

  it('warns of variables that load code, and masks secrets', async () => {
    const hiding = '--require /tmp/a.js --title=sk-abcdefghijklmnopqrstuvwxyz';
    const env = { NODE_OPTIONS: hiding, LD_PRELOAD: 'x.so', TOKEN: 'abc-def-ghi' };
    const said = await question(aServer({ env, envFile: '.env' }));
    assert.match(said, /env\.NODE_OPTIONS = --require \/tmp\/a\.js/);
    assert.match(said, /⚠ NODE_OPTIONS, LD_PRELOAD can make programs load other code\./);
    assert.match(said, /env\.TOKEN = ••••/);
    assert.match(said, /covers this launch and the names and steering values in its envFile/);
  });
});

describe('What is approved', () => {
  const word = fc.string({ minLength: 1, maxLength: 8 });
  const table = fc.dictionary(fc.stringMatching(/^[A-Z]{1,6}$/), word, { minKeys: 1, maxKeys: 4 });
  const args = fc.array(word, { maxLength: 4 });
  const stdio = fc.record({ command: word, args, env: table, cwd: word, envFile: word });

  it('does not depend on the order in which keys were written', () => {
    fc.assert(
      fc.property(stdio, ({ env, ...rest }) => {
        const turned = Object.fromEntries(Object.entries(env).reverse());
        const keys = Object.fromEntries(Object.entries({ ...rest, env: turned }).reverse());
        assert.equal(approvalHash(aServer(keys)), approvalHash(aServer({ ...rest, env })));
      }),
    );
  });

  it('changes with every part of the launch', () => {
    fc.assert(
      fc.property(stdio, word, (launch, other) => {
        const [name = ''] = Object.keys(launch.env);
        const changes: readonly ServerDefinition[] = [
          aServer({ ...launch, command: `${launch.command}${other}` }),
          aServer({ ...launch, args: [...launch.args, other] }),
          aServer({ ...launch, args: [other, ...launch.args, other] }),
          aServer({ ...launch, env: { ...launch.env, [name]: `${launch.env[name]}${other}` } }),
          aServer({ ...launch, env: { ...launch.env, [`${name}_`]: other } }),
          aServer({ ...launch, env: {} }),
          aServer({ ...launch, cwd: `${launch.cwd}${other}` }),
          aServer({ ...launch, envFile: `${launch.envFile}${other}` }),
          aServer(launch, { folder: '/elsewhere' }),
          aServer(launch, { sampling: true }),
          aServer(launch, { inputs: [{ id: 'a', description: 'b', password: false }] }),
          aServer({ kind: 'http', url: launch.command, headers: {} }),
          aServer({ kind: 'sse', url: launch.command, headers: {} }),
          aServer({ kind: 'http', url: launch.command, headers: launch.env }),
          aServer({ kind: 'http', url: `${launch.command}${other}`, headers: launch.env }),
          aServer({ kind: 'http', url: launch.command, headers: launch.env, oauthClientId: other }),
        ];
        const hashes = [aServer(launch), ...changes].map(approvalHash);
        assert.equal(new Set(hashes).size, hashes.length);
      }),
    );
  });

  it('distinguishes two arguments from one that joins them', () => {
    assert.notEqual(approvalHash(aServer({ args: ['a b'] })), approvalHash(aServer({ args: ['a', 'b'] })));
    assert.notEqual(approvalHash(aServer({ args: ['a', 'b'] })), approvalHash(aServer({ args: ['b', 'a'] })));
  });

  it('ignores the case of header names, as HTTP does', () => {
    const one = aServer({ kind: 'http', url: 'https://a', headers: { 'X-KEY': 'v' } });
    const other = aServer({ kind: 'http', url: 'https://a', headers: { 'x-key': 'v' } });
    assert.equal(approvalHash(one), approvalHash(other));
  });
});
