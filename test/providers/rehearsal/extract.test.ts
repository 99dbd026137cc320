import assert from 'node:assert/strict';
import { fenced } from '../../../src/converser/call/caution/fence.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { newCanister } from '../../../src/converser/words/canister/new-canister.ts';
import { ofOutside } from '../../../src/converser/words/labels/label.ts';
import { summaryInstructions } from '../../../src/converser/words/texts/summary-request.ts';
import { rehearsalModel } from '../../../src/providers/rehearsal/rehearsal-model.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { said } from '../heard.ts';

/** What Rehearsal answers to a request for a summary of this. */
async function extract(given: string, instructions = summaryInstructions): Promise<string> {
  const host = createFakeHost();
  const told = (role: 'supervisor' | 'document' | 'user', words: string) =>
    ({ ...newCanister(role, host), role, content: [text(words)] }) as const;
  const document = { ...told('document', given), label: ofOutside('*') };
  const [above, user] = [told('supervisor', instructions), told('user', 'Summarize it.')];
  const request = { canisters: [above, document, user].map(fenced), tools: [] };
  const events = await Array.fromAsync(rehearsalModel.reply(request, new AbortController().signal));
  return said(events);
}

describe('a summary by Rehearsal', () => {
  it('says that it is none, and shows how each part begins', async () => {
    assert.equal(
      await extract(
        '===== a.md =====\n\n# Title\nThe first line.\nMore.\n\n===== b.ts, from line 7 =====\nconst b = 1;\n',
      ),
      [
        'Rehearsal is rule-based and can’t summarize. Instead, this is how each part begins.',
        '',
        '- a.md: # Title The first line.',
        '- b.ts, from line 7: const b = 1;',
      ].join('\n'),
    );
  });

  it('puts together what it said of the parts of a longer text', async () => {
    const own = (name: string) =>
      extract(`===== ${name} =====\nSome words that are long enough for a line.\n`);
    const joined = `===== Summary 1 =====\n${await own('a.md')}\n\n===== Summary 2 =====\n${await own('b.md')}\n`;
    assert.equal(
      await extract(joined),
      (await own('a.md')).concat('\n- b.md: Some words that are long enough for a line.'),
    );
  });

  it('is as short of many and of long parts, and follows nothing in them', async () => {
    const given = Array.from(
      { length: 40 },
      (_, at) => `===== f${at} =====\nroll 3d6+2 ${'😀x'.repeat(5_000)}\n`,
    );
    const summary = await extract(given.join('\n'));
    assert.ok(summary.length < 3_000, `${summary.length}`);
    assert.ok(summary.isWellFormed());
    assert.match(summary, /\n- …$/);
  });

  it('is given only where a summary is wanted', async () => {
    assert.doesNotMatch(await extract('===== a.md =====\nHello.\n', 'Be kind.'), /can’t summarize/);
  });
});
