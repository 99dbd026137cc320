import assert from 'node:assert/strict';
import type { ToPage } from '../../../src/sidebar/protocol.ts';
import type { Workbench } from '../../workbench/open-workbench.ts';
import { frameOf } from '../../workbench/workbench-actions.ts';
import { stepsIn } from '../window-steps.ts';

export function testQuickTurns(open: () => Workbench): void {
  const { view, begin } = stepsIn(open);

  before(begin);

  it('are all shown, each sent the moment that the page hears of the end of the answer before it', async () => {
    const frame = await frameOf(view());
    assert.equal(await frame.evaluate(sendOneAfterTheOther, 20), 20);
    await view().locator('.user').getByText('roll 1d1 and 20', { exact: true }).waitFor();
  });
}

/** Runs in the page, and resolves with the number of turns of the conversation. */
async function sendOneAfterTheOther(count: number): Promise<number> {
  const field = document.querySelector('textarea');
  let turns = 0;
  for (let at = 1; at <= count; at++) {
    const ended = new Promise<number>(resolve => {
      let hasRun = false;
      const hear = ({ data }: MessageEvent<ToPage>) => {
        if (data.type !== 'state') return;
        const { running, history, turn } = data.state;
        hasRun ||= running;
        if (!hasRun || running) return;
        window.removeEventListener('message', hear);
        resolve(history.turns + (turn.length > 0 ? 1 : 0));
      };
      window.addEventListener('message', hear);
    });
    if (field !== null) field.value = `roll 1d1 and ${at}`;
    field?.dispatchEvent(new Event('input', { bubbles: true }));
    field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
    turns = await ended;
  }
  return turns;
}
