import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { listeners } from '../../../src/converser/ground/async/listeners.ts';
import type { Outcome } from '../../../src/converser/words/conversation/converse-event.ts';
import {
  type FinishedTurn,
  followFinishedTurns,
} from '../../../src/vscode/sidebar/conversation/finished-turns.ts';

describe('turns that finish', () => {
  function following() {
    const [ends, changes, ready] = [listeners<FinishedTurn>(), listeners<void>(), listeners<void>()];
    const focus = new vscode.EventEmitter<vscode.WindowState>();
    const now = { id: 'shown', isVisible: true, focused: true };
    const seen: (number | string)[] = [];
    const finished = followFinishedTurns({
      onDidFinish: ends.listen,
      visible: () => (now.isVisible ? [now.id] : []),
      looks: [changes.listen, ready.listen],
      showCount: count => seen.push(count),
      notify: ({ conversation, outcome }) => seen.push(`${conversation} ${outcome}`),
      window: {
        get state() {
          return { focused: now.focused, active: now.focused };
        },
        onDidChangeWindowState: focus.event,
      },
    });
    const end = (conversation: string, outcome: Outcome = 'final') => ends.fire({ conversation, outcome });
    return { now, seen, finished, end, changes, ready, focus };
  }

  it('are told of unless you look at them, and until you do', () => {
    const { now, seen, finished, end, changes } = following();
    end('shown');
    assert.deepEqual(seen, []);
    end('other', 'failed');
    assert.deepEqual(seen.splice(0), [1, 'other failed']);
    assert.deepEqual(finished.unseen, ['other']);
    now.id = 'other';
    changes.fire();
    assert.deepEqual([seen, finished.unseen], [[0], []]);
  });

  it('are told of while the sidebar is hidden or the window is elsewhere, and not when you have stopped them', () => {
    const { now, seen, end, ready, focus } = following();
    now.isVisible = false;
    end('shown', 'stopped');
    assert.deepEqual(seen, []);
    end('shown');
    now.isVisible = true;
    ready.fire();
    assert.deepEqual(seen.splice(0), [1, 'shown final', 0]);
    now.focused = false;
    end('shown', 'round-limit');
    now.focused = true;
    focus.fire({ focused: true, active: true });
    assert.deepEqual(seen, [1, 'shown round-limit', 0]);
  });
});
