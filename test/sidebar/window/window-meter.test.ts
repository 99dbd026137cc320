import assert from 'node:assert/strict';
import { shareUsed, type WindowMeasure } from '../../../src/converser/words/context-window/window-measure.ts';
import { warningsAbout } from '../../../src/sidebar/composer/attachment-warnings.ts';
import { createMeasureWish } from '../../../src/sidebar/meter/measure-wish.ts';
import { windowRows } from '../../../src/sidebar/meter/window-rows.ts';
import { leftFor, noDraft, withDraft } from '../../../src/sidebar/meter/with-draft.ts';
import type {
  FromPage,
  SidebarAttachment,
  SidebarModel,
  SidebarState,
} from '../../../src/sidebar/protocol.ts';
import {
  type ConversationView,
  viewAfter,
  viewMeasured,
  viewOf,
} from '../../../src/sidebar/turns/conversation-view-model.ts';
import { canisterMaker } from '../canisters.ts';
import { type HostState, sidebarState, stateHost, turnStart } from '../sidebar-states.ts';
import { tightMeasure } from './a-measure.ts';

const model = 'copilot/claude-opus';
const shown = (state: Partial<HostState>): SidebarState =>
  stateHost().shown(sidebarState({ model, ...state }));

describe('the wish to know how full the window is', () => {
  function setUp() {
    const posted: FromPage[] = [];
    let heard = Promise.withResolvers<void>();
    const hear = (message: FromPage) => {
      posted.push(message);
      heard.resolve();
    };
    const wish = createMeasureWish(hear, { pause: 0 });
    const asked = async () => {
      await heard.promise;
      heard = Promise.withResolvers();
      return posted.splice(0);
    };
    return { wish, posted, asked };
  }

  it('asks once you have turned to the page, and again when something has changed that counts', async () => {
    const { wish, asked } = setUp();
    wish.show(shown({}));
    wish.wish();
    assert.deepEqual(await asked(), [{ type: 'read-window' }]);
    wish.wish();
    wish.show(shown({}));
    // Nothing was asked for these two, so that this is the next one.
    wish.show(shown({ effort: 'high' }));
    assert.deepEqual(await asked(), [{ type: 'read-window' }]);
    const { ensembles } = sidebarState();
    wish.show(shown({ effort: 'high', ensembles: ensembles.map(each => ({ ...each, enabled: false })) }));
    assert.deepEqual(await asked(), [{ type: 'read-window' }]);
  });

  it('asks after a turn, and neither while it runs nor for Rehearsal, which reads no tokens', async () => {
    const { wish, posted, asked } = setUp();
    const turn = [turnStart(canisterMaker().user('user-1', 'Hello'))];
    wish.wish();
    wish.show(shown({ turn, running: true }));
    wish.show(shown({ turn, model: 'rehearsal/rehearsal' }));
    assert.deepEqual(posted, []);
    wish.show(shown({ turn }));
    assert.equal((await asked()).length, 1);
  });
});

describe('what the page knows of the window', () => {
  const conversation = shown({}).history.conversation;
  const other: WindowMeasure = { ...tightMeasure, total: 7 };
  const totalIn = (view: ConversationView) => view.window?.total;
  const told = { type: 'window', measure: tightMeasure } as const;
  const start = turnStart(canisterMaker().user('user-1', 'Hello'));

  it('is what the turn tells, and what is measured after it', () => {
    const running = viewAfter(viewAfter(viewOf(shown({})), start), told);
    assert.equal(totalIn(running), 96_000);
    assert.equal(totalIn(viewMeasured(running, { type: 'window', conversation, measure: other })), 96_000);
    const ended = viewAfter(running, { type: 'turn-end', outcome: 'final', canisters: [] });
    const measured = viewMeasured(ended, { type: 'window', conversation, measure: other });
    assert.equal(totalIn(measured), 7);
    assert.equal(totalIn(viewOf(shown({ turn: [start, told] }), measured)), 7);
  });

  it('is what the last turn told where the page is loaded again, also while that runs', () => {
    assert.equal(totalIn(viewOf(shown({ turn: [start, told] }))), 96_000);
    assert.equal(totalIn(viewOf(shown({ turn: [start, told], running: true }))), 96_000);
  });

  it('is nothing for another model or conversation', () => {
    const measured = viewMeasured(viewOf(shown({})), { type: 'window', conversation, measure: other });
    assert.equal(totalIn(viewOf(shown({ model: 'openai/local' }), measured)), undefined);
    const elsewhere = shown({ canisters: [canisterMaker().user('user-9', 'Hello')] });
    assert.equal(totalIn(viewOf(elsewhere, measured)), undefined);
    const late = viewMeasured(viewOf(elsewhere), { type: 'window', conversation, measure: other });
    assert.equal(totalIn(late), undefined);
  });
});

describe('the rows of the window', () => {
  it('name the parts that have tokens, and ensembles by their titles', () => {
    const { ensembles } = sidebarState();
    const rows = windowRows(tightMeasure, ensembles).map(({ label, tokens }) => `${label}: ${tokens}`);
    assert.deepEqual(rows, [
      ...['Instructions: 1240', 'Tools: github: 31400', 'Tools: Workspace: 2300', 'Tools: Probability: 660'],
      ...['Messages and calls: 14100', 'Attachments: 5200', 'Results of tools: 38900', 'Reasoning: 2200'],
    ]);
  });

  it('join the smallest of many ensembles, and leave nothing out', () => {
    const tools = Array.from({ length: 20 }, (_, at) => ({ ensemble: `e${at}`, tokens: 100 }));
    const rows = windowRows({ ...tightMeasure, parts: { ...tightMeasure.parts, tools } }, []);
    assert.ok(rows.some(({ label, tokens }) => label === 'Tools of 12 more ensembles' && tokens === 1_200));
    const ofTools = rows.filter(({ label }) => label.startsWith('Tools'));
    const sum = ofTools.reduce((all, { tokens }) => all + tokens, 0);
    assert.equal(sum, 2_000);
  });
});

describe('the window with what you are writing', () => {
  it('holds the draft where it will be, so that all parts still make the whole', () => {
    const measure = withDraft(tightMeasure, { text: 1_000, attachments: 7_000 });
    assert.equal(measure.total, 104_000);
    assert.equal(measure.parts.history, tightMeasure.parts.history + 1_000);
    assert.equal(measure.parts.attachments, tightMeasure.parts.attachments + 7_000);
    assert.ok((shareUsed(measure) ?? 0) > (shareUsed(tightMeasure) ?? 1));
    assert.deepEqual(withDraft(tightMeasure, noDraft), tightMeasure);
  });

  it('leaves what neither the conversation nor the reply takes', () => {
    assert.equal(leftFor(tightMeasure), 16_000);
    assert.equal(leftFor({ ...tightMeasure, total: 200_000 }), 0);
    const { window: _window, ...unknown } = tightMeasure;
    assert.equal(leftFor(unknown), undefined);
  });
});

describe('the warnings above the field', () => {
  const [first] = sidebarState().models;
  assert.ok(first);
  const model: SidebarModel = { ...first, label: 'Small', contextTokens: 100_000 };
  const file = (tokens: number): SidebarAttachment => ({ written: '@a', title: 'a', kind: 'file', tokens });

  it('compare the attachments with what is left of the window, beside the text', () => {
    const about = (tokens: number, text: number, left?: number) =>
      warningsAbout([file(tokens)], { model, text, left });
    assert.deepEqual(about(15_000, 1_000, 16_000), []);
    assert.match(about(15_000, 1_001, 16_000).join(), /left of the window of Small: about 16,000 tokens/);
    assert.deepEqual(about(15_000, 1_001), []);
    assert.match(about(100_001, 0).join(), /more than fits into one request of Small: 100,000 tokens/);
    const gone: SidebarAttachment = { written: '@b', title: 'b', problem: 'gone' };
    assert.deepEqual(warningsAbout([gone], { model, text: 9, left: 0 }), []);
  });
});
