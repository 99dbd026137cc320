import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { launchQuestion } from '../../../src/ensembles/mcp/approval/launch-question.ts';
import { createLaunchAsk } from '../../../src/terminal/ask/server-questions.ts';
import type { Terminal } from '../../../src/terminal/ask/terminal.ts';
import { createTerminalApprover } from '../../../src/terminal/ask/terminal-approver.ts';
import { createTerminalElicitor } from '../../../src/terminal/ask/terminal-elicitor.ts';
import { aServer } from '../../ensembles/mcp/example-definition.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { mayWrite } from './typed-terminal.ts';

const never = () => new AbortController().signal;

describe('Questions of several askers on one terminal', () => {
  it('appear one after another, so that one line answers one of them', async () => {
    const input = new PassThrough();
    const output = new PassThrough({ encoding: 'utf8' });
    const [launch, page, call] = askThree(() => ({ input, output }));
    await once(output, 'readable');
    const shown = String(output.read());
    assert.match(shown, /Start MCP server \S+ from this folder\?/);
    assert.doesNotMatch(shown, /open a page|fake:write/);

    input.write('yes\n');
    assert.equal(await launch, true);
    input.write('no\n');
    assert.equal(await page, 'decline');
    input.write('o\n');
    assert.deepEqual(await call, answerOf('once'));
    assert.match(String(output.read()), /open a page[^?]*\?[^?]*\? .*fake:write/);
  });

  it('are not asked any more when the turn was stopped while they waited', async () => {
    const output = new PassThrough({ encoding: 'utf8' });
    const stop = new AbortController();
    const answers = Promise.all(askThree(() => ({ input: new PassThrough(), output }), stop.signal));
    stop.abort();
    assert.deepEqual(await answers, [false, 'cancel', answerOf('deny')]);
    assert.doesNotMatch(String(output.read() ?? ''), /open a page|fake:write/);
  });
});

function askThree(openTerminal: () => Terminal, signal = never()) {
  const page = new URL('https://pages.example/consent');
  return [
    createLaunchAsk(openTerminal)(launchQuestion(aServer()), signal),
    createTerminalElicitor(openTerminal).page({ server: 'weather', message: 'Look', page }, signal),
    createTerminalApprover([], openTerminal).ask(mayWrite, signal),
  ] as const;
}
